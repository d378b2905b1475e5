package cache

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Answers is the cache of answers. It is safe for concurrent use and starts no goroutine. The client belongs to the
// caller and should honour the deadlines of contexts (ContextTimeoutEnabled), which bound every call.
type Answers struct {
	client  redis.UniversalClient
	config  Config
	masters *Masters
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
		masters: newMasters(client, config.Timeout),
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

// Exact finds the answer to the same question: the same words after [Normalise], or else, as [Hit.Exact] tells, others that ask the
// same (see [Agree]). One round trip, no embedding.
func (a *Answers) Exact(ctx context.Context, scope Scope, question string) (Hit, bool, error) {
	start := time.Now()
	hit, result, err := a.exact(ctx, scope, question)
	a.metrics.lookup(exactCache, result, start)
	if err != nil {
		return Hit{}, false, fmt.Errorf("look up an answer by its words: %w", err)
	}
	return hit, result == resultHit, nil
}

func (a *Answers) exact(ctx context.Context, scope Scope, question string) (Hit, string, error) {
	asked := meaningOf(question)
	found, sameWords, err := a.byWords(ctx, scope, question, asked)
	if err != nil {
		return Hit{}, resultError, err
	}
	if found == "" {
		return Hit{}, resultMiss, nil
	}
	kept, err := openAnswer(found)
	switch {
	case err != nil: // what cannot be read is stored again
		return Hit{}, resultMiss, nil
	case sameWords:
		return Hit{Answer: kept.Answer, Similarity: 1, Exact: true}, resultHit, nil
	case !asked.fingerprint().agrees(kept.Asked):
		return Hit{}, resultRejected, nil
	}
	return Hit{Answer: kept.Answer}, resultHit, nil
}

// byWords asks for the answer to the same words, or else to what was last stored that speaks of the same; "" is none.
func (a *Answers) byWords(ctx context.Context, scope Scope, question string, asked meaning) (answer string, sameWords bool, err error) {
	k, id := keysOf(scope.ChurchID), scope.id()
	err = a.masters.Do(ctx, k.church, func(ctx context.Context) error {
		if a.vectors.due() {
			a.probe(ctx, k)
		}
		reply, err := exactScript.Run(ctx, a.client,
			[]string{k.answers(id) + digest(asked.normalised(question)), k.meanings(id) + digest(asked.subject()), k.answers(id)},
			flag(asked.tellsEnough()),
		).Slice()
		if err != nil || len(reply) < 2 {
			return err
		}
		same, _ := reply[0].(int64)
		answer, _ = reply[1].(string)
		sameWords = same == 1
		return nil
	})
	return answer, sameWords, err
}

// flag is how scripts are told a yes or no.
func flag(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
