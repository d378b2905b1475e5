package turns_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// forget has a conversation deleted and returns the status.
func forget(t testing.TB, server *chattest.Server, churchID, session any) int {
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
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, server.URL+"/api/chatbot/conversations/"+session.(string)+query, nil)
	chattest.Must(t, err)
	res, err := http.DefaultClient.Do(req)
	chattest.Must(t, err)
	chattest.Must(t, res.Body.Close())
	return res.StatusCode
}

// kept is how many rows there are of a session's conversation.
func keptRows(t testing.TB, server *chattest.Server, churchID, session uuid.UUID) (rows int) {
	t.Helper()
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `
		select (select count(*) from conversations c where c.church_id = $1 and c.session_id = $2)
			+ (select count(*) from messages m join conversations c on c.id = m.conversation_id where c.church_id = $1 and c.session_id = $2)`,
		churchID, session).Scan(&rows))
	return rows
}

// keysSaying returns the keys of a church in Redis whose name or content says something.
func keysSaying(t testing.TB, server *chattest.Server, churchID uuid.UUID, what string) (found []string) {
	t.Helper()
	keys, err := server.Redis.Keys(t.Context(), "narthex:{"+churchID.String()+"}:*").Result()
	chattest.Must(t, err)
	for _, key := range keys {
		if strings.Contains(key+content(t, server.Redis, key), what) && !strings.Contains(key, ":forgotten:") {
			found = append(found, key)
		}
	}
	return found
}

