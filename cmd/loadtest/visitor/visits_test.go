package visitor

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

const begun = `{"turnId":"019a0000-0000-7000-8000-000000000000"}`

func TestWhatBecomesOfAQuestionIsNoted(t *testing.T) {
	started := script{}.at(1, "start", begun)
	for name, test := range map[string]struct {
		script                          script
		err                             error
		lost, doubled, sourced, refused uint64
		acknowledged                    int
		silence                         time.Duration // of what was acknowledged
	}{
		"answered":                    {script: started.at(2, "delta", delta(0, 1, 2)).at(3, "sources", "{}").at(4, "done", done), sourced: 1, acknowledged: 1, silence: 3 * time.Second},
		"without an end":              {script: started.at(2, "delta", delta(0)), err: errEndless, lost: 1, acknowledged: 1, silence: 7 * time.Second},
		"with a gap":                  {script: started.at(2, "delta", delta(0)).at(4, "done", done), lost: 1, acknowledged: 1, silence: 5 * time.Second},
		"with something twice":        {script: started.at(2, "delta", delta(0, 1, 2)).at(2, "tool", "{}").at(3, "done", done), doubled: 1, acknowledged: 1, silence: 4 * time.Second},
		"told that it cannot be":      {script: started.at(2, "error", `{"code":"model_busy"}`), acknowledged: 1, silence: 3 * time.Second},
		"refused":                     {err: &statusError{status: 503, code: "busy"}, refused: 1},
		"not taken: nobody was there": {err: context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRecorder()
			turn, at := &turn{recorder: r, wanted: 3, asked: now}, now
			for _, e := range test.script {
				at = at.Add(time.Second)
				turn.take(e, at)
			}
			if turn.over {
				turn.conclude(test.err, at.Add(time.Second))
			} else {
				turn.conclude(test.err, at.Add(5*time.Second))
			}
			got := []uint64{r.Lost.Load(), r.Doubled.Load(), r.Sourced.Load(), r.Refused.Count(), uint64(len(r.Acknowledged()))}
			if want := []uint64{test.lost, test.doubled, test.sourced, test.refused, uint64(test.acknowledged)}; !slices.Equal(got, want) {
				t.Errorf("lost, doubled, sourced, refused, acknowledged: %v, want %v", got, want)
			}
			if test.acknowledged > 0 && r.Acknowledged()[0] != "019a0000-0000-7000-8000-000000000000" {
				t.Errorf("acknowledged %v", r.Acknowledged())
			}
			if r.Silence.Max() > test.silence {
				t.Errorf("%v without a word, want %v", r.Silence.Max(), test.silence)
			}
		})
	}
}

// busy refuses every message, over both transports.
func busy(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != SocketPath {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"code":"busy"}`)
		return
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"narthex.v1"}})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	for {
		if _, _, err := conn.Read(r.Context()); err != nil {
			return
		}
		_ = conn.Write(r.Context(), websocket.MessageText, []byte(`{"event":"problem","data":{"code":"busy","message":"Later.","retryable":true}}`))
	}
}

func TestWhoIsRefusedOverEitherTransportAsksAgain(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(busy))
	defer server.Close()
	load := NewLoad(Config{Address: server.Listener.Addr().String(), Transport: Both, Churches: []uuid.UUID{randomID()}, Tokens: 1, Turn: time.Second})
	recorder := load.Record()
	if err := load.Grow(t.Context(), 2, 0); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool {
		failures := recorder.Failures()
		return failures["asking: status 503 busy"] > 1 && failures["asking: status 0 busy"] > 1
	})
	load.Leave(0)
	if recorder.Refused.Count() < 4 || recorder.Lost.Load() > 0 {
		t.Errorf("%d refused, %d lost", recorder.Refused.Count(), recorder.Lost.Load())
	}
}

func TestSilentConnectionsStandUntilTheyAreClosed(t *testing.T) {
	closing := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"narthex.v1"}})
		if err != nil {
			return
		}
		defer conn.CloseNow()
		<-closing
	}))
	defer server.Close()
	silent := OpenSilent(t.Context(), server.Listener.Addr().String(), 12, 3)
	defer silent.Close()
	if silent.Open() != 12 {
		t.Errorf("%d stand", silent.Open())
	}
	close(closing) // ends the half that are WebSockets
	waitFor(t, func() bool { return silent.Open() == 6 })
}

func TestDetailsAreNeverTheSame(t *testing.T) {
	seen, next := make(map[string]bool), NewDetails("Which candles are allowed", 5)
	for range 10_000 {
		text, tokens := next()
		if seen[text] || tokens != 5 {
			t.Fatalf("%q, %d tokens", text, tokens)
		}
		seen[text] = true
	}
}

func TestEveryNthQuestionIsTheFact(t *testing.T) {
	next := NewQuestions(7, 4, "When?")
	facts := 0
	for range 40 {
		switch text, tokens := next(); {
		case text == "When?" && tokens == 0:
			facts++
		case tokens != 7:
			t.Errorf("%q, %d tokens", text, tokens)
		}
	}
	if facts != 10 {
		t.Errorf("%d facts in 40", facts)
	}
}
