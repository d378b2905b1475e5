package sse_test

import (
	"fmt"
	"testing"
	"time"

	"narthex/chat/chattest"
)

// BenchmarkFirstAnswerOfAChurchThatIsNotHeld measures a stored fact of a church that has to be loaded first, with as many FAQs as a
// demonstration church has; against the same of a church that is held, and against a round trip to Postgres and one to Redis that ask
// nothing (the floor), in the same run. A church in fifty is held.
func BenchmarkFirstAnswerOfAChurchThatIsNotHeld(b *testing.B) {
	const churches, faqs = 50, 22
	server := chattest.NewServer(b, func(c *chattest.Config) { c.ChurchBytes = 64 << 10 })
	var questions [churches][]byte
	for i := range questions {
		id := server.NewChurch(b)
		for n := range faqs {
			server.AddKnowledge(b, id, "faq", fmt.Sprintf("May we bring %d friends?", n+2), "Everybody is welcome to come along, and there is room for all.", true)
		}
		questions[i] = tier0Question(id)
	}
	const loads = "narthex_church_snapshot_loads_total"
	for _, subject := range []struct {
		name     string
		churches int
	}{{"not held", churches}, {"held", 1}} {
		b.Run(subject.name, func(b *testing.B) {
			before, asked := server.Counted(b, loads, "loaded"), 0
			measure(b, server.StreamURL, func() []byte {
				asked++
				return questions[asked%subject.churches]
			})
			b.ReportMetric((server.Counted(b, loads, "loaded")-before)/float64(asked), "loads/op")
		})
	}
	b.Run("floor", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			began := time.Now()
			if _, err := server.DB.Pool.Exec(b.Context(), `select 1`); err != nil {
				b.Fatal(err)
			}
			if err := server.Redis.Ping(b.Context()).Err(); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		reportTimes(b, took)
	})
}
