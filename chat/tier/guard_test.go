package tier_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/migrations/seed"
)

const (
	insteadOfDoctrine     = "That is a question I would rather leave to our pastors. Would you like me to pass it on?"
	insteadOfInstructions = "How I was set up is not something I can share. What can I help you with?"

	opening = "Thank you for asking. "
	closing = " And there is coffee afterwards, in the hall."
)

// plainWords levels a text: its words in lower case, without accents and apostrophes, a space before and after each.
func plainWords(text string) string {
	var out strings.Builder
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			out.WriteRune(unicode.ToLower(r))
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		default:
			out.WriteByte(' ')
		}
	}
	return " " + strings.Join(strings.Fields(out.String()), " ") + " "
}

// inPieces splits a text into tokens at random, between any two characters.
func inPieces(text string) (pieces []string) {
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(1+rand.IntN(7), len(runes))
		pieces = append(pieces, string(runes[:n]))
		runes = runes[n:]
	}
	return pieces
}

// disguise writes a term in another way that is to be found as well.
func disguise(term string) string {
	switch rand.IntN(5) {
	case 0:
		return strings.ToUpper(term)
	case 1:
		return strings.ReplaceAll(term, " ", "-")
	case 2:
		return "**" + strings.ReplaceAll(term, " ", "\n") + "**"
	case 3:
		return norm.NFD.String(term)
	}
	return term
}

// tempter is an upstream that says, for question number n, one forbidden term after another, whatever it is told. Each
// attempt is another sentence after the same opening.
type tempter struct {
	mu       sync.Mutex
	terms    map[int][]string
	attempts map[int]int
	said     map[int]string // the last sentence
	restated map[int]int    // requests that quoted, in the rule, a term of that sentence
}

func (m *tempter) term(number, attempt int) string {
	terms := m.terms[number]
	return terms[min(attempt, len(terms)-1)]
}

// questionNumber finds the number by which an upstream knows what to say.
func questionNumber(message string) int {
	_, after, _ := strings.Cut(message, "hymn number ")
	digits, _, _ := strings.Cut(after, " ")
	number, _ := strconv.Atoi(digits)
	return number
}

func (m *tempter) answer(request modeltest.ChatRequest) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	number := questionNumber(request.LastUser())
	attempt := m.attempts[number]
	m.attempts[number]++
	sentence := "Some people say " + disguise(m.term(number, attempt)) + ", and mean it."
	before := m.said[number]
	m.said[number] = sentence
	if attempt == 0 {
		return inPieces(opening + sentence + closing)
	}
	if last := request.Messages[len(request.Messages)-1]; last.Role == "system" {
		_, quoted, _ := strings.Cut(last.Content, `"`)
		quoted, _, _ = strings.Cut(quoted, `"`)
		if strings.Contains(plainWords(before), strings.TrimRight(plainWords(quoted), " ")) { // or its plural
			m.restated[number]++
		}
	}
	return inPieces(sentence + closing)
}

// TestNoForbiddenTermReachesAVisitor has an upstream say every term that any of the seventeen traditions forbids.
func TestNoForbiddenTermReachesAVisitor(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	_, err := seed.Apply(t.Context(), server.DB.Admin, seed.Options{Reference: true})
	chattest.Must(t, err)
	lenses, err := seed.Lenses()
	chattest.Must(t, err)
	churchID := server.NewChurch(t)
	server.Exec(t, `update churches set is_demo = true where id = $1`, churchID)

	upstream := &tempter{terms: map[int][]string{}, attempts: map[int]int{}, said: map[int]string{}, restated: map[int]int{}}
	server.Upstream.Default(modeltest.Echo(upstream.answer))
	type task struct {
		number int
		lens   seed.Lens
	}
	var tasks []task
	said := 0
	for _, lens := range lenses {
		var terms []string
		for _, rule := range lens.Doctrine {
			terms = append(terms, rule.ForbiddenTerms...)
		}
		said += len(terms)
		for len(terms) > 0 { // three for each turn: the first, and two more when it is asked to write anew
			n := min(3, len(terms))
			upstream.terms[len(tasks)+1] = terms[:n]
			tasks, terms = append(tasks, task{len(tasks) + 1, lens}), terms[n:]
		}
	}
	began := time.Now()
	var visitors sync.WaitGroup
	queue := make(chan task)
	for range 8 {
		visitors.Go(func() {
			for next := range queue {
				checkGuarded(t, server, churchID, next.number, next.lens)
			}
		})
	}
	for _, next := range tasks {
		queue <- next
	}
	close(queue)
	visitors.Wait()
	t.Logf("%d terms of %d lenses were kept back in %d turns, in %v", said, len(lenses), len(tasks), time.Since(began).Round(time.Millisecond))
	if t.Failed() {
		return
	}
	for number := range upstream.terms {
		if upstream.attempts[number] != 3 || upstream.restated[number] != 2 {
			t.Errorf("question %d: asked %d times, and told of the rule %d times", number, upstream.attempts[number], upstream.restated[number])
		}
	}
	if hits := countedWith(t, server, "narthex_guard_hits_total", "kind", "forbidden"); hits != float64(3*len(tasks)) {
		t.Errorf("%v hits are counted in %d turns", hits, len(tasks))
	}
	for _, m := range server.Messages(t, churchID, 2*len(tasks)) {
		if m.Role == "assistant" && m.Content != opening+insteadOfDoctrine {
			t.Errorf("stored: %s", m.Content)
		}
	}
	t.Run("and nobody else is given such an answer", func(t *testing.T) {
		for _, next := range []task{tasks[0], tasks[len(tasks)-1]} {
			asked := len(server.Upstream.Chats())
			upstream.attempts[next.number] = 0
			checkGuarded(t, server, churchID, next.number, next.lens)
			if len(server.Upstream.Chats()) == asked {
				t.Errorf("question %d was answered from the cache", next.number)
			}
		}
	})
}

