package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

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
