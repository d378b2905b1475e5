package cache

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// forgetBatch is how many questions a script forgets at once, which bounds how long Redis serves nobody else.
const forgetBatch = 20

// ForgetQuestions removes the answers to questions of a church, whoever asked them, with all that was made of the questions to find the
// answers again. Mark their conversation first (see [ForgottenKey]): from then on no answer to what was asked in it is stored.
func (a *Answers) ForgetQuestions(ctx context.Context, churchID uuid.UUID, questions []QuestionHash) error {
	ctx, cancel := context.WithTimeoutCause(ctx, purgeTimeout, errDeadline)
	defer cancel()
	k := keysOf(churchID)
	keys := []string{k.scopes(), k.listed(), k.answer(), k.church + "cache:set:", k.church + "cache:vectors:", k.sources(), k.meaning(), k.answerBefore()}
	for batch := range slices.Chunk(questions, forgetBatch) {
		ids := make([]any, len(batch))
		for i, question := range batch {
			ids[i] = question.id()
		}
		n, err := forgetQuestionsScript.Run(ctx, a.client, keys, ids...).Int()
		if err != nil {
			return fmt.Errorf("forget the answers to questions: %w", err)
		}
		a.metrics.purged.Add(float64(n))
	}
	return nil
}

// Forget removes the embeddings of questions of a church, of every embedder. Mark their conversation first, as for
// [Answers.ForgetQuestions].
func (e *Embeddings) Forget(ctx context.Context, churchID uuid.UUID, questions []QuestionHash) error {
	if len(questions) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, purgeTimeout, errDeadline)
	defer cancel()
	k := keysOf(churchID)
	_, err := e.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, question := range questions {
			pipe.Unlink(ctx, k.embeddings(question), k.embeddingBefore()+question.id())
			pipe.ZRem(ctx, k.embedded(), question.id())
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget the embeddings of questions: %w", err)
	}
	return nil
}
