package compat_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/compat"
	"narthex/chat/sse"
	"narthex/chat/turns"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// server is a whole server with one church, which has a key for chat completions.
type server struct {
	*chattest.Server
	t        *testing.T
	keys     *church.APIKeys
	churchID uuid.UUID
	key      string
}

func newServer(t *testing.T, config turns.Config, adjust ...func(*chattest.Config)) *server {
	t.Helper()
	s := &server{t: t}
	s.start(append(adjust, func(c *chattest.Config) { c.Turns = config }))
	s.churchID = s.NewChurch(t)
	// Nobody knows where it is, so that a crisis is answered with the lines of every country.
	s.Exec(t, `update churches set address = default, city = default, state = default, country = default where id = $1`, s.churchID)
	var err error
	s.key, _, err = s.keys.Create(t.Context(), s.churchID, "test")
	chattest.Must(t, err)
	return s
}

// another starts a second node of the same deployment.
func (s *server) another() *server {
	s.t.Helper()
	node := *s
	node.start([]func(*chattest.Config){func(c *chattest.Config) { c.Beside = s.Server }})
	return &node
}

// start starts a node that also serves what other programs speak.
func (s *server) start(adjust []func(*chattest.Config)) {
	s.t.Helper()
	s.Server = chattest.NewServer(s.t, append(adjust, func(c *chattest.Config) {
		c.RequestTimeout = ordinary
		c.Routes = func(node *chattest.Server, router chi.Router) {
			s.keys = church.NewAPIKeys(node.Churches)
			config := compat.Config{
				Address: func(*http.Request) string { return "test" },
				Timing:  sse.Timing{KeepAlive: 20 * time.Millisecond}, // so that clients meet what keeps connections alive
			}
			compat.NewUI(node.Service, config).Routes(router, node.Edge)
			compat.NewOpenAI(node.Service, node.Churches, s.keys, config, node.Logger).Routes(router, node.Edge)
		}
	})...)
}

// ordinary is how long requests may take that answer at once; streams and slow answers must set deadlines of their own.
const ordinary = 3 * time.Second

// knows stores an answer of the church's own, word for word.
func (s *server) knows(question, answer string) uuid.UUID {
	s.t.Helper()
	return s.AddKnowledge(s.t, s.churchID, "faq", question, answer, true)
}
