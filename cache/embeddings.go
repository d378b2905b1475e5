package cache

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	config, err := config.withDefaults(24 * time.Hour)
	if err != nil {
		return nil, fmt.Errorf("set up the embedding cache: %w", err)
	}
	return &Embeddings{client: client, config: config, masters: newMasters(client, config.Timeout), metrics: newMetrics(config.Registerer)}, nil
}

// Get returns the direction of the embedding of a text, if one that reads the same after [Normalise] was put for the church and embedder.
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
		encoded, err = e.client.Get(ctx, key).Result()
		return err
	})
	if err != nil {
		return nil, err
	}
	vector, ok := vectorOf(encoded, embedder)
	if !ok {
		return nil, fmt.Errorf("%w: another embedder made it", ErrVector)
	}
	return decodeVector(vector, e.config.Dimensions)
}

// vectorOf gives what is kept of a vector, if that embedder made it. Of a question the vector of one is kept, which is the server's own.
func vectorOf(kept, embedder string) (vector string, ok bool) {
	return strings.CutPrefix(kept, embedder+" ")
}

// Put keeps the embedding of a question, unless its conversation is forgotten.
func (e *Embeddings) Put(ctx context.Context, churchID uuid.UUID, embedder string, asked Asked, vector []float32) error {
	if err := checkVector(vector, e.config.Dimensions); err != nil {
		return fmt.Errorf("store an embedding: %w", err)
	}
	k := keysOf(churchID)
	keys := []string{k.embedding(), ForgottenKey(churchID, asked.Session), k.embedded()}
	err := e.masters.Do(ctx, k.church, func(ctx context.Context) error {
		return withEncoded(vector, func(encoded []byte) error {
			return embeddingScript.Run(ctx, e.client, keys, embedder, encoded, e.config.TTL.Milliseconds(), e.config.MaxEmbeddings, HashQuestion(asked.Text).id()).Err()
		})
	})
	if err != nil {
		return fmt.Errorf("store an embedding: %w", err)
	}
	return nil
}
