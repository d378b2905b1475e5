package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Store keeps an answer for who asks the same. Without an embedding it is found by the same words only. Not kept, and no error, are an
// answer that is true for a day only (timebound.go), one whose source was purged while it was being made (see [Answers.PurgeSources]),
// and one to a question whose conversation was forgotten meanwhile.
func (a *Answers) Store(ctx context.Context, scope Scope, asked Asked, answer Answer, embedding []float32) error {
	result, err := a.store(ctx, scope, asked, answer, embedding)
	a.metrics.stores.WithLabelValues(result).Inc()
	if err != nil {
		return fmt.Errorf("store an answer: %w", err)
	}
	return nil
}

func (a *Answers) store(ctx context.Context, scope Scope, asked Asked, answer Answer, embedding []float32) (result string, err error) {
	answer.Origin = Origin{scope.Agent, scope.Lens, scope.Language, scope.Epoch}
	meant := meaningOf(asked.Text)
	encoded, err := encodeAnswer(asked.Text, keptAnswer{answer, meant.fingerprint()})
	if err != nil {
		return resultError, err
	}
	if embedding != nil {
		if err := checkVector(embedding, a.config.Dimensions); err != nil {
			return resultError, err
		}
	}
	if questionIsTimeBound(meant) || answerIsTimeBound(answer.Text) {
		return "time_bound", nil
	}
	var reply []any
	err = a.masters.Do(ctx, keysOf(scope.ChurchID).church, func(ctx context.Context) error {
		keys, args := a.storeArguments(scope, asked, meant, answer.Sources, encoded, embedding)
		reply, err = storeScript.Run(ctx, a.client, keys, args...).Slice()
		return err
	})
	if err != nil {
		return resultError, err
	}
	return a.stored(reply)
}

// setAge is for how many times an answer's life a vector set is added to: what it holds of a question outlives the answer by so much.
const setAge = 7

func (a *Answers) storeArguments(scope Scope, asked Asked, meant meaning, sources []Source, encoded []byte, embedding []float32) ([]string, []any) {
	k, id, question := keysOf(scope.ChurchID), scope.id(), digest(meant.normalised(asked.Text))
	var vector, query []byte
	if embedding != nil && a.vectors.present() {
		vector, query = appendQuantized(make([]byte, 0, len(embedding)), embedding), encodeVector(project(embedding))
	}
	keys := []string{
		k.answer(), k.set(id), k.vectors(id), k.sources(), k.purged(), k.dropped(), k.listed(),
		k.meanings(id), ForgottenKey(scope.ChurchID, asked.Session), k.scopes(), k.embedding(), k.embedded(), k.answerBefore(),
	}
	args := []any{
		question, encoded, a.config.TTL.Milliseconds(), vector, query, a.config.MaxEntries, flag(meant.tellsEnough()),
		id, (setAge * a.config.TTL).Milliseconds(), a.config.MaxAnswers, digest(meant.subject()), scope.Embedder,
	}
	for _, source := range sources {
		args = append(args, name(source.ID))
	}
	return keys, args
}

// stored reads the reply of the script.
func (a *Answers) stored(reply []any) (result string, err error) {
	if len(reply) != 2 {
		return resultError, errors.New("the store script returned something else")
	}
	switch rotated, _ := reply[1].(int64); rotated {
	case 1:
		a.metrics.rotations.WithLabelValues("full").Inc()
	case 2:
		a.metrics.rotations.WithLabelValues("old").Inc()
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

func encodeAnswer(question string, answer keptAnswer) ([]byte, error) {
	if strings.TrimSpace(question) == "" || strings.TrimSpace(answer.Text) == "" {
		return nil, fmt.Errorf("%w: it has no question or no text", ErrAnswer)
	}
	if answer.Created.IsZero() {
		answer.Created = time.Now().UTC()
	}
	answer.Sources = slices.Clone(answer.Sources)
	for i := range answer.Sources { // their ids stand before the document
		answer.Sources[i].ID = uuid.Nil
	}
	document, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	if len(document) > maxAnswerBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrAnswer, len(document), maxAnswerBytes)
	}
	return answerCodec.Compress(document), nil
}
