package cache

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	neighbours = 3  // looked at for each lookup
	effort     = 32 // EF of a search: finds what brute force finds among 2,000, in a third of the default's time
	deadLimit  = 32 // dead neighbours met before a set may be replaced
)

// Similar finds the answer to a question that is near enough and agrees with this one (see [Agree]). One round trip, a
// second one if the nearest neighbour does not agree. Without vector sets it finds nothing.
func (a *Answers) Similar(ctx context.Context, scope Scope, question string, embedding []float32) (Hit, bool, error) {
	if err := checkVector(embedding, a.config.Dimensions); err != nil {
		return Hit{}, false, fmt.Errorf("look up an answer by similarity: %w", err)
	}
	start := time.Now()
	hit, result, err := a.similar(ctx, scope, question, embedding)
	a.metrics.lookup(semanticCache, result, start)
	if err != nil {
		return Hit{}, false, fmt.Errorf("look up an answer by similarity: %w", err)
	}
	return hit, result == resultHit, nil
}

func (a *Answers) similar(ctx context.Context, scope Scope, question string, embedding []float32) (Hit, string, error) {
	nearest, others, err := a.search(ctx, scope, digest(Normalise(question)), embedding)
	if err != nil {
		return Hit{}, resultError, err
	}
	if nearest == nil {
		return Hit{}, resultMiss, nil
	}
	g := gate{question: question, embedding: embedding, least: a.config.MinSimilarity}
	if hit, ok := g.choose([]neighbour{*nearest}); ok {
		return hit, resultHit, nil
	}
	if len(others) > 0 {
		rest, err := a.fetch(ctx, scope, others)
		if err != nil {
			return Hit{}, resultError, err
		}
		if hit, ok := g.choose(rest); ok {
			return hit, resultHit, nil
		}
	}
	if g.refused {
		return Hit{}, resultRejected, nil
	}
	return Hit{}, resultMiss, nil
}

// neighbour is a stored answer and its question's vector, as Redis has them. The vector is "" where the question is the one that is asked.
type neighbour struct{ vector, answer string }

// search looks coarsely in Redis. It returns the nearest neighbour whole, nil if there is none, and the questions of others.
func (a *Answers) search(ctx context.Context, scope Scope, asked string, embedding []float32) (nearest *neighbour, others []string, err error) {
	k, id := keysOf(scope.ChurchID), scope.id()
	var reply []any
	err = a.masters.Do(ctx, k.church, func(ctx context.Context) error {
		if a.vectors.due() {
			a.probe(ctx, k)
		}
		if !a.vectors.present() {
			return nil
		}
		reply, err = searchScript.Run(ctx, a.client,
			[]string{k.set(id), k.vectors(id), k.answers(id), k.embedding()},
			encodeVector(project(embedding)), coarseScore(coarseLimit(a.config.MinSimilarity)), neighbours, effort, a.deadLimit(), scope.Embedder, asked,
		).Slice()
		a.vectors.observe(err)
		return err
	})
	if err != nil || len(reply) == 0 {
		return nil, nil, err
	}
	if rotated, _ := reply[0].(int64); rotated == 1 {
		a.metrics.rotations.WithLabelValues("dead").Inc()
	}
	if len(reply) < 3 {
		return nil, nil, nil
	}
	for _, question := range reply[3:] {
		others = append(others, fmt.Sprint(question))
	}
	vector, _ := reply[1].(string)
	answer, _ := reply[2].(string)
	return &neighbour{vector: vector, answer: answer}, others, nil
}

// deadLimit is 0 for who changes nothing.
func (a *Answers) deadLimit() int {
	if a.config.ReadOnly {
		return 0
	}
	return deadLimit
}

// coarseScore turns a cosine into the score of a vector set, 0 for opposite to 1 for equal.
func coarseScore(cosine float64) float64 { return (1 + cosine) / 2 }

// fetch gets neighbours that the search only named. Those gone meanwhile are left out.
func (a *Answers) fetch(ctx context.Context, scope Scope, questions []string) (found []neighbour, err error) {
	k, id := keysOf(scope.ChurchID), scope.id()
	vectors, answers := make([]*redis.StringCmd, len(questions)), make([]*redis.StringCmd, len(questions))
	err = a.masters.Do(ctx, k.church, func(ctx context.Context) error {
		_, err := a.client.Pipelined(ctx, func(pipeline redis.Pipeliner) error {
			for i, question := range questions {
				vectors[i] = pipeline.Get(ctx, k.embedding()+question)
				answers[i] = pipeline.Get(ctx, k.answers(id)+question)
			}
			return nil
		})
		if errors.Is(err, redis.Nil) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range questions {
		vector, ok := vectorOf(vectors[i].Val(), scope.Embedder)
		if ok && answers[i].Err() == nil {
			found = append(found, neighbour{vector: vector, answer: answers[i].Val()})
		}
	}
	return found, nil
}

// gate decides which neighbour answers a question.
type gate struct {
	question  string
	asked     *fingerprint // of the question; nil: no neighbour was near enough to compare it with
	embedding []float32
	least     float64
	refused   bool // a neighbour was near enough, but asks something else
}

// choose returns the nearest neighbour that is near enough and asks the same. What cannot be read is passed over: an entry
// that was damaged must not hide its neighbours.
func (g *gate) choose(neighbours []neighbour) (Hit, bool) {
	var near []candidate
	for _, n := range neighbours {
		found, err := g.read(n)
		if err == nil && found.similarity >= g.least {
			near = append(near, found)
		}
	}
	slices.SortStableFunc(near, func(x, y candidate) int { return cmp.Compare(y.similarity, x.similarity) })
	for _, found := range near {
		if g.meant().agrees(found.Asked) {
			return Hit{Answer: found.Answer, Similarity: found.similarity}, true
		}
		g.refused = true
	}
	return Hit{}, false
}

// meant is what the question means. Reading that takes as long as the search, and most questions have no neighbour to
// agree with.
func (g *gate) meant() *fingerprint {
	if g.asked == nil {
		asked := meaningOf(g.question).fingerprint()
		g.asked = &asked
	}
	return g.asked
}

// candidate is a neighbour that was read.
type candidate struct {
	keptAnswer
	similarity float64
}

func (g *gate) read(n neighbour) (found candidate, err error) {
	if found.similarity = 1; n.vector != "" {
		if found.similarity, err = cosine(g.embedding, n.vector); err != nil {
			return found, err
		}
	}
	found.keptAnswer, err = openAnswer(n.answer)
	return found, err
}