// checkGuarded asks a question whose answer tempts, and holds what its visitor sees, and whoever reads it again.
func checkGuarded(t *testing.T, server *chattest.Server, churchID uuid.UUID, number int, lens seed.Lens) {
	q := chattest.Question{
		Message: fmt.Sprintf("Which words stand under hymn number %d in the blue book?", number),
		Session: uuid.New(), Lens: lens.Slug,
	}
	ctx, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
	defer cancel()
	res, err := server.Post(ctx, churchID, q)
	if err != nil {
		t.Error(err)
		return
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	events, parseErr := chattest.ReadEvents(bytes.NewReader(raw))
	if err != nil || parseErr != nil || res.StatusCode != http.StatusOK || len(events) < 2 {
		t.Errorf("status %d, %v, %v: %s", res.StatusCode, err, parseErr, raw)
		return
	}
	again, err := server.RequestResume(ctx, churchID, q.Session, events[0].Data["turnId"].(string), 0)
	if err != nil {
		t.Error(err)
		return
	}
	defer again.Body.Close()
	repeated, err := chattest.ReadEvents(again.Body)
	if err != nil {
		t.Error(err)
		return
	}
	for who, seen := range map[string]chattest.Events{"the visitor": events, "who reads it again": repeated} {
		for _, version := range versions(seen) {
			for _, rule := range lens.Doctrine {
				for _, term := range rule.ForbiddenTerms {
					if strings.Contains(plainWords(version), plainWords(term)) {
						t.Errorf("%s: %s sees %q in %q", lens.Slug, who, term, version)
					}
				}
			}
		}
		if final := seen.AfterReset().Text(); final != opening+insteadOfDoctrine {
			t.Errorf("%s: in the end %s has %q", lens.Slug, who, final)
		}
	}
}

// versions are what a reader has on the screen when it is longest: before each reset, and in the end.
func versions(events chattest.Events) (all []string) {
	from := 0
	for i, e := range events {
		if e.Name == "reset" {
			all = append(all, events[from:i].Text())
			from = i
		}
	}
	return append(all, events[from:].Text())
}

// counted sums up a metric over the series with a label.
func countedWith(t testing.TB, server *chattest.Server, metric, label, value string) (sum float64) {
	t.Helper()
	families, err := server.Registry.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		if family.GetName() != metric {
			continue
		}
		for _, series := range family.GetMetric() {
			for _, pair := range series.GetLabel() {
				if pair.GetName() == label && pair.GetValue() == value {
					sum += series.GetCounter().GetValue()
				}
			}
		}
	}
	return sum
}

// doctrinalChurch stores a church of a tradition that forbids one doctrine.
func doctrinalChurch(t testing.TB, server *chattest.Server) uuid.UUID {
	t.Helper()
	server.Exec(t, `insert into theological_lenses (id, slug, name, description) values (10, 'christocentric', 'Christocentric', 'Of Jesus first.')`)
	server.Exec(t, `insert into theological_contradictions (lens_id, topic, position, forbidden_terms)
		values (10, 'Last things', 'We trust in Christ alone.', '{purgatory,name it and claim it}')`)
	return newOpenChurch(t, server)
}

