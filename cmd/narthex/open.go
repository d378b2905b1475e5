package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/moderation"
	"narthex/migrations"
	"narthex/retrieval"
)

// connectTimeout bounds the first contact with Postgres.
const connectTimeout = 10 * time.Second

// dialTimeout bounds each connection, which the pool goes on making after whoever wanted it has given up.
const dialTimeout = 5 * time.Second

// openDatabase connects as the app's role, with a pool of the shape, and refuses a schema older than this program.
func openDatabase(ctx context.Context, dsn string, shape ...func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read DATABASE_URL: %w", err)
	}
	for _, shape := range shape {
		shape(config)
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
				DialerRetries: 1, ContextTimeoutEnabled: true, MaxRetries: 1, PoolSize: 64,
			}
		}
		options.Addrs = append(options.Addrs, parsed.Addr)
	}
	if options.TLSConfig != nil && len(options.Addrs) > 1 {
		options.Dialer = newNodeDialer(net.Dialer{Timeout: options.DialTimeout, KeepAliveConfig: clientsKeepAlive}, options.TLSConfig, options.Addrs).dial
	}
	return redis.NewUniversalClient(options), nil
}

// clientsKeepAlive is as the Redis client has it where it dials itself: a dead peer is noticed in 45 s.
var clientsKeepAlive = net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 5 * time.Second, Count: 3}

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

// openModel returns the configured chat model, with its fallback if there is one; the offline one without a key. An upstream
// that keeps failing is skipped until it recovers.
func (c modelConfig) openModel(registerer prometheus.Registerer, logger *slog.Logger) (m model.Streamer, closeModel func(), err error) {
	return c.openModelAt(offline.DefaultPace, registerer, logger)
}

// openModelAt is openModel with another pause between two words of the offline model.
func (c modelConfig) openModelAt(pace time.Duration, registerer prometheus.Registerer, logger *slog.Logger) (m model.Streamer, closeModel func(), err error) {
	if c.APIKey == "" {
		logger.Warn("no OPENAI_API_KEY: the offline model answers from stored passages, word for word")
		m, err = model.Counted(offline.New(pace), offline.Name, registerer)
		return m, func() {}, err
	}
	primary, err := c.openClient(c.ChatModel, c.FastModel, registerer)
	if err != nil {
		return nil, nil, err
	}
	clients := []*model.Client{primary}
	closeModel = func() {
		for _, client := range clients {
			client.Close()
		}
	}
	var fallback model.Streamer
	if c.FallbackModel != "" {
		client, err := c.openClient(c.FallbackModel, c.FallbackModel, registerer)
		if err != nil {
			closeModel()
			return nil, nil, err
		}
		fallback, clients = client, append(clients, client)
	}
	m, err = model.NewFailover(primary, fallback, model.FailoverConfig{Registerer: registerer})
	if err != nil {
		closeModel()
		return nil, nil, err
	}
	return m, closeModel, nil
}

// openModerator returns the moderation service's client, nil when it is off.
func (c safetyConfig) openModerator(models modelConfig, registerer prometheus.Registerer, logger *slog.Logger) (*moderation.Moderator, error) {
	if c.Moderation == "off" {
		return nil, nil
	}
	if models.APIKey == "" {
		logger.Warn("NARTHEX_MODERATION needs OPENAI_API_KEY: visitors' messages are not moderated")
		return nil, nil
	}
	return moderation.New(moderation.Config{APIKey: models.APIKey.reveal(), BaseURL: models.APIBase, Registerer: registerer})
}

func (c modelConfig) openClient(chatModel, fastModel string, registerer prometheus.Registerer) (*model.Client, error) {
	return model.New(model.Config{APIKey: c.APIKey.reveal(), BaseURL: c.APIBase, ChatModel: chatModel, FastModel: fastModel, Registerer: registerer})
}
