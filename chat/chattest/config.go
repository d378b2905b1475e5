package chattest

import (
	"log/slog"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/redis/go-redis/v9"

	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/moderation"
	"narthex/chat/sse"
	"narthex/chat/turns"
	"narthex/cmd/dev/stack"
)

// Config says how a server differs from the ordinary one.
type Config struct {
	Turns          turns.Config
	Timing         sse.Timing
	Logger         *slog.Logger // nil: the test's own output, from warnings on
	Timeouts       model.Timeouts
	Fallback       *modeltest.Server                   // answers where the first model does not
	Model          func(model.Streamer) model.Streamer // stands between the tiers and the model's clients
	Moderator      *moderation.Moderator
	Shown          func(*church.Snapshot, string) string // a question as it may be kept beside its answer; nil: none is
	Reader         *review.Config                        // of a second reader behind the crisis gate; nil: there is none
	RequestTimeout time.Duration                         // of ordinary requests, reading and writing
	ChurchBytes    uint64                                // memory for churches; 0: the store's own measure
	Beside         *Server                               // another node of the same deployment
	RedisURL       string                                // at which the server reaches Redis
	Redis          redis.UniversalClient                 // instead: a cluster's
	Postgres       func(url string) string               // changes the address at which the server reaches Postgres
	Routes         func(*Server, chi.Router)             // what is served beside the streams and sockets
	EndsWithError  bool                                  // the server ends while Postgres or a part of Redis is away, and says so
}

// Patient waits for a model for as long as a busy machine may take, which is what servers do unless their test is about a
// model that says nothing.
func Patient(c *Config) {
	c.Timeouts = model.Timeouts{Connect: 20 * time.Second, FirstByte: 20 * time.Second, Idle: 20 * time.Second, Whole: time.Minute}
}

// Impatient soon gives up a model that says nothing.
func Impatient(c *Config) {
	c.Timeouts.FirstByte, c.Timeouts.Idle = time.Second, time.Second
}

// OnTheHour sets the clock to the beginning of an hour, because what counts once in half an hour must not depend on when the
// test runs.
func OnTheHour(c *Config) {
	began, hour := time.Now(), time.Now().Truncate(time.Hour)
	c.Turns.Now = func() time.Time { return hour.Add(time.Since(began)) }
}

// CutPostgres has the server reach Postgres through a connection that the test can cut.
func CutPostgres(t testing.TB, outage **stack.Outage) func(*Config) {
	return func(c *Config) {
		c.Postgres = func(url string) string {
			url, *outage = stack.NewOutage(t, url)
			return url
		}
	}
}

// CutRedis has the server reach a Redis of its own through a connection that the test can cut.
func CutRedis(t testing.TB, outage **stack.Outage) func(*Config) {
	return func(c *Config) { c.RedisURL, *outage = stack.NewOutage(t, stack.NeedRedisDB(t)) }
}
