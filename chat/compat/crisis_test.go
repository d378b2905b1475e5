package compat_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/turns"
	"narthex/cmd/dev/stack"
)

// TestACrisisIsAnsweredThroughOtherDoorsWhateverIsDown holds that each gives the whole answer of the crisis gate, and that the
// church is told once.
func TestACrisisIsAnsweredThroughOtherDoorsWhateverIsDown(t *testing.T) {
	const inDanger = "I want to kill myself tonight"
	doors := map[string]func(s *server) string{
		"the AI SDK": func(s *server) string {
			var seen page
			s.visit(uuid.New(), send(inDanger), do("finish"), do("print")).heard(&seen)
			return seen.last(s.t).Text
		},
		"chat completions": func(s *server) string {
			var got completion
			s.asks(question(inDanger, nil), nil).heard(&got)
			return got.Text
		},
		"chat completions as a stream": func(s *server) string {
			var got completion
			s.asks(question(inDanger, object{"stream": true}), nil).heard(&got)
			return got.Text
		},
	}
	for door, say := range doors {
		for what, down := range map[string]bool{"with all up": false, "with Redis and Postgres down": true} {
			t.Run(door+" "+what, func(t *testing.T) {
				var redis, postgres *stack.Outage
				s := newServer(t, turns.Config{}, chattest.CutRedis(t, &redis), chattest.CutPostgres(t, &postgres))
				var warm completion // the church and its key are known to the node from now on
				s.asks(question("What are your hours on Sunday?", nil), nil).heard(&warm)
				if down {
					redis.Cut()
					postgres.Cut()
				}
				if said := say(s); !strings.Contains(said, "findahelpline.com") || !strings.Contains(said, "Harbor Church") || len(said) < 300 {
					t.Errorf("it was answered:\n%s", said)
				}
				if down {
					redis.Restore()
					postgres.Restore()
				}
				s.await(`select count(*) from visitor_requests where kind = 'crisis'`, 1)
				s.await(`select count(*) from messages`, 4)
				if n := len(s.CrisisNotices(s.churchID)); n != 1 {
					t.Errorf("the church was told %d times", n)
				}
			})
		}
	}
}

// TestACompletionAfterACrisisIsGivenWithCare has a client without a session, which sends the whole conversation each time.
func TestACompletionAfterACrisisIsGivenWithCare(t *testing.T) {
	s := newServer(t, turns.Config{})
	past := []object{{"role": "user", "content": "I want to kill myself tonight"}, {"role": "assistant", "content": "I am glad that you told me."},
		{"role": "user", "content": "What are your hours on Sunday?"}}
	var got completion
	s.asks(object{"model": "narthex-coordinator", "messages": past}, nil).heard(&got)
	if got.Narthex.Agent != "care" || !strings.Contains(got.Text, "findahelpline.com") || got.Narthex.Tier == nil || *got.Narthex.Tier != 0 {
		t.Errorf("%+v", got)
	}
}

// await waits until so many rows are counted.
func (s *server) await(sql string, count int) {
	s.t.Helper()
	chattest.Eventually(s.t, func() bool { return s.Count(s.t, sql) >= count })
}
