package turns_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// forget has a conversation deleted and returns the status.
func (p *porch) forget(t testing.TB, churchID, session any) int {
	t.Helper()
	query := ""
	if church, ok := churchID.(uuid.UUID); ok {
		churchID = church.String()
	}
	if id, ok := session.(uuid.UUID); ok {
		session = id.String()
	}
	if churchID != "" {
		query = "?churchId=" + churchID.(string)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, p.base+"/api/chatbot/conversations/"+session.(string)+query, nil)
	must(t, err)
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	must(t, res.Body.Close())
	return res.StatusCode
}

// kept is how many rows there are of a session's conversation.
func (p *porch) kept(t testing.TB, churchID, session uuid.UUID) (rows int) {
	t.Helper()
	must(t, p.db.Admin.QueryRow(t.Context(), `
		select (select count(*) from conversations c where c.church_id = $1 and c.session_id = $2)
			+ (select count(*) from messages m join conversations c on c.id = m.conversation_id where c.church_id = $1 and c.session_id = $2)`,
		churchID, session).Scan(&rows))
	return rows
}

// keysSaying returns the keys of a church in Redis whose name or content says something.
func (p *porch) keysSaying(t testing.TB, churchID uuid.UUID, what string) (found []string) {
	t.Helper()
	keys, err := p.redis.Keys(t.Context(), "narthex:{"+churchID.String()+"}:*").Result()
	must(t, err)
	for _, key := range keys {
		dump, err := p.redis.Dump(t.Context(), key).Result()
		if err == nil && strings.Contains(key+dump, what) && !strings.Contains(key, ":forgotten:") {
			found = append(found, key)
		}
	}
	return found
}

