package model_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"narthex/chat/model/modeltest"
)

// stopsIn stops streams in mid-answer and fails unless their upstream notices at once.
func stopsIn(t *testing.T, stream func(ctx context.Context, stop func()), noticed func()) {
	t.Helper()
	const streams, limit = 9, 100 * time.Millisecond
	var took []time.Duration
	for range streams {
		ctx, cancel := context.WithCancel(t.Context())
		var stopped time.Time
		stream(ctx, func() {
			if stopped.IsZero() {
				stopped = time.Now()
				cancel()
			}
		})
		noticed()
		took = append(took, time.Since(stopped))
		cancel()
	}
	slices.Sort(took)
	t.Logf("noticed after %s to %s", took[0], took[streams-1])
	if took[streams/2] > limit { // one may meet a busy machine
		t.Fatalf("noticed after %s", took)
	}
}

func TestUpstreamNoticesAStopAtOnce(t *testing.T) {
	for _, test := range []struct {
		name  string
		leave bool // the loop, where the context would be cancelled
	}{{"when the context is cancelled", false}, {"when the loop is left", true}} {
		t.Run(test.name, func(t *testing.T) {
			up := modeltest.New(t)
			up.Default(modeltest.Stream(modeltest.Text("one"), modeltest.Silence()))
			client := newClient(t, up)
			stopsIn(t, func(ctx context.Context, stop func()) {
				if test.leave {
					ctx = t.Context()
				}
				for range client.Stream(ctx, question()) {
					if stop(); test.leave {
						break
					}
				}
			}, func() {
				if err := up.WaitCancelled(withLimit(t)); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}
