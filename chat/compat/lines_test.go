package compat_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

// logged is what a server logs.
type logged struct {
	mu   sync.Mutex
	said bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said.String()
}

// line is that of a request.
type line struct{ Msg, Route, Frame, Church, Session, Turn string }

// ofTurns are the lines of requests that were about a turn.
func (l *logged) ofTurns(t *testing.T) (found []line) {
	for text := range strings.Lines(l.String()) {
		var one line
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if one.Msg == "request" && one.Turn != "" {
			found = append(found, one)
		}
	}
	return found
}

func TestTheLineOfEveryTurnSaysWhoseItIs(t *testing.T) {
	const words = "Where did Aunt Philippa put the zebra?"
	log := &logged{}
	s := newServer(t, turns.Config{}, func(c *chattest.Config) { c.Logger = slog.New(slog.NewJSONHandler(log, nil)) })
	s.Upstream.Default(modeltest.Reply("Into the quokka's basket."))
	asked := 0
	for where, ask := range map[string]func(session uuid.UUID){
		"/api/chatbot/stream": func(session uuid.UUID) {
			s.Ask(t, s.churchID, chattest.Question{Message: words, Session: session})
		},
		"message": func(session uuid.UUID) { // a frame
			conn, _, err := websocket.Dial(t.Context(), s.SocketURL, &websocket.DialOptions{Subprotocols: []string{"narthex.v1"}})
			chattest.Must(t, err)
			defer conn.CloseNow()
			frame, err := json.Marshal(map[string]any{"type": "message", "message": words, "churchId": s.churchID, "sessionId": session})
			chattest.Must(t, err)
			chattest.Must(t, conn.Write(t.Context(), websocket.MessageText, frame))
			for {
				_, event, err := conn.Read(t.Context())
				chattest.Must(t, err)
				if bytes.Contains(event, []byte(`"event":"done"`)) {
					return
				}
			}
		},
		"/v1/chat/completions": func(uuid.UUID) {
			s.asks(object{"model": "narthex-coordinator", "stream": true, "messages": []object{{"role": "user", "content": words}}}, nil)
		},
	} {
		session := uuid.New()
		ask(session)
		asked++
		var found []line
		chattest.Eventually(t, func() bool {
			found = slices.DeleteFunc(log.ofTurns(t), func(l line) bool { return l.Route != where && l.Frame != where })
			return len(found) > 0
		})
		if len(found) != 1 || found[0].Church != s.churchID.String() || found[0].Session == "" {
			t.Errorf("%s: %+v", where, found)
		}
		if strings.HasPrefix(where, "/v1/") {
			continue // a program has no session, and gets one that nobody knows beforehand
		}
		if found[0].Session != session.String() {
			t.Errorf("%s: session %s, not %s", where, found[0].Session, session)
		}
	}
	if found := log.ofTurns(t); len(found) != asked {
		t.Errorf("%d lines of %d turns: %+v", len(found), asked, found)
	}
	for _, word := range []string{"Philippa", "zebra", "quokka"} {
		if strings.Contains(log.String(), word) {
			t.Errorf("%q is in the log", word)
		}
	}
}
