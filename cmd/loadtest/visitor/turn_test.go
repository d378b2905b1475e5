package visitor

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"narthex/cmd/loadtest/token"
)

// script is an answer as a list of events.
type script []event

func (s script) at(seq int, kind, data string) script {
	return append(s, event{kind: []byte(kind), id: fmt.Appendf(nil, "019a0000-0000-7000-8000-000000000000:%d", seq), data: []byte(data)})
}

var now = time.UnixMicro(1_795_000_000_123_456)

func delta(places ...int) string {
	text := []byte(`{"text":"`)
	for _, place := range places {
		text = token.Append(text, place, now.Add(-5*time.Millisecond))
	}
	return string(append(text, `"}`...))
}

const (
	done    = `{"finish":"stop","tier":4,"ms":5}`
	stopped = `{"finish":"stopped","tier":4,"ms":5}`
)

func TestTurnsAreChecked(t *testing.T) {
	for name, test := range map[string]struct {
		script script
		want   map[string]int // failures
		tokens uint64
	}{
		"a whole answer": {
			script{}.at(1, "start", "{}").at(2, "tier", `{"tier":4}`).at(3, "delta", delta(0)).at(4, "delta", delta(1, 2)).at(5, "done", done),
			nil, 3,
		},
		"a gap between events": {
			script{}.at(1, "start", "{}").at(3, "delta", delta(0, 1, 2)).at(4, "done", done),
			map[string]int{"gaps between events": 1}, 3,
		},
		"an event that came twice": {
			script{}.at(1, "start", "{}").at(2, "delta", delta(0, 1, 2)).at(2, "tool", "{}").at(3, "done", done),
			map[string]int{"events that came twice": 1}, 3,
		},
		"a missing token": {
			script{}.at(1, "delta", delta(0)).at(2, "delta", delta(2)).at(3, "done", done),
			map[string]int{"gaps between tokens": 1}, 2,
		},
		"a token that came twice": {
			script{}.at(1, "delta", delta(0, 1)).at(2, "delta", delta(1, 2)).at(3, "done", done),
			map[string]int{"tokens that came twice": 1}, 3,
		},
		"a reset voids what was said": {
			script{}.at(1, "delta", delta(0, 1)).at(2, "reset", "{}").at(3, "delta", delta(0, 1, 2)).at(4, "done", done),
			nil, 5,
		},
		"an answer that is too short": {
			script{}.at(1, "delta", delta(0, 1)).at(2, "done", done),
			map[string]int{"answers of another length": 1}, 2,
		},
		"an answer that was stopped": {
			script{}.at(1, "delta", delta(0, 1, 2)).at(2, "done", stopped),
			map[string]int{"answers that finished otherwise": 1}, 3,
		},
		"an error": {
			script{}.at(1, "delta", delta(0)).at(2, "error", `{"code":"answer_cut","message":"Cut."}`),
			map[string]int{"error events: answer_cut": 1}, 1,
		},
		"two ends": {
			script{}.at(1, "delta", delta(0, 1, 2)).at(2, "done", done).at(3, "done", done),
			map[string]int{"answers that ended twice": 1}, 3,
		},
		"a model's own stream": {
			script{{data: []byte(delta(0, 1))}, {data: []byte(delta(2))}, {data: []byte("[DONE]")}},
			nil, 3,
		},
	} {
		t.Run(name, func(t *testing.T) {
			recorder := newRecorder()
			turn := &turn{recorder: recorder, wanted: 3, asked: now.Add(-time.Second)}
			for _, e := range test.script {
				turn.take(e, now)
			}
			if got := recorder.Failures(); !maps.Equal(got, test.want) {
				t.Errorf("failures %v, want %v", got, test.want)
			}
			if got := recorder.Tokens.Load(); got != test.tokens {
				t.Errorf("%d tokens, want %d", got, test.tokens)
			}
			if added := recorder.Added.Quantile(0.5); added < 4900*time.Microsecond || added > 5100*time.Microsecond {
				t.Errorf("added %v, want 5 ms", added)
			}
			if whole := recorder.TurnsEnded.Load(); (whole == 1) != (len(test.want) == 0 || name == "two ends") {
				t.Errorf("%d turns ended as they should", whole)
			}
		})
	}
}

func TestATokenOutOfACacheIsNoticed(t *testing.T) {
	recorder := newRecorder()
	turn := &turn{recorder: recorder, asked: now}
	turn.take(event{kind: []byte("delta"), data: []byte(delta(0))}, now.Add(2*time.Minute))
	if recorder.Failures()["tokens out of a cache"] != 1 || recorder.Added.Count() != 0 {
		t.Errorf("failures %v, %d counted", recorder.Failures(), recorder.Added.Count())
	}
}
