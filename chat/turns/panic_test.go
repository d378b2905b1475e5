package turns_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
)

// poison is what a message holds that has the code of ours that answers it panic.
const poison = "the ninth commandment of the hymnal"

// poisoned panics over it, as a fault in a tier would.
type poisoned struct{ model.Streamer }

func (p poisoned) Stream(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	if last := req.Messages[len(req.Messages)-1]; strings.Contains(last.Content, poison) {
		panic("a fault over " + last.Role)
	}
	return p.Streamer.Stream(ctx, req)
}

func withPoison(c *chattest.Config) {
	c.Model = func(s model.Streamer) model.Streamer { return poisoned{s} }
}

func TestAPanicCostsOneTurnWhichNobodyTriesAgain(t *testing.T) {
	first, second := chattest.TwoNodes(t, chattest.Patient, withPoison)
	churchID := first.NewChurch(t)
	release := make(chan struct{})
	first.Upstream.Default(chattest.Held(release, 1, "The ", "blue one."))
	other := first.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	seen := other.Until(t, "The ")

	q := chattest.Question{Message: "What says " + poison + "?", Session: uuid.New(), Client: uuid.New()}
	events := first.Ask(t, churchID, q)
	chattest.CheckStream(t, events)
	last := events[len(events)-1]
	if last.Name != "error" || last.Data["code"] != "cannot_answer" || last.Data["retryable"] != false {
		t.Errorf("the visitor was told %v", last)
	}
	for name, node := range map[string]*chattest.Server{"its own node": first, "another": second} {
		again := node.Ask(t, churchID, q) // sent again, it is the same turn
		if end := again[len(again)-1]; end.Name != "error" || end.Data["code"] != "cannot_answer" || again[0].Data["turnId"] != events[0].Data["turnId"] {
			t.Errorf("sent again to %s: %v", name, again)
		}
	}
	first.WaitTurns(t, 1)
	if caught := first.Counted(t, "narthex_panics_total", "turn") + second.Counted(t, "narthex_panics_total", "turn"); caught != 1 {
		t.Errorf("%v panics", caught)
	}
	close(release)
	if whole := append(seen, other.Rest(t)...); whole.Text() != "The blue one." {
		t.Errorf("another visitor: %v", whole)
	}
	if answer := first.Messages(t, churchID, 4); answer[len(answer)-1].Content == "" && answer[len(answer)-1].Outcome == nil {
		t.Errorf("stored %+v", answer)
	}
	if n := first.Redis.ZCard(t.Context(), "narthex:{"+churchID.String()+"}:running").Val(); n != 0 {
		t.Errorf("%d turns are still to be taken over", n)
	}
}

func TestATurnWhoseNodesDieIsRefusedByTheFourth(t *testing.T) {
	for deaths, want := range map[int]string{2: "done", 3: "error"} {
		server := chattest.NewServer(t)
		churchID, turn, session := server.NewChurch(t), uuid.New(), uuid.New()
		server.Upstream.Default(modeltest.Reply("The blue one."))
		ref := chat.TurnRef{Turn: turn, Session: session, Church: churchID}
		leaveBehind(t, server, ref, payloadOf(ref), deaths)

		chattest.Eventually(t, func() bool {
			return server.Redis.Exists(t.Context(), fmt.Sprintf("narthex:{%s}:turn:%s:log", churchID, turn)).Val() == 1
		})
		events := server.Resume(t, churchID, session, turn.String(), 0)
		last := events[len(events)-1]
		if last.Name != want || want == "error" && (last.Data["code"] != "cannot_answer" || last.Data["retryable"] != false) {
			t.Errorf("after %d deaths: %v", deaths, last)
		}
		if asked := len(server.Upstream.Chats()); (asked > 0) != (want == "done") {
			t.Errorf("after %d deaths the model was asked %d times", deaths, asked)
		}
	}
}