func eventuallyKept(t testing.TB, server *chattest.Server, churchID, session uuid.UUID, rows int) {
	t.Helper()
	deadline := time.Now().Add(chattest.WaitLimit)
	for keptRows(t, server, churchID, session) != rows {
		if time.Now().After(deadline) {
			t.Fatalf("%d rows, want %d", keptRows(t, server, churchID, session), rows)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestForgettingDeletesAConversationWhereverItIs(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session, other := server.NewChurch(t), uuid.New(), uuid.New()
	server.Upstream.Script(modeltest.Reply("Take heart, dear violet."), modeltest.Reply("Yes, violet."))
	events := server.Ask(t, churchID, chattest.Question{Message: "My cat violet has died and I am sad", Session: session, Agent: "care"})
	turn := events[0].Data["turnId"].(string)
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: other})
	if status := server.PostToTurn(t, turn, "feedback", map[string]any{"sessionId": session, "churchId": churchID, "value": "up", "comment": "kind"}); status != http.StatusNoContent {
		t.Fatalf("feedback: %d", status)
	}
	eventuallyKept(t, server, churchID, session, 5)
	eventuallyKept(t, server, churchID, other, 3)
	if len(keysSaying(t, server, churchID, "violet")) == 0 {
		t.Fatal("Redis knows nothing of the conversation, so the test shows nothing")
	}

	for range 2 { // once more changes nothing
		if status := forget(t, server, churchID, session); status != http.StatusNoContent {
			t.Fatalf("status %d", status)
		}
	}
	var opinions int
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from message_feedback where church_id = $1`, churchID).Scan(&opinions))
	if rows := keptRows(t, server, churchID, session); rows != 0 || opinions != 0 {
		t.Errorf("%d rows and %d opinions are left", rows, opinions)
	}
	if keys := keysSaying(t, server, churchID, "violet"); len(keys) != 0 {
		t.Errorf("Redis still has %v", keys)
	}
	res, err := server.RequestResume(t.Context(), churchID, session, turn, 0)
	chattest.Must(t, err)
	chattest.Must(t, res.Body.Close())
	if res.StatusCode != http.StatusNoContent {
		t.Errorf("the answer can still be read: %d", res.StatusCode)
	}
	if rows := keptRows(t, server, churchID, other); rows != 3 {
		t.Errorf("another conversation has %d rows left of 3", rows)
	}
}

// Records in the journal when a conversation is forgotten must not bring it back when they are drained.
func TestWhatIsOnItsWayDoesNotComeBack(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	for range 10 {
		session := uuid.New()
		server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})
		if status := forget(t, server, churchID, session); status != http.StatusNoContent {
			t.Fatalf("status %d", status)
		}
		last := uuid.New() // when it is stored, whatever was before it is, too
		server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: last})
		eventuallyKept(t, server, churchID, last, 3)
		if rows := keptRows(t, server, churchID, session); rows != 0 {
			t.Fatalf("%d rows came back", rows)
		}
	}
}

func TestForgettingStopsTheAnswerUnderWayAndKeepsNothingOfIt(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID, session := server.NewChurch(t), uuid.New()
	server.Upstream.Script(modeltest.Stream(modeltest.Text("Once upon violet "), modeltest.Silence()))
	s := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Session: session})
	for e, ok := s.Next(t); e.Name != "delta"; e, ok = s.Next(t) {
		if !ok {
			t.Fatal("no answer")
		}
	}
	if status := forget(t, other, churchID, session); status != http.StatusNoContent {
		t.Fatalf("status %d", status)
	}
	limit, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
	defer cancel()
	chattest.Must(t, server.Upstream.WaitCancelled(limit))
	for e, ok := s.Next(t); ok; e, ok = s.Next(t) {
		if e.Name == "done" && e.Data["finish"] != "stopped" {
			t.Errorf("ended with %v", e)
		}
	}
	last := uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: last})
	eventuallyKept(t, server, churchID, last, 3)
	if rows := keptRows(t, server, churchID, session); rows != 0 {
		t.Errorf("%d rows came back", rows)
	}
	if keys := keysSaying(t, server, churchID, "violet"); len(keys) != 0 {
		t.Errorf("Redis still has %v", keys)
	}
}

func TestAForgottenConversationTakesNoMoreMessages(t *testing.T) {
	for name, break_ := range map[string]func(*stack.Outage){
		"Redis is up": func(*stack.Outage) {}, "Redis is cut off": (*stack.Outage).Cut, "Redis says nothing": (*stack.Outage).Silence,
	} {
		t.Run(name, func(t *testing.T) {
			var network *stack.Outage
			server := chattest.NewServer(t, chattest.CutRedis(t, &network))
			defer func() { network.Restore() }()
			churchID, session := server.NewChurch(t), uuid.New()
			server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})
			if status := forget(t, server, churchID, session); status != http.StatusNoContent {
				t.Fatalf("status %d", status)
			}
			break_(network)
			for _, message := range []string{"Is there parking?", chattest.ModelQuestion} {
				res, err := server.Post(t.Context(), churchID, chattest.Question{Message: message, Session: session})
				chattest.Must(t, err)
				chattest.Must(t, res.Body.Close())
				if res.StatusCode != http.StatusGone {
					t.Errorf("%q: status %d", message, res.StatusCode)
				}
			}
			if stored := server.Counted(t, "narthex_journal_fallbacks_total", "postgres"); stored != 0 {
				t.Errorf("%v messages are told of as stored in Postgres", stored)
			}
			// Who is in danger is answered all the same.
			if events := server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself", Session: session}); events[1].Data["reason"] != "crisis" {
				t.Errorf("answered with %v", events[1])
			}
			if rows := keptRows(t, server, churchID, session); rows != 0 {
				t.Errorf("%d rows came back", rows)
			}
		})
	}
}

func TestWhoMayForgetWhat(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, elsewhere, session := server.NewChurch(t), server.NewChurch(t), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})
	eventuallyKept(t, server, churchID, session, 3)
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
		if status := forget(t, server, tt.church, tt.session); status != tt.status {
			t.Errorf("%s: %d, want %d", name, status, tt.status)
		}
	}
	if rows := keptRows(t, server, churchID, session); rows != 3 {
		t.Errorf("%d rows are left of 3", rows)
	}
}

func TestWhoNamesChurchesThatThereAreNotFillsNothing(t *testing.T) {
	server := chattest.NewServer(t)
	for i := range 21 {
		churchID, want := uuid.New(), http.StatusNotFound
		if i == 20 {
			want = http.StatusTooManyRequests
		}
		if status := forget(t, server, churchID, uuid.New()); status != want {
			t.Errorf("%d: status %d, want %d", i, status, want)
		}
		if keys, err := server.Redis.Keys(t.Context(), "*"+churchID.String()+"*").Result(); err != nil || len(keys) > 0 {
			t.Errorf("%d: Redis keeps %v, %v", i, keys, err)
		}
	}
	churchID := server.NewChurch(t)
	if status := forget(t, server, churchID, uuid.New()); status != http.StatusTooManyRequests {
		t.Errorf("at a church that there is: %d", status)
	}
}

func TestAConversationOfAChurchWithoutASubscriptionIsForgotten(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session := server.NewChurch(t), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})
	eventuallyKept(t, server, churchID, session, 3)
	server.Exec(t, `delete from premium_churches where church_id = $1`, churchID)
	chattest.Eventually(t, func() bool {
		_, err := server.Churches.ByID(t.Context(), churchID)
		return errors.Is(err, church.ErrNotSubscribed)
	})
	if status := forget(t, server, churchID, session); status != http.StatusNoContent {
		t.Errorf("status %d", status)
	}
	if rows := keptRows(t, server, churchID, session); rows != 0 {
		t.Errorf("%d rows are left", rows)
	}
}

func TestRequestsThatWereMadeInAForgottenConversationStay(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session := server.NewChurch(t), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself", Session: session})
	requests := func() (n int) {
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from visitor_requests where church_id = $1 and session_id = $2`, churchID, session).Scan(&n))
		return n
	}
	deadline := time.Now().Add(chattest.WaitLimit)
	for requests() == 0 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	forget(t, server, churchID, session)
	if n := requests(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestForgettingWithoutRedisAsksForAnotherTry(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server := chattest.NewServer(t, func(config *chattest.Config) { config.RedisURL = address })
	churchID, session := server.NewChurch(t), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})
	eventuallyKept(t, server, churchID, session, 3)
	network.Cut()
	if status := forget(t, server, churchID, session); status != http.StatusServiceUnavailable {
		t.Errorf("without Redis: %d", status)
	}
	if rows := keptRows(t, server, churchID, session); rows != 0 {
		t.Errorf("without Redis: %d rows are left", rows)
	}
	network.Restore()
	deadline := time.Now().Add(chattest.WaitLimit)
	for forget(t, server, churchID, session) != http.StatusNoContent {
		if time.Now().After(deadline) {
			t.Fatal("never again")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func TestACommentIsKeptWithAnOpinion(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session := server.NewChurch(t), uuid.New()
	turn := server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})[0].Data["turnId"].(string)
	rate := func(value, comment string) int {
		return server.PostToTurn(t, turn, "feedback", map[string]any{"sessionId": session, "churchId": churchID, "value": value, "comment": comment})
	}
	kept := func() (comment string) {
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select coalesce(max(coalesce(comment, 'none')), 'no opinion') from message_feedback where turn_id = $1`, turn).Scan(&comment))
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

// Anybody may have a conversation forgotten that never was: of those marks are bounded, and of the others none is dropped for them.
func TestOnlyWhatNobodyKnewIsNotedAsSuch(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, real, invented := server.NewChurch(t), uuid.New(), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: real})
	for range 2 { // the second time there is nothing left of either
		for _, session := range []uuid.UUID{real, invented} {
			if status := forget(t, server, churchID, session); status != http.StatusNoContent {
				t.Fatalf("status %d", status)
			}
		}
	}
	noted := server.Redis.ZRange(t.Context(), "narthex:{"+churchID.String()+"}:forgotten:nothing", 0, -1).Val()
	if len(noted) != 1 || noted[0] != invented.String() {
		t.Errorf("noted as unknown: %v, want %v", noted, invented)
	}
	for _, session := range []uuid.UUID{real, invented} {
		if server.Redis.Exists(t.Context(), "narthex:{"+churchID.String()+"}:forgotten:"+session.String()).Val() != 1 {
			t.Errorf("%v is not marked", session)
		}
	}
}
