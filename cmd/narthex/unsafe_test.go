package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

func TestServeRefusesARoleThatSeesAllChurches(t *testing.T) {
	for name, test := range map[string]struct {
		prepare string // as the owner; %s is a role of the test's own
		want    string
		admin   bool
	}{
		"the owner, who is a superuser here": {want: "is a superuser", admin: true},
		"a role with BYPASSRLS":              {prepare: "alter role %s bypassrls", want: "has BYPASSRLS"},
		"the owner of one table":             {prepare: "alter table premium_churches owner to %s", want: "owns the tables"},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.New(t)
			url := db.AdminURL
			if !test.admin {
				url = anotherRole(t, db, test.prepare)
			}
			command := &serveCommand{databaseConfig: databaseConfig{url}, redisConfig: redisConfig{stack.NeedRedisDB(t)}}
			s, err := newServer(t.Context(), command, slog.New(slog.DiscardHandler))
			if err == nil {
				s.release()
			}
			if !errors.Is(err, errUnsafeRole) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it was said: %v", err)
			}
		})
	}
}

// anotherRole is the address of a database as a role like the app's, made otherwise by a statement.
func anotherRole(t *testing.T, db *pgtest.DB, prepare string) string {
	t.Helper()
	role := "narthex_unsafe_" + strings.ToLower(rand.Text())
	for _, statement := range []string{
		"create role " + role + " login password 'unsafe' in role narthex_app", strings.ReplaceAll(prepare, "%s", role),
	} {
		if _, err := db.Admin.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, statement := range []string{"reassign owned by " + role + " to current_user", "drop owned by " + role, "drop role " + role} {
			if _, err := db.Admin.Exec(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
	})
	address, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(role, "unsafe")
	return address.String()
}

// readiness is what /readyz says at a door.
func readiness(t *testing.T, door http.Handler) (state struct {
	Node     string
	Warnings []string
}) {
	t.Helper()
	recorder := httptest.NewRecorder()
	door.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
	if err := json.Unmarshal(recorder.Body.Bytes(), &state); err != nil {
		t.Fatal(err)
	}
	return state
}

func TestWhatIsUnsafeIsSaidToOperatorsAlone(t *testing.T) {
	s, _ := inProcess(t)
	s.warnings.look(t.Context())
	said := readiness(t, s.internalRoutes())
	if said.Node != "ready" || !slices.ContainsFunc(said.Warnings, func(w string) bool { return strings.Contains(w, "synchronous_commit") }) {
		t.Errorf("the local Postgres does not wait for its disk, and operators are told %+v", said)
	}
	if said := readiness(t, s.public.Handler); said.Node != "ready" || len(said.Warnings) > 0 {
		t.Errorf("visitors are told %+v", said)
	}
	recorder := httptest.NewRecorder()
	s.public.Handler.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if recorder.Code != http.StatusNotFound {
		t.Errorf("visitors get metrics: %d", recorder.Code)
	}
	for tryingOut, want := range map[bool]string{false: "level=WARN", true: "on purpose"} {
		var log bytes.Buffer
		s.logger, s.config.TryingOut = slog.New(slog.NewTextHandler(&log, nil)), tryingOut
		s.warnings.settings = []string{"a limit is negative"}
		ended, end := context.WithCancel(t.Context())
		end() // after the first look, which finds what needs no server
		if err := s.warn(ended); err != nil {
			t.Fatal(err)
		}
		if lines := log.String(); strings.Count(lines, want) != 1 || !strings.Contains(lines, "a limit is negative") {
			t.Errorf("it was said as %s", lines)
		}
	}
}

func TestNegativeLimitsAreTakenAsNone(t *testing.T) {
	limits := limitConfig{RateSession: -5, RateAddress: 240, RateCrises: -1}
	found := limits.ofSettings()
	if len(found) != 2 || !strings.Contains(found[0], "NARTHEX_RATE_SESSION is -5") || limits != (limitConfig{RateAddress: 240}) {
		t.Errorf("%+v: %v", limits, found)
	}
}

// infoOnly is a Redis whose INFO says what a test wants.
type infoOnly struct {
	redis.Cmdable
	says map[string]string
}

func (r infoOnly) Info(ctx context.Context, sections ...string) *redis.StringCmd {
	return redis.NewStringResult(r.says[sections[0]], nil)
}

func TestARedisThatLosesMessagesIsWarnedOf(t *testing.T) {
	for name, test := range map[string]struct {
		persistence, memory string
		want                []string
	}{
		"as it should be":    {"aof_enabled:1\r\n", "maxmemory_policy:noeviction\r\n", nil},
		"without AOF":        {"aof_enabled:0\r\n", "maxmemory_policy:noeviction\r\n", []string{redisWithoutAOF}},
		"evicting":           {"aof_enabled:1\r\n", "maxmemory_policy:allkeys-lru\r\n", []string{redisEvicts}},
		"that does not tell": {"", "", nil},
	} {
		client := infoOnly{says: map[string]string{"persistence": test.persistence, "memory": test.memory}}
		if found := ofRedisServer(t.Context(), client); !slices.Equal(found, test.want) {
			t.Errorf("%s: %v", name, found)
		}
	}
}
