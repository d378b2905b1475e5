package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Answers is the cache of answers. It is safe for concurrent use and starts no goroutine. The client belongs to the
// caller and should honour the deadlines of contexts (ContextTimeoutEnabled), which bound every call.
type Answers struct {
	client  redis.UniversalClient
	config  Config
	breaker *Breaker
	vectors *vectorSets
	metrics *metrics
}

const probeTimeout = 2 * time.Second

// NewAnswers asks Redis once whether it has vector sets. A Redis that is down is no error: lookups fail until it is up.
func NewAnswers(ctx context.Context, client redis.UniversalClient, config Config) (*Answers, error) {
	config, err := config.withDefaults(24 * time.Hour)
	if err != nil {
		return nil, fmt.Errorf("set up the answer cache: %w", err)
	}
	m := newMetrics(config.Registerer)
	a := &Answers{
		client:  client,
		config:  config,
		breaker: newBreaker(config.Timeout),
		vectors: &vectorSets{interval: config.ProbeInterval, logger: config.Logger, gauge: m.available},
		metrics: m,
	}
	ctx, cancel := context.WithTimeoutCause(ctx, probeTimeout, errDeadline)
	defer cancel()
	a.probe(ctx, keysOf([16]byte{}))
	return a, nil
}

// SemanticAvailable says whether [Answers.Similar] can find anything, so that no embedding is computed in vain.
func (a *Answers) SemanticAvailable() bool { return a.vectors.present() }

// probe asks for the size of a vector set that does not exist: Redis either says 0 or that it does not know the command.
func (a *Answers) probe(ctx context.Context, k keys) {
	a.vectors.observe(a.client.VCard(ctx, k.probe()).Err())
}

// Exact finds the answer to the same question: the same words after [Normalise]. One round trip, no embedding.
func (a *Answers) Exact(ctx context.Context, scope Scope, question string) (Hit, bool, error) {
	start := time.Now()
	answer, err := a.exact(ctx, scope, question)
	switch {
	case errors.Is(err, redis.Nil):
		a.metrics.lookup(exactCache, resultMiss, start)
		return Hit{}, false, nil
	case err != nil:
		a.metrics.lookup(exactCache, resultError, start)
		return Hit{}, false, fmt.Errorf("look up an answer by its words: %w", err)
	}
	a.metrics.lookup(exactCache, resultHit, start)
	return Hit{Answer: answer, Similarity: 1, Exact: true}, true, nil
}

func (a *Answers) exact(ctx context.Context, scope Scope, question string) (answer Answer, err error) {
	k := keysOf(scope.ChurchID)
	key := k.answers(scope.id()) + digest(Normalise(question))
	var found string
	err = a.breaker.Do(ctx, func(ctx context.Context) error {
		if !a.vectors.due() {
			found, err = a.client.HGet(ctx, key, "a").Result()
			return err
		}
		// Whether Redis has vector sets meanwhile is asked along with the lookup, on the same node.
		pipeline := a.client.Pipeline()
		get := pipeline.HGet(ctx, key, "a")
		probe := pipeline.VCard(ctx, k.probe())
		_, _ = pipeline.Exec(ctx) // each command has its own error
		a.vectors.observe(probe.Err())
		found, err = get.Result()
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	if json.Unmarshal([]byte(found), &answer) != nil {
		return Answer{}, redis.Nil // what cannot be read is stored again
	}
	return answer, nil
}
