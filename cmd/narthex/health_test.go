package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

// A load balancer asks with a timeout of its own, often a second.
func TestReadinessDoesNotWaitForAPostgresThatHangs(t *testing.T) {
	address, network := stack.NewOutage(t, pgtest.New(t).URL)
	base, operators := freeAddress(t), freeAddress(t)
	p := startProgram(t, nodes.Build(t), "DATABASE_URL="+address, "REDIS_URL="+stack.NeedRedisDB(t), "OPENAI_API_KEY=",
		"LISTEN_ADDR="+base, "BASE_URL=http://"+base, "METRICS_ADDR="+operators, "NARTHEX_LAME_DUCK=0s")
	p.await(t, "http://"+operators+"/readyz", http.StatusOK, `"postgres":"ok","redis":"ok"`)
	network.Silence()
	p.client.Timeout = checkTimeout * 3 / 4
	p.await(t, "http://"+operators+"/readyz", http.StatusOK, `"postgres":"down","redis":"ok"`)
	p.client.Timeout = time.Minute // some gauges ask the database
	p.await(t, "http://"+operators+"/metrics", http.StatusOK, "narthex_dependency_up{dependency=\"postgres\"} 0\nnarthex_dependency_up{dependency=\"redis\"} 1\n")
	p.client.Timeout = checkTimeout * 3 / 4
	network.Restore()
	p.await(t, "http://"+operators+"/readyz", http.StatusOK, `"postgres":"ok"`)
	p.stop(t)
}

func TestWhoAsksForTheHeadersAloneIsAnsweredAsOthersAre(t *testing.T) {
	s, _ := inProcess(t)
	for name, door := range map[string]http.Handler{"visitors": s.public.Handler, "operators": s.internalRoutes(), "while Postgres is away": notReady()} {
		for _, path := range []string{"/healthz", "/readyz"} {
			ask := func(method string) int {
				recorder := httptest.NewRecorder()
				door.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), method, path, nil))
				return recorder.Code
			}
			if head, get := ask(http.MethodHead), ask(http.MethodGet); head != get {
				t.Errorf("%s, %s: HEAD gives %d, GET %d", name, path, head, get)
			}
		}
	}
}

func TestReadinessDoesNotWaitForAConnectionToPostgres(t *testing.T) {
	s, _ := inProcess(t)
	s.postgresProbe.look(t.Context())
	var held []*pgxpool.Conn
	for range s.pool.Stat().MaxConns() {
		conn, err := s.pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	said := func(text string) {
		t.Helper()
		recorder, began := httptest.NewRecorder(), time.Now()
		s.public.Handler.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		if took := time.Since(began); took > checkTimeout/2 || recorder.Code != http.StatusOK || !strings.Contains(recorder.Body.String(), text) {
			t.Errorf("after %s: %d %s", took, recorder.Code, recorder.Body)
		}
	}
	said(`"postgres":"ok"`)
	// The connections are all at work, and Postgres is there.
	for range 2 {
		s.postgresProbe.look(t.Context())
		said(`"postgres":"ok"`)
	}
	if _, err := held[0].Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'narthex probe' and datname = current_database()`); err != nil {
		t.Fatal(err)
	}
	s.postgresProbe.look(t.Context())
	said(`"postgres":"ok"`)
	for _, conn := range held {
		conn.Release()
	}
}
