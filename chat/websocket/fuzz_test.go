package websocket

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
)

// FuzzClientFrame: whatever a text frame holds, it is refused with a problem or is one of the known types, and what it
// refers to is complete.
func FuzzClientFrame(f *testing.F) {
	id := uuid.NewString()
	for _, seed := range []string{
		`{"type":"ping"}`, `{"type":"stop","turnId":"` + id + `"}`, `{"type":"resume","turnId":"` + id + `","sessionId":"` + id + `","after":3}`,
		`{"type":"resume","turnId":"` + id + `","after":"` + id + `:3"}`, `{"type":"feedback","turnId":"` + id + `","value":"up"}`,
		`{"type":"message","message":"hi","churchId":"` + id + `","sessionId":"` + id + `","clientMessageId":"` + id + `"}`,
		`{"type":"resume","after":[]}`, `{"type":null}`, `[]`, `"`, ``, `{"type":"message","history":[{"role":"user"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, err := decodeFrame(data)
		if err != nil {
			if _, ok := errors.AsType[*chat.Problem](err); !ok {
				t.Fatalf("%q: %v is no problem", data, err)
			}
			return
		}
		if frame.label() != frame.Type {
			t.Fatalf("%q is of type %q", data, frame.Type)
		}
		ref, err := (&socket{}).ref(frame)
		if problem, ok := errors.AsType[*chat.Problem](err); err != nil && !ok {
			t.Fatalf("%q: %v is no problem", data, err)
		} else if ok && !strings.Contains(string(problemFrame(frame, problem)), problem.Code()) {
			t.Fatalf("%q: %s", data, problemFrame(frame, problem))
		}
		if err == nil && (ref.Turn == uuid.Nil || ref.Session == uuid.Nil) {
			t.Fatalf("%q refers to %v", data, ref)
		}
		if after, err := frame.after(ref.Turn); err == nil && after.Seq < 0 {
			t.Fatalf("%q comes after %v", data, after)
		}
	})
}

// FuzzSocketBytes throws bytes at an open socket: it must end or wait, and let go of everything.
func FuzzSocketBytes(f *testing.F) {
	for _, seed := range [][]byte{
		encoded(final|textual, []byte(`{"type":"ping"}`)), encoded(final|ponging, nil), encoded(final|pinging, []byte("x")),
		encoded(final|closing, []byte{0x03, 0xe8}), encoded(textual, []byte(`{"type":`)), encoded(final|binaryish, nil), {0x81},
		append(encoded(final|ponging, nil), encoded(final|textual, []byte(`{}`))...), {0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		encoded(final|textual, []byte(`{"type":"message","message":"hi","churchId":"`+uuid.NewString()+`","sessionId":"`+uuid.NewString()+`"}`)),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		listener := newPipeListener()
		never := make(chan struct{})
		sockets := newSockets(&playedTurns{}, never, func(*http.Request) string { return "" }, newMetrics(prometheus.NewRegistry()), Config{Farewell: time.Second, Logger: slog.New(slog.DiscardHandler)})
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := sockets.Open(w, r); err != nil {
				t.Error(err)
			}
		})}
		go func() { _ = server.Serve(listener) }()
		defer server.Close()
		conn := listener.dial()
		visit(t, conn).listen()
		_, _ = conn.Write(bytes)
		conn.Close()
		sockets.work.Wait()
		if large := sockets.large.reading(); sockets.open != 0 || large != 0 {
			t.Errorf("%d open, %d large", sockets.open, large)
		}
	})
}