// A turn that no node can ever answer is not taken over again and again: whoever follows it is told.
func TestATurnThatNobodyCanAnswerIsRefusedAtOnce(t *testing.T) {
	for name, leave := range map[string]func(*chattest.Server, chat.TurnRef) (church uuid.UUID, payload string){
		"its payload cannot be read": func(_ *chattest.Server, ref chat.TurnRef) (uuid.UUID, string) { return ref.Church, "{" },
		"its payload is another session's": func(_ *chattest.Server, ref chat.TurnRef) (uuid.UUID, string) {
			other := ref
			other.Session = uuid.New()
			return ref.Church, payloadOf(other)
		},
		"its church has been deleted": func(_ *chattest.Server, ref chat.TurnRef) (uuid.UUID, string) {
			ref.Church = uuid.New()
			return ref.Church, payloadOf(ref)
		},
		"its church has left": func(server *chattest.Server, ref chat.TurnRef) (uuid.UUID, string) {
			server.Exec(t, `delete from premium_churches where church_id = $1`, ref.Church)
			return ref.Church, payloadOf(ref)
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := chattest.NewServer(t)
			ref := chat.TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: server.NewChurch(t)}
			var payload string
			ref.Church, payload = leave(server, ref)
			leaveBehind(t, server, ref, payload, 1)
			prefix := "narthex:{" + ref.Church.String() + "}:"
			chattest.Eventually(t, func() bool {
				return server.Redis.Exists(t.Context(), prefix+"turn:"+ref.Turn.String()+":log").Val() == 1
			})
			if left := server.Redis.Exists(t.Context(), prefix+"turn:"+ref.Turn.String(), prefix+"running").Val(); left != 0 {
				t.Error("it is to be taken over still")
			}
			events := server.Resume(t, ref.Church, ref.Session, ref.Turn.String(), 0)
			if last := events[len(events)-1]; last.Name != "error" || last.Data["code"] != "cannot_answer" || last.Data["retryable"] != false {
				t.Errorf("its visitor was told %v", last)
			}
		})
	}
}

// Its node answered it through Postgres while Redis was away, and died: nobody is told that it cannot be answered.
func TestATurnThatWasAnsweredIsNotRefused(t *testing.T) {
	server := chattest.NewServer(t)
	ref := chat.TurnRef{Session: uuid.New(), Church: server.NewChurch(t)}
	server.Upstream.Default(modeltest.Reply("The blue one."))
	events := server.Ask(t, ref.Church, chattest.Question{Message: chattest.ModelQuestion, Session: ref.Session})
	ref.Turn = uuid.MustParse(events[0].Data["turnId"].(string))
	server.Messages(t, ref.Church, 2)
	log := "narthex:{" + ref.Church.String() + "}:turn:" + ref.Turn.String() + ":log"
	chattest.Must(t, server.Redis.Del(t.Context(), log).Err())
	leaveBehind(t, server, ref, "{", 1)
	chattest.Eventually(t, func() bool { return server.Redis.Exists(t.Context(), log).Val() == 1 })
	if again := server.Resume(t, ref.Church, ref.Session, ref.Turn.String(), 0); again.Text() != "The blue one." || again[len(again)-1].Name != "done" {
		t.Errorf("its visitor was told %v", again)
	}
}

func payloadOf(ref chat.TurnRef) string {
	return fmt.Sprintf(`{"Message":%q,"ChurchID":%q,"SessionID":%q,"Agent":"coordinator","Received":"2026-11-21T10:00:00Z"}`, chattest.ModelQuestion, ref.Church, ref.Session)
}

// leaveBehind leaves a turn as so many nodes do that died over it, the last a moment ago.
func leaveBehind(t *testing.T, server *chattest.Server, ref chat.TurnRef, payload string, deaths int) {
	t.Helper()
	prefix := "narthex:{" + ref.Church.String() + "}:"
	_, err := server.Redis.TxPipelined(t.Context(), func(p redis.Pipeliner) error {
		p.HSet(t.Context(), prefix+"turn:"+ref.Turn.String(), "owner", "dead", "session", ref.Session.String(), "seed", payload, "taken", deaths-1)
		p.ZAdd(t.Context(), prefix+"running", redis.Z{Score: 1, Member: ref.Turn.String()})
		p.ZAdd(t.Context(), "narthex:{churches}:active", redis.Z{Score: 1, Member: ref.Church.String()})
		return nil
	})
	chattest.Must(t, err)
}
