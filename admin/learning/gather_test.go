package learning

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

func TestQuestionsAreGroupedByMeaning(t *testing.T) {
	r := newRecord(t)
	for _, question := range []string{"Do you have a choir?", "do you have a choir", "Is there a choir?", "Is alcohol allowed in the building?"} {
		r.ask(t, asked{question: question})
	}
	r.gather(t)
	if got := texts(r.groups(t, false)); len(got) != 2 || !strings.HasPrefix(got[0], "1: Is alcohol allowed") || !strings.HasPrefix(got[1], "3: Do you have a choir?") {
		t.Errorf("%q", got)
	}
}

func TestOnlyWhatWasNotAnsweredWellIsGathered(t *testing.T) {
	r := newRecord(t)
	source := `[{"id": "` + uuid.NewString() + `", "kind": "faq", "title": "Parking", "similarity": 0.9}]`
	for question, how := range map[string]asked{
		"Is there a lending library?":             {},
		"Is there a bowling league?":              {tier: 2},
		"Is there a telescope for the youth?":     {sources: source, answer: "I don't have that on file, and would rather not guess."},
		"¿Hay clases de guitarra?":                {sources: source, answer: "No tengo esa información."},
		"Is there a lift for the balcony?":        {tier: 1, sources: source, rated: "down"},
		"Where do I park?":                        {sources: source},
		"Where are the services?":                 {tier: -1},
		"What groups do you have?":                {trace: `{"tools": [{"name": "list_ministries", "ok": true, "ms": 1}]}`},
		"Thank you so much":                       {answer: "You are welcome."},
		"ok":                                      {},
		"Is the early service quiet?":             {tier: 1, sources: source, rated: "up"},
		"Is it " + strings.Repeat("very ", 80):    {},
		"\U0001F64F \U0001F64F":                   {},
		"What about the other one?":               {},
		"You idiots, do you ever answer anybody?": {},
	} {
		how.question = question
		r.ask(t, how)
	}
	r.gather(t)
	got := texts(r.groups(t, false))
	want := []string{"1: Is there a bowling league?", "1: Is there a lending library?", "1: Is there a lift for the balcony?", "1: Is there a telescope for the youth?", "1: ¿Hay clases de guitarra?"}
	if !slices.Equal(got, want) {
		t.Errorf("gathered are %q", got)
	}
}

func TestACallWithoutATranscriptIsNotGathered(t *testing.T) {
	r := newRecord(t)
	r.ask(t, asked{question: "Is there a lending library?"})
	r.ask(t, asked{question: "Is there a bowling league?"})
	r.Exec(t, `insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at, transcribed)
		select conversation_id, church_id, conversation_id, 'CA', '+12075550145', 'en', 1, now(), now(), false
		from messages where church_id = $1 and content = 'Is there a bowling league?'`, r.church)
	r.gather(t)
	if got := texts(r.groups(t, false)); !slices.Equal(got, []string{"1: Is there a lending library?"}) {
		t.Errorf("gathered are %q", got)
	}
}

