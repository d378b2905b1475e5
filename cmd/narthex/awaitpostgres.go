package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"narthex/chat/church"
)

const (
	// lookForPostgresEvery is the pause between two attempts to reach a Postgres that was away at the start.
	lookForPostgresEvery = time.Second
	// tellOfPostgresEvery is how often the log says that it still is.
	tellOfPostgresEvery = 30 * time.Second
)

// awaitPostgres returns once Postgres answers, whatever that is, or ctx ends: what is wrong with the answer is for who uses it to find.
// While Postgres is away the node is alive and not ready, so that nobody starts it again and nobody is sent to it.
func (c *serveCommand) awaitPostgres(ctx context.Context, logger *slog.Logger) error {
	away := c.lookForPostgres(ctx)
	if away == nil {
		return nil
	}
	awake, reached := context.WithCancel(ctx)
	defer reached()
	serving, failed := errgroup.WithContext(awake)
	for _, address := range c.addresses() {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return fmt.Errorf("listen: %w", err)
		}
		server := &http.Server{Handler: notReady(), ReadHeaderTimeout: checkTimeout, WriteTimeout: checkTimeout}
		serving.Go(func() error { return ignoreClosed(server.Serve(listener)) })
		serving.Go(func() error { <-failed.Done(); return server.Close() })
	}
	var told time.Time
	again := time.NewTicker(lookForPostgresEvery)
	defer again.Stop()
	for ; away != nil; away = c.lookForPostgres(ctx) {
		if time.Since(told) > tellOfPostgresEvery {
			logger.ErrorContext(ctx, "Postgres cannot be reached; the node begins its work when it can", "error", away)
			told = time.Now()
		}
		select {
		case <-again.C:
		case <-failed.Done():
			return serving.Wait()
		}
	}
	reached()
	return serving.Wait()
}

// lookForPostgres gives why Postgres cannot be reached, nil if it can.
func (c *serveCommand) lookForPostgres(ctx context.Context) error {
	// As the pool reads it: pool_max_conns and its like are for us, and PgBouncer refuses who sends them.
	config, err := pgxpool.ParseConfig(c.DatabaseURL)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	connection, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	switch {
	case err == nil:
		_ = connection.Close(ctx) // it has answered
		return nil
	case church.Unreachable(err):
		return err
	}
	return nil
}

func (c *serveCommand) addresses() []string {
	if c.MetricsAddr == "" {
		return []string{c.ListenAddr}
	}
	return []string{c.ListenAddr, c.MetricsAddr}
}

// notReady answers load balancers, and tells everybody else to come again.
func notReady() http.Handler {
	r := chi.NewRouter()
	probed(r, "/healthz", alive)
	probed(r, "/readyz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusServiceUnavailable)
		_ = json.NewEncoder(w).Encode(map[string]string{"node": "starting", "postgres": "down"})
	})
	comeAgain := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The server is starting. Please try again in a moment.", http.StatusServiceUnavailable)
	}
	r.NotFound(comeAgain)
	r.MethodNotAllowed(comeAgain)
	return r
}

func alive(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) }
