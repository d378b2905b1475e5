package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Store keeps an answer for its question. Without an embedding it is found by the same words only. An answer that is true
// for a day only ("tonight", see [TimeBound]) is not kept, nor is one whose source was purged while it was being made (see
// [Answers.PurgeSources]); neither is an error.
func (a *Answers) Store(ctx context.Context, scope Scope, answer Answer, embedding []float32) error {
	result, err := a.store(ctx, scope, answer, embedding)
	a.metrics.stores.WithLabelValues(result).Inc()
	if err != nil {
		return fmt.Errorf("store an answer: %w", err)
	}
	return nil
}

func (a *Answers) store(ctx context.Context, scope Scope, answer Answer, embedding []float32) (result string, err error) {
	answer.Origin = Origin{scope.Agent, scope.Lens, scope.Language, scope.Epoch}
	encoded, err := encodeAnswer(answer)
	if err != nil {
		return resultError, err
	}
	if embedding != nil {
		if err := checkVector(embedding, a.config.Dimensions); err != nil {
			return resultError, err
		}
	}
	if TimeBound(answer.Question) {
		return "time_bound", nil
	}
	var reply []any
	err = a.breaker.Do(ctx, func(ctx context.Context) error {
		keys, args := a.storeArguments(scope, answer, encoded, embedding)
		reply, err = storeScript.Run(ctx, a.client, keys, args...).Slice()
		return err
	})
	if err != nil {
		return resultError, err
	}
	return a.stored(reply)
}

func (a *Answers) storeArguments(scope Scope, answer Answer, encoded []byte, embedding []float32) ([]string, []any) {
	k, id, question := keysOf(scope.ChurchID), scope.id(), digest(Normalise(answer.Question))
	var vector, query []byte
	if embedding != nil && a.vectors.present() {
		vector, query = encodeVector(embedding), encodeVector(project(embedding))
	}
	meant := meaningOf(answer.Question)
	keys := []string{
		k.answers(id) + question, k.set(id), k.vectors(id), k.sources(), k.purged(), k.dropped(), k.listed(),
		k.meanings(id) + digest(meant.subject()),
	}
	args := []any{question, encoded, a.config.TTL.Milliseconds(), vector, query, a.config.MaxEntries, flag(meant.tellsEnough())}
	seen := make(map[uuid.UUID]bool, len(answer.Sources))
	for _, source := range answer.Sources {
		if !seen[source.ID] {
			seen[source.ID] = true
			args = append(args, source.ID.String())
		}
	}
	return keys, args
}

// stored reads the reply of the script.
func (a *Answers) stored(reply []any) (result string, err error) {
	if len(reply) != 2 {
		return resultError, errors.New("the store script returned something else")
	}
	if rotated, _ := reply[1].(int64); rotated == 1 {
		a.metrics.rotations.WithLabelValues("full").Inc()
	}
	result, _ = reply[0].(string)
	if why, unindexed := strings.CutPrefix(result, "unindexed: "); unindexed {
		err = errors.New(why)
		a.vectors.observe(err)
		if refusesVectorSets(why) { // found by the same words, as for every answer of such a Redis
			err = nil
		}
		return "unindexed", err
	}
	return result, nil
}

func encodeAnswer(answer Answer) ([]byte, error) {
	if strings.TrimSpace(answer.Question) == "" || strings.TrimSpace(answer.Text) == "" {
		return nil, fmt.Errorf("%w: it has no question or no text", ErrAnswer)
	}
	if answer.Created.IsZero() {
		answer.Created = time.Now().UTC()
	}
	encoded, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	if len(encoded) > maxAnswerBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrAnswer, len(encoded), maxAnswerBytes)
	}
	return encoded, nil
}
