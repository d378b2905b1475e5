package compat_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/tools"
	"narthex/chat/turns"
	"narthex/cmd/dev/stack"
)

// counting counts the crises that a church is told of.
type counting struct{ crises atomic.Int32 }

func (c *counting) Notify(_ context.Context, _ pgx.Tx, notice tools.Notice) error {
	if notice.Kind == string(tools.Crisis) {
		c.crises.Add(1)
	}
	return nil
}

// TestACrisisIsAnsweredThroughOtherDoorsWhateverIsDown holds that each gives the whole answer of the crisis gate, and that the
// church is told once.
func TestACrisisIsAnsweredThroughOtherDoorsWhateverIsDown(t *testing.T) {
	const inDanger = "I want to kill myself tonight"
	doors := map[string]func(p *porch) string{
		"the AI SDK": func(p *porch) string {
			var seen page
			p.visit(uuid.New(), send(inDanger), do("finish"), do("print")).heard(&seen)
			return seen.last(p.t).Text
		},
		"chat completions": func(p *porch) string {
			var got completion
			p.asks(question(inDanger, nil), nil).heard(&got)
			return got.Text
		},
		"chat completions as a stream": func(p *porch) string {
			var got completion
			p.asks(question(inDanger, object{"stream": true}), nil).heard(&got)
			return got.Text
		},
	}
	for door, say := range doors {
		for what, down := range map[string]bool{"with all up": false, "with Redis and Postgres down": true} {
			t.Run(door+" "+what, func(t *testing.T) {
				p, told := &porch{}, &counting{}
				var redis, postgres *stack.Outage
				p.reaching(t, told, &redis, &postgres)
				var warm completion // the church and its key are known to the node from now on
				p.asks(question("What are your hours on Sunday?", nil), nil).heard(&warm)
				if down {
					redis.Cut()
					postgres.Cut()
				}
				if said := say(p); !strings.Contains(said, "findahelpline.com") || !strings.Contains(said, "Harbor Church") || len(said) < 300 {
					t.Errorf("it was answered:\n%s", said)
				}
				if down {
					redis.Restore()
					postgres.Restore()
				}
				p.await(`select count(*) from visitor_requests where kind = 'crisis'`, 1)
				p.await(`select count(*) from messages`, 4)
				if n := told.crises.Load(); n != 1 {
					t.Errorf("the church was told %d times", n)
				}
			})
		}
	}
}

// reaching opens a porch that reaches Redis and Postgres by relays that can be cut.
func (p *porch) reaching(t *testing.T, told tools.Notifier, redis, postgres **stack.Outage) {
	t.Helper()
	p.notifier = told
	p.relay = func(redisURL, postgresURL string) (string, string) {
		redisURL, *redis = stack.NewOutage(t, redisURL)
		postgresURL, *postgres = stack.NewOutage(t, postgresURL)
		return redisURL, postgresURL
	}
	p.begin(t, turns.Config{})
}

// await waits until so many rows are counted.
func (p *porch) await(sql string, count int) {
	p.t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(time.Minute); p.count(sql) < count; <-tick.C {
		if time.Now().After(end) {
			p.t.Fatalf("%s: there are not %d", sql, count)
		}
	}
}
