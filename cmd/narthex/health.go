package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/redis/go-redis/v9"
)

// health answers load balancers. A node is ready from its start to its shutdown, also without Postgres or Redis: it goes
// on answering what it can, and taking every node out at once would help nobody. What is missing stands in the body, and for
// operators what is unsafe. Nothing is waited for: a load balancer that gives up after a second would take out every node
// at once whose Postgres hangs.
func (s *server) health(r chi.Router, showWarnings bool) {
	probed(r, "/healthz", alive)
	probed(r, "/readyz", func(w http.ResponseWriter, _ *http.Request) {
		state := map[string]any{"postgres": s.postgresProbe.current(), "redis": s.redisProbe.current()}
		status := http.StatusOK
		state["node"], state["announcements"] = "ready", "ok"
		if !s.churches.Listening() {
			state["announcements"] = down
		}
		if s.leaving.Load() || s.chat.Closed() {
			status, state["node"] = http.StatusServiceUnavailable, "shutting down"
		}
		if showWarnings {
			state["warnings"] = s.warnings.current()
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(state)
	})
}

// probed has a handler answer those who ask for the headers alone too, as some load balancers and monitors do.
func probed(r chi.Router, path string, h http.HandlerFunc) {
	r.Get(path, h)
	r.Head(path, h)
}

const (
	checkTimeout = time.Second // for one look at a dependency
	checkEvery   = time.Second // the pause between two
)

const down = "down"

// probe knows whether a server that this node depends on answers.
type probe struct {
	ping  func(context.Context) error
	state atomic.Pointer[string]
}

// register shows what the last look found to Prometheus: alerts need not wait for what goes wrong without it.
func (p *probe) register(registerer prometheus.Registerer, dependency string) {
	promauto.With(registerer).NewGaugeFunc(prometheus.GaugeOpts{
		Name: "narthex_dependency_up", Help: "Whether a server that this node depends on answered it at the last look, each second.",
		ConstLabels: prometheus.Labels{"dependency": dependency},
	}, func() float64 {
		if p.current() == down {
			return 0
		}
		return 1
	})
}

// current is what the last look found.
func (p *probe) current() string {
	if state := p.state.Load(); state != nil {
		return *state
	}
	return "unknown" // in the first moment
}

// run looks until ctx ends.
func (p *probe) run(ctx context.Context) {
	for {
		p.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkEvery):
		}
	}
}

func (p *probe) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	state := "ok"
	if p.ping(ctx) != nil {
		state = down
	}
	p.state.Store(&state)
}

// pingRedis asks every master of a cluster: each has churches of its own.
func (s *server) pingRedis(ctx context.Context) error {
	if cluster, ok := s.redis.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, master *redis.Client) error { return master.Ping(ctx).Err() })
	}
	return s.redis.Ping(ctx).Err()
}
