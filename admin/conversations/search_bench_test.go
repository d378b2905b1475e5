package conversations_test

import (
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
)

// BenchmarkAHundredThousandMessagesSearched searches the conversations of a church that has 25,000 of four messages each, for words that all
// of them have, some, one, and none. It reports how long pages take, and how much the heap grows meanwhile.
func BenchmarkAHundredThousandMessagesSearched(b *testing.B) {
	h := newHouse(b)
	h.exec(b, `
		with made as (select gen_random_uuid() as id, n, now() - n * interval '20 minutes' as at from generate_series(1, 25000) n), stored as (
			insert into conversations (id, church_id, session_id, agent, created_at, last_message_at) select id, $1, id, 'care', at, at from made)
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, tier, reason, outcome, created_at)
		select gen_random_uuid(), $1, made.id, md5(made.id::text || turn)::uuid, role,
			case role when 'user' then 'Is there a place for ' || case n % 50 when 0 then 'bicycles' else 'cars' end || ' near house number ' || n || '?'
				else repeat('You can park behind the hall; the gate is open from eight on Sundays. ', 5) end,
			'care', case role when 'assistant' then 4 end, case role when 'assistant' then 'model' end, case role when 'assistant' then 'stop' end, at
		from made, generate_series(1, 2) turn, unnest(array['user', 'assistant']) role`, h.church)
	h.exec(b, "vacuum analyze messages")
	h.exec(b, "vacuum analyze conversations")
	session := accesstest.SignIn(b, h.db.Admin, h.church, access.RoleAdmin, access.Pastor)
	for name, test := range map[string]struct {
		query string
		found bool
	}{
		"everywhere": {"park", true}, "in some": {"bicycles", true}, "in one": {"number+24999", true}, "nowhere": {"xylophone", false}, "without words": {"", true},
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			var before, now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for b.Loop() {
				begun := time.Now()
				status, page := h.ask(b, http.MethodGet, "/admin/conversations?q="+test.query, session, "")
				took = append(took, time.Since(begun))
				if status != http.StatusOK || strings.Contains(page, `class="entries"`) != test.found {
					b.Fatal(status, page)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&now)
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-page-ms")
			b.ReportMetric(float64(int64(now.HeapAlloc)-int64(before.HeapAlloc))/(1<<20), "MB-heap")
		})
	}
}
