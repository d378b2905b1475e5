package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/chat/model"
	"narthex/migrations"
	"narthex/retrieval"
)

// connectTimeout bounds the first contact with Postgres.
const connectTimeout = 10 * time.Second

// dialTimeout bounds each connection, which the pool goes on making after whoever wanted it has given up.
const dialTimeout = 5 * time.Second

// openDatabase connects as the app's role and refuses a schema older than this program.
func openDatabase(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read DATABASE_URL: %w", err)
	}
	config.ConnConfig.ConnectTimeout = cmp.Or(config.ConnConfig.ConnectTimeout, dialTimeout)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("read DATABASE_URL: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	pending, err := migrations.Pending(ctx, pool)
	if err == nil && pending {
		err = errors.New("the database's schema is older than this program: run `narthex migrate` first")
	}
	if err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// openRedis returns a client for one server or, for a list, a cluster. Redis may be down: the server works without it.
func openRedis(addresses string) (redis.UniversalClient, error) {
	var options *redis.UniversalOptions
	for address := range strings.SplitSeq(addresses, ",") {
		parsed, err := redis.ParseURL(strings.TrimSpace(address))
		if err != nil {
			return nil, errors.New("REDIS_URL must be redis://host:port/db, or a comma-separated list of such for a cluster")
		}
		if options == nil {
			options = &redis.UniversalOptions{
				Username: parsed.Username, Password: parsed.Password, DB: parsed.DB, TLSConfig: parsed.TLSConfig,
				// A turn must not wait for a Redis that is gone.
				DialTimeout: 500 * time.Millisecond, ReadTimeout: time.Second, WriteTimeout: time.Second,
				ContextTimeoutEnabled: true, MaxRetries: 1, PoolSize: 64,
			}
		}
		options.Addrs = append(options.Addrs, parsed.Addr)
	}
	return redis.NewUniversalClient(options), nil
}

// openEmbedder returns the configured embedder, the offline one without a key.
func (c modelConfig) openEmbedder(registerer prometheus.Registerer, logger *slog.Logger) (retrieval.Embedder, error) {
	if c.APIKey == "" {
		logger.Warn("no OPENAI_API_KEY: the offline embedder compares words, not meaning")
		return retrieval.NewOffline(), nil
	}
	embedder, err := retrieval.NewOpenAI(retrieval.OpenAIConfig{
		APIKey: c.APIKey.reveal(), BaseURL: c.APIBase, Model: c.EmbeddingModel, Registerer: registerer,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the embedder: %w", err)
	}
	return embedder, nil
}

// openModel returns the configured chat model with its fallback, the offline one without a key.
func (c modelConfig) openModel(registerer prometheus.Registerer, logger *slog.Logger) (model.Streamer, func(), error) {
	if c.APIKey == "" {
		logger.Warn("no OPENAI_API_KEY: the offline model answers from stored passages, word for word")
		return model.NewOffline(), func() {}, nil
	}
	primary, err := model.New(model.Config{
		APIKey: c.APIKey.reveal(), BaseURL: c.APIBase, ChatModel: c.ChatModel, FastModel: c.FastModel, Registerer: registerer,
	})
	if err != nil {
		return nil, nil, err
	}
	if c.FallbackModel == "" {
		return primary, primary.Close, nil
	}
	fallback, err := model.New(model.Config{
		APIKey: c.APIKey.reveal(), BaseURL: c.APIBase, ChatModel: c.FallbackModel, FastModel: c.FallbackModel, Registerer: registerer,
	})
	if err != nil {
		primary.Close()
		return nil, nil, err
	}
	failover, err := model.NewFailover(primary, fallback, model.FailoverConfig{Registerer: registerer})
	if err != nil {
		primary.Close()
		fallback.Close()
		return nil, nil, err
	}
	return failover, func() { primary.Close(); fallback.Close() }, nil
}