func TestASentenceThatWasNotToBeSaidIsWrittenAnew(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	server.Upstream.Script(
		modeltest.Stream(modeltest.Text("The supper is on Friday. Bring a cake. We pray for souls "), modeltest.Text("in pur"), modeltest.Text("gatory"), modeltest.Text(" there."), modeltest.Silence()),
		modeltest.Reply("We remember ", "the dead. ", "See you there."),
	)
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	events := server.Ask(t, churchID, q)
	const final = "The supper is on Friday. Bring a cake. We remember the dead. See you there."
	if got := events.AfterReset().Text(); got != final {
		t.Errorf("in the end there is %q: %v", got, events)
	}
	ctx, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
	defer cancel()
	chattest.Must(t, server.Upstream.WaitCancelled(ctx))
	chats := server.Upstream.Chats()
	if len(chats) != 2 {
		t.Fatalf("the model was asked %d times", len(chats))
	}
	sent := chats[1].Messages
	rule, kept := sent[len(sent)-1], sent[len(sent)-2]
	if rule.Role != "system" || !strings.Contains(rule.Content, `"purgatory"`) || !strings.Contains(rule.Content, "We trust in Christ alone.") {
		t.Errorf("the rule is restated so: %s: %s", rule.Role, rule.Content)
	}
	if kept.Role != "assistant" || kept.Content != "The supper is on Friday. Bring a cake. " {
		t.Errorf("what stays is told so: %s: %q", kept.Role, kept.Content)
	}
	if m := server.Messages(t, churchID, 2)[1]; m.Content != final || *m.Outcome != "stop" {
		t.Errorf("stored %+v", m)
	}
	if hits := countedWith(t, server, "narthex_guard_hits_total", "lens", "christocentric"); hits != 1 {
		t.Errorf("%v hits are counted", hits)
	}
	server.Upstream.Script(modeltest.Reply("The blue one."))
	if events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}); events.Tier() != 4 {
		t.Errorf("the next visitor was answered from the cache: %v", events)
	}
}

// A sentence of which nothing was shown yet needs no reset, and one that begins the answer leaves nothing behind.
func TestATermAtTheVeryBeginningIsNeverSeen(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	for _, first := range [][]string{{"Purgatory"}, {"Purgatory", " is real."}, {"P", "u", "r", "gator", "y."}, {"Name it", " and ", "claim it!"}} {
		server.Upstream.Script(modeltest.Reply(first...), modeltest.Reply("We trust in Christ alone."))
		events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
		if got := events.Text(); got != "We trust in Christ alone." || strings.Contains(strings.Join(events.Names(), " "), "reset") {
			t.Errorf("%q: %v", first, events)
		}
	}
}

// Text that was held back is not lost when it turns out to be harmless.
func TestWhatWasHeldBackForNothingComesInTheEnd(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	for _, answer := range []string{"The city of Purgat", "Purgatorial societies, name it and", "Name it and claim iterations."} {
		server.Upstream.Script(modeltest.Reply(inPieces(answer)...))
		if events := server.Ask(t, churchID, chattest.Question{Message: "Who wrote " + strconv.Quote(answer) + " on the wall?"}); events.Text() != answer {
			t.Errorf("%q: %v", answer, events)
		}
	}
}

// What a church has written itself counts like its lens's doctrine, from the next answer on.
func TestAChurchsOwnWordsAreNeverSaid(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	server.Exec(t, `insert into organization_settings (organization_id, doctrinal_overrides, chatbot_config)
		values ($1, '{"Last days": {"position": "We wait in hope.", "never": ["left behind"]}}', '{"words_to_avoid": ["sinner''s prayer"]}')`, churchID)
	for said, told := range map[string]string{
		"Nobody is left behind.": "We wait in hope.", "Say the Sinner’s Prayer.": "sinner's prayer", "Souls in purgatory.": "We trust in Christ alone.",
	} {
		server.Upstream.Script(modeltest.Reply(said), modeltest.Reply("Come and ask us."))
		if got := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}).AfterReset().Text(); got != "Come and ask us." {
			t.Errorf("%q was answered by %q", said, got)
		}
		chats := server.Upstream.Chats()
		last := chats[len(chats)-1].Messages
		if rule := last[len(last)-1].Content; !strings.Contains(rule, told) {
			t.Errorf("%q: the rule is restated so: %s", said, rule)
		}
	}
}
