package cache

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Embeddings is the cache of question embeddings. It is safe for concurrent use.
type Embeddings struct {
	client  redis.UniversalClient
	config  Config
	masters *Masters
	metrics *metrics
}

// NewEmbeddings sets up the cache of embeddings.
func NewEmbeddings(client redis.UniversalClient, config Config) (*Embeddings, error) {
	config, err := config.withDefaults(7 * 24 * time.Hour)
	if err != nil {
		return nil, fmt.Errorf("set up the embedding cache: %w", err)
	}
	return &Embeddings{client: client, config: config, masters: newMasters(client, config.Timeout), metrics: newMetrics(config.Registerer)}, nil
}

// Get returns the embedding of a text, if one that reads the same after [Normalise] was put for the church and embedder.
func (e *Embeddings) Get(ctx context.Context, churchID uuid.UUID, embedder, text string) ([]float32, bool, error) {
	start := time.Now()
	vector, err := e.get(ctx, keysOf(churchID).embeddings(HashQuestion(text)), embedder)
	switch {
	case errors.Is(err, redis.Nil), errors.Is(err, ErrVector): // what cannot be used is put again
		e.metrics.lookup(embeddingCache, resultMiss, start)
		return nil, false, nil
	case err != nil:
		e.metrics.lookup(embeddingCache, resultError, start)
		return nil, false, fmt.Errorf("look up an embedding: %w", err)
	}
	e.metrics.lookup(embeddingCache, resultHit, start)
	return vector, true, nil
}

func (e *Embeddings) get(ctx context.Context, key, embedder string) ([]float32, error) {
	var encoded string
	err := e.masters.Do(ctx, key, func(ctx context.Context) (err error) {
		encoded, err = e.client.HGet(ctx, key, embedder).Result()
		return err
	})
	if err != nil {
		return nil, err
	}
	return decodeVector(encoded, e.config.Dimensions)
}

// Put keeps the embedding of a question, unless its conversation is forgotten.
//
// It is written and then taken back where the mark is there, in one round trip: either the mark is seen here, or what is written is seen
// by whoever forgets after making the mark.
func (e *Embeddings) Put(ctx context.Context, churchID uuid.UUID, embedder string, asked Asked, vector []float32) error {
	if err := checkVector(vector, e.config.Dimensions); err != nil {
		return fmt.Errorf("store an embedding: %w", err)
	}
	key, mark := keysOf(churchID).embeddings(HashQuestion(asked.Text)), ForgottenKey(churchID, asked.Session)
	err := e.masters.Do(ctx, key, func(ctx context.Context) error {
		return withEncoded(vector, func(encoded []byte) error { return e.put(ctx, key, embedder, encoded, mark) })
	})
	if err != nil {
		return fmt.Errorf("store an embedding: %w", err)
	}
	return nil
}

func (e *Embeddings) put(ctx context.Context, key, embedder string, vector []byte, mark string) error {
	var marked *redis.IntCmd
	_, err := e.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.HSet(ctx, key, embedder, vector)
		pipe.PExpire(ctx, key, e.config.TTL)
		marked = pipe.Exists(ctx, mark)
		return nil
	})
	if err == nil && marked.Val() > 0 {
		err = e.client.Unlink(ctx, key).Err()
	}
	return err
}