func eventuallyKept(t testing.TB, p *porch, churchID, session uuid.UUID, rows int) {
	t.Helper()
	deadline := time.Now().Add(waitLimit)
	for p.kept(t, churchID, session) != rows {
		if time.Now().After(deadline) {
			t.Fatalf("%d rows, want %d", p.kept(t, churchID, session), rows)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestForgettingDeletesAConversationWhereverItIs(t *testing.T) {
	p := openPorch(t)
	churchID, session, other := p.newChurch(t), uuid.New(), uuid.New()
	p.upstream.Script(modeltest.Reply("Take heart, dear violet."), modeltest.Reply("Yes, violet."))
	events := p.ask(t, churchID, question{message: "My cat violet has died and I am sad", session: session, agent: "care"})
	turn := events[0].data["turnId"].(string)
	p.ask(t, churchID, question{message: "Is there parking?", session: session})
	p.ask(t, churchID, question{message: "Is there parking?", session: other})
	if status := p.tell(t, turn, "feedback", map[string]any{"sessionId": session, "churchId": churchID, "value": "up", "comment": "kind"}); status != http.StatusNoContent {
		t.Fatalf("feedback: %d", status)
	}
	eventuallyKept(t, p, churchID, session, 5)
	eventuallyKept(t, p, churchID, other, 3)
	if len(p.keysSaying(t, churchID, "violet")) == 0 {
		t.Fatal("Redis knows nothing of the conversation, so the test shows nothing")
	}

	for range 2 { // once more changes nothing
		if status := p.forget(t, churchID, session); status != http.StatusNoContent {
			t.Fatalf("status %d", status)
		}
	}
	var opinions int
	must(t, p.db.Admin.QueryRow(t.Context(), `select count(*) from message_feedback where church_id = $1`, churchID).Scan(&opinions))
	if rows := p.kept(t, churchID, session); rows != 0 || opinions != 0 {
		t.Errorf("%d rows and %d opinions are left", rows, opinions)
	}
	if keys := p.keysSaying(t, churchID, "violet"); len(keys) != 0 {
		t.Errorf("Redis still has %v", keys)
	}
	res, err := p.resumeIn(t.Context(), churchID, session, turn, 0)
	must(t, err)
	must(t, res.Body.Close())
	if res.StatusCode != http.StatusNoContent {
		t.Errorf("the answer can still be read: %d", res.StatusCode)
	}
	if rows := p.kept(t, churchID, other); rows != 3 {
		t.Errorf("another conversation has %d rows left of 3", rows)
	}
}

// Records in the journal when a conversation is forgotten must not bring it back when they are drained.
func TestWhatIsOnItsWayDoesNotComeBack(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	for range 10 {
		session := uuid.New()
		p.ask(t, churchID, question{message: "Is there parking?", session: session})
		if status := p.forget(t, churchID, session); status != http.StatusNoContent {
			t.Fatalf("status %d", status)
		}
		last := uuid.New() // when it is stored, whatever was before it is, too
		p.ask(t, churchID, question{message: "Is there parking?", session: last})
		eventuallyKept(t, p, churchID, last, 3)
		if rows := p.kept(t, churchID, session); rows != 0 {
			t.Fatalf("%d rows came back", rows)
		}
	}
}

func TestForgettingStopsTheAnswerUnderWayAndKeepsNothingOfIt(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID, session := p.newChurch(t), uuid.New()
	p.upstream.Script(modeltest.Stream(modeltest.Text("Once upon violet "), modeltest.Silence()))
	s := p.open(t, churchID, question{message: hymnal, session: session})
	for e, ok := s.next(t); e.name != "delta"; e, ok = s.next(t) {
		if !ok {
			t.Fatal("no answer")
		}
	}
	if status := other.forget(t, churchID, session); status != http.StatusNoContent {
		t.Fatalf("status %d", status)
	}
	limit, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	must(t, p.upstream.WaitCancelled(limit))
	for e, ok := s.next(t); ok; e, ok = s.next(t) {
		if e.name == "done" && e.data["finish"] != "stopped" {
			t.Errorf("ended with %v", e)
		}
	}
	last := uuid.New()
	p.ask(t, churchID, question{message: "Is there parking?", session: last})
	eventuallyKept(t, p, churchID, last, 3)
	if rows := p.kept(t, churchID, session); rows != 0 {
		t.Errorf("%d rows came back", rows)
	}
	if keys := p.keysSaying(t, churchID, "violet"); len(keys) != 0 {
		t.Errorf("Redis still has %v", keys)
	}
}

func TestAForgottenConversationTakesNoMoreMessages(t *testing.T) {
	p := openPorch(t)
	churchID, session := p.newChurch(t), uuid.New()
	p.ask(t, churchID, question{message: "Is there parking?", session: session})
	p.forget(t, churchID, session)
	for _, message := range []string{"Is there parking?", hymnal} {
		res, err := p.post(t.Context(), churchID, question{message: message, session: session})
		must(t, err)
		must(t, res.Body.Close())
		if res.StatusCode != http.StatusGone {
			t.Errorf("%q: status %d", message, res.StatusCode)
		}
	}
	// Who is in danger is answered all the same.
	if events := p.ask(t, churchID, question{message: "I want to kill myself", session: session}); events[1].data["reason"] != "crisis" {
		t.Errorf("answered with %v", events[1])
	}
}

func TestWhoMayForgetWhat(t *testing.T) {
	p := openPorch(t)
	churchID, elsewhere, session := p.newChurch(t), p.newChurch(t), uuid.New()
	p.ask(t, churchID, question{message: "Is there parking?", session: session})
	eventuallyKept(t, p, churchID, session, 3)
	for name, tt := range map[string]struct {
		church, session any
		status          int
	}{
		"a session of another church":  {elsewhere, session, 204},
		"a session that nobody has":    {churchID, uuid.New(), 204},
		"a church that there is not":   {uuid.New(), session, 404},
		"no church":                    {"", session, 400},
		"a church that is no id":       {"grace-harbor", session, 400},
		"a session that is no id":      {churchID, "everything", 400},
		"the session that is nobody's": {churchID, uuid.Nil, 400},
	} {
		if status := p.forget(t, tt.church, tt.session); status != tt.status {
			t.Errorf("%s: %d, want %d", name, status, tt.status)
		}
	}
	if rows := p.kept(t, churchID, session); rows != 3 {
		t.Errorf("%d rows are left of 3", rows)
	}
}

func TestRequestsThatWereMadeInAForgottenConversationStay(t *testing.T) {
	p := openPorch(t)
	churchID, session := p.newChurch(t), uuid.New()
	p.ask(t, churchID, question{message: "I want to kill myself", session: session})
	requests := func() (n int) {
		must(t, p.db.Admin.QueryRow(t.Context(), `select count(*) from visitor_requests where church_id = $1 and session_id = $2`, churchID, session).Scan(&n))
		return n
	}
	deadline := time.Now().Add(waitLimit)
	for requests() == 0 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	p.forget(t, churchID, session)
	if n := requests(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestForgettingWithoutRedisAsksForAnotherTry(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	p := openPorch(t, func(s *settings) { s.redisURL = address })
	churchID, session := p.newChurch(t), uuid.New()
	p.ask(t, churchID, question{message: "Is there parking?", session: session})
	eventuallyKept(t, p, churchID, session, 3)
	network.Cut()
	if status := p.forget(t, churchID, session); status != http.StatusServiceUnavailable {
		t.Errorf("without Redis: %d", status)
	}
	if rows := p.kept(t, churchID, session); rows != 0 {
		t.Errorf("without Redis: %d rows are left", rows)
	}
	network.Restore()
	deadline := time.Now().Add(waitLimit)
	for p.forget(t, churchID, session) != http.StatusNoContent {
		if time.Now().After(deadline) {
			t.Fatal("never again")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func TestACommentIsKeptWithAnOpinion(t *testing.T) {
	p := openPorch(t)
	churchID, session := p.newChurch(t), uuid.New()
	turn := p.ask(t, churchID, question{message: "Is there parking?", session: session})[0].data["turnId"].(string)
	rate := func(value, comment string) int {
		return p.tell(t, turn, "feedback", map[string]any{"sessionId": session, "churchId": churchID, "value": value, "comment": comment})
	}
	kept := func() (comment string) {
		must(t, p.db.Admin.QueryRow(t.Context(), `select coalesce(max(coalesce(comment, 'none')), 'no opinion') from message_feedback where turn_id = $1`, turn).Scan(&comment))
		return comment
	}
	for _, tt := range []struct {
		name, value, comment string
		status               int
		kept                 string
	}{
		{"without", "up", "", 204, "none"},
		{"with", "down", "  You forgot\r\nthe overflow lot. ", 204, "You forgot\nthe overflow lot."},
		{"a new one", "down", "No: 🅿️ is behind.", 204, "No: 🅿️ is behind."},
		{"the longest", "up", strings.Repeat("é", 1000), 204, strings.Repeat("é", 1000)},
		{"too long", "up", strings.Repeat("é", 1001), 400, strings.Repeat("é", 1000)},
		{"no text", "up", "a\x00b", 400, strings.Repeat("é", 1000)},
		{"taken back", "", "", 204, "no opinion"},
	} {
		if status := rate(tt.value, tt.comment); status != tt.status {
			t.Errorf("%s: %d", tt.name, status)
		}
		if got := kept(); got != tt.kept {
			t.Errorf("%s: %q is kept", tt.name, got)
		}
	}
}