// Whatever tells of one person stays out, or is not shown: the planted words stand for names, numbers and prayers.
func TestNoGroupTellsOfAVisitor(t *testing.T) {
	r := newRecord(t)
	private := func(kind string, columns string, question string) {
		a := r.ask(t, asked{question: "Do you have planted" + kind + " classes?"})
		r.Exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, `+columns+`) values ($2, $1, $3, $4, gen_random_uuid(), $2, true)`,
			r.church, uuid.New(), kind, a.session)
		r.ask(t, asked{question: question, session: a.session})
	}
	private("message", "confidential", "What is planted in the garden?")
	private("message", "safeguarding", "What is planted in the yard?")
	private("prayer", "urgent", "What is planted at the door?")
	r.Exec(t, "update visitor_requests set urgent = false where kind = 'prayer'")
	flagged := r.ask(t, asked{question: "Do you have planted flowers?", flagged: true})
	r.ask(t, asked{question: "Do you sell planted pots?", session: flagged.session})
	for _, question := range []string{
		"Please pray for planted, she has surgery on Friday?", "can you pray for my planted?", "¿Pueden orar por planted, que está en el hospital?", "Oren por planted por favor?",
		"My name is planted, is there a choir?", "me llamo planted, ¿hay misa?", "I am planted's mother, who can help her?", "My husband planted left me, what should I do?",
		"Does planted@example.org belong to the office?", "Is 207 555 0199 planted's number?", "I want to kill myself, is planted there?", "planted raped me, who can I tell?",
		"Soy planted, ¿puedo cantar en el coro?", "Dear God, heal planted?", "¿Mi hija planted puede bautizarse?",
	} {
		r.ask(t, asked{question: question})
	}
	for _, name := range []string{"ruth miller", "Guadalupe Hernández", "xochitl", "jose garcia", "Mrs. Kowalczyk", "karen", "nkechi okafor", "pastor zebediah"} {
		r.ask(t, asked{question: "does " + name + " sing in the choir on sunday?"})
		r.ask(t, asked{question: "¿canta " + name + " en el coro el domingo?"})
	}
	r.ask(t, asked{question: "Is the office at 44 Maple Street open on Monday?"})
	r.ask(t, asked{question: "Is 207-555-0199 the number of the office on Monday?"})
	r.gather(t)
	groups := r.groups(t, false)
	if len(groups) < 2 {
		t.Fatalf("the test shows nothing: %q", texts(groups))
	}
	for _, text := range texts(groups) {
		folded := strings.ToLower(text)
		for _, secret := range []string{"planted", "ruth", "miller", "guadalupe", "hernández", "xochitl", "jose", "garcia", "kowalczyk", "karen", "nkechi", "okafor", "zebediah", "maple", "44", "555", "0199", "pray", "surgery"} {
			if strings.Contains(folded, secret) {
				t.Errorf("%q is shown: %s", secret, text)
			}
		}
	}
	var stored string
	must(t, r.DB.Admin.QueryRow(t.Context(), "select coalesce(string_agg(g::text, ''), '') from (select id, draft_question, draft_answer from question_groups) g").Scan(&stored))
	if strings.Contains(stored, "sing") {
		t.Errorf("what was asked is stored twice: %s", stored)
	}
}

func TestWhatBecomesPrivateLaterLeaves(t *testing.T) {
	r := newRecord(t)
	a := r.ask(t, asked{question: "Do you have a choir?"})
	r.gather(t)
	if got := texts(r.groups(t, false)); len(got) != 1 {
		t.Fatalf("%q", got)
	}
	r.Exec(t, "update conversations set flagged = true where id = $1", a.conversation)
	if got := texts(r.groups(t, false)); len(got) != 0 {
		t.Errorf("shown are still %q", got)
	}
	r.gather(t)
	if n := r.Count(t, "select count(*) from question_groups"); n != 0 {
		t.Errorf("%d groups are left", n)
	}
}

func TestAForgottenQuestionLeavesItsGroup(t *testing.T) {
	r := newRecord(t)
	first := r.ask(t, asked{question: "Do you have a choir?", at: time.Now().Add(-time.Hour)})
	second := r.ask(t, asked{question: "Is there a choir?"})
	r.gather(t)
	group := r.groupOf(t, first.turn)
	if group == uuid.Nil || group != r.groupOf(t, second.turn) {
		t.Fatal("the questions are not in one group")
	}
	must(t, r.Service.ForgetFor(t.Context(), r.church, first.session))
	if got := texts(r.groups(t, false)); !slices.Equal(got, []string{"1: Is there a choir?"}) {
		t.Errorf("shown are %q", got)
	}
	if n := r.Count(t, "select count(*) from question_groups where anchor is not null"); n != 0 {
		t.Error("the embedding of the forgotten question is still there")
	}
	r.gather(t)
	if n := r.Count(t, "select count(*) from question_groups where anchor_turn = $1 and id = $2", second.turn, group); n != 1 {
		t.Error("the group has no new anchor, or is another one")
	}
	must(t, r.Service.ForgetFor(t.Context(), r.church, second.session))
	if n := r.Count(t, "select (select count(*) from question_groups) + (select count(*) from open_questions)"); n != 0 {
		t.Errorf("%d rows are left of what was forgotten", n)
	}
}

// What is asked on later days joins groups, or begins new ones: those that there were stay what they were.
func TestGroupsStayTheSameFromDayToDay(t *testing.T) {
	r := newRecord(t)
	topics := []string{"choir", "library", "bowling league", "chess club", "food pantry", "knitting circle", "dance class", "book sale", "car park", "youth camp"}
	frames := []string{"Do you have a %s?", "Is there a %s?", "do you have a %s", "When is the %s?", "Who runs the %s?"}
	day, groups := time.Now().Add(-10*24*time.Hour), make(map[uuid.UUID]uuid.UUID)
	for d := range 5 {
		var turns []uuid.UUID
		for i := range 20 {
			a := r.ask(t, asked{question: fmt.Sprintf(frames[(i+d)%len(frames)], topics[(i*(d+1))%len(topics)]), at: day.Add(time.Duration(d*24)*time.Hour + time.Duration(i)*time.Minute)})
			turns = append(turns, a.turn)
		}
		r.gather(t)
		r.Exec(t, "update question_gatherings set gathered_at = $1", day.Add(time.Duration(d)*24*time.Hour))
		for turn, group := range groups {
			if now := r.groupOf(t, turn); now != group {
				t.Fatalf("day %d: a question has moved from group %s to %s", d, group, now)
			}
		}
		for _, turn := range turns {
			if groups[turn] = r.groupOf(t, turn); groups[turn] == uuid.Nil {
				t.Fatalf("day %d: a question has no group", d)
			}
		}
	}
	before := texts(r.groups(t, false))
	r.gather(t)
	if after := texts(r.groups(t, false)); !slices.Equal(before, after) {
		t.Errorf("gathered once more: %q, before: %q", after, before)
	}
}

func TestADismissedGroupStaysDismissedWhateverJoins(t *testing.T) {
	r := newRecord(t)
	a := r.ask(t, asked{question: "Do you have a choir?"})
	r.gather(t)
	r.Exec(t, "update question_groups set dismissed_at = now()")
	b := r.ask(t, asked{question: "Is there a choir?"})
	r.gather(t)
	if got := texts(r.groups(t, false)); len(got) != 0 {
		t.Errorf("shown are %q", got)
	}
	if got := texts(r.groups(t, true)); len(got) != 1 || !strings.HasPrefix(got[0], "2: ") || r.groupOf(t, a.turn) != r.groupOf(t, b.turn) {
		t.Errorf("dismissed are %q", got)
	}
}

func TestWhatAFAQAnswersIsNotShown(t *testing.T) {
	r := newRecord(t)
	r.ask(t, asked{question: "Do you have a choir?"})
	r.ask(t, asked{question: "Is alcohol allowed in the building?"})
	r.gather(t)
	faq := r.AddKnowledge(t, r.church, "faq", "Do you have a choir of your own?", "Yes, on Thursdays.", false)
	for range 2 { // before the groups were compared with it, and after
		if got := texts(r.groups(t, false)); len(got) != 1 || strings.Contains(got[0], "choir") {
			t.Errorf("with the FAQ: %q", got)
		}
		r.gather(t)
	}
	r.Exec(t, "update unified_rag_content set curation_status = 'rejected' where id = $1", faq)
	if got := texts(r.groups(t, false)); len(got) != 2 {
		t.Errorf("without the FAQ: %q", got)
	}
}

func TestAnEmbeddingOfWhenItWasAskedIsUsedAgain(t *testing.T) {
	r := newRecord(t)
	embedder := &counting{Embedder: r.Embedder}
	embeddings, err := cache.NewEmbeddings(r.Redis, cache.Config{})
	must(t, err)
	r.gatherer.Embedder, r.gatherer.Embeddings = embedder, embeddings
	const known = "Do you have a choir?"
	vectors, err := r.Embedder.Embed(t.Context(), []string{known})
	must(t, err)
	must(t, embeddings.Put(t.Context(), r.church, r.Embedder.Name(), cache.Asked{Text: known}, vectors[0]))
	r.ask(t, asked{question: known})
	r.ask(t, asked{question: "Is ruth allowed in the building on monday?"})
	r.gather(t)
	if !slices.Equal(embedder.texts, []string{"Is allowed in the building on monday?"}) {
		t.Errorf("embedded were %q", embedder.texts)
	}
}

func TestTwoWhoGatherAtOnceGatherOnce(t *testing.T) {
	r := newRecord(t)
	for i := range 30 {
		r.ask(t, asked{question: fmt.Sprintf("Do you have a choir for group %d?", i%7)})
	}
	failed := make(chan error, 4)
	for range cap(failed) {
		go func() { failed <- r.gatherer.Gather(t.Context(), r.church) }()
	}
	for range cap(failed) {
		must(t, <-failed)
	}
	if n := r.Count(t, "select count(*) from open_questions"); n != 30 {
		t.Errorf("%d questions are gathered", n)
	}
	if n := r.Count(t, "select count(*) from question_groups g where not exists (select from open_questions q where q.group_id = g.id)"); n != 0 {
		t.Errorf("%d groups have no question", n)
	}
}
