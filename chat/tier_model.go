package chat

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/google/uuid"

	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// errEmptyAnswer means that the model finished without a word.
var errEmptyAnswer = errors.New("the model gave an empty answer")

// ModelTier (tier 4) answers with the full model, told everything that bears on the question. It always answers.
type ModelTier struct {
	author   *Author
	nearness float64 // see shownSources
}

// NewModelTier returns the tier.
func NewModelTier(author *Author, thresholds retrieval.Thresholds) *ModelTier {
	return &ModelTier{author: author, nearness: sourceNearness(thresholds)}
}

// maxHistoryInPrompt is how many earlier messages the model is shown.
const maxHistoryInPrompt = 12

// Answer implements Tier.
func (m *ModelTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	// Without passages the model still knows the church's facts: failed retrieval must not silence it. Such an answer is
	// not remembered, because the next visitor may get a better one.
	passages, searchErr := turn.Passages(ctx)
	used := passageSources(turn, passages)
	if turn.FAQMatch != nil {
		used = append([]Source{faqSource(turn.FAQMatch)}, used...)
	}
	return m.author.write(ctx, turn, generation{
		tier: 4, reason: "model", nearness: m.nearness, last: true,
		request: func(ctx context.Context) (model.Request, []uuid.UUID) {
			messages, leftOut := m.messages(ctx, turn)
			return model.Request{Class: model.ClassChat, Messages: messages, MaxTokens: maxAnswerTokens}, leftOut
		},
		tools: m.author.offered(turn).tools,
		used:  dedupe(used),
		// Nor an answer that saw what one visitor had said before.
		shareable: searchErr == nil && len(turn.History(ctx)) == 0,
	})
}

func (m *ModelTier) messages(ctx context.Context, turn *Turn) (_ []model.Message, leftOut []uuid.UUID) {
	passages, _ := turn.Passages(ctx)
	in := promptInput(turn, passages)
	in.Tools = m.author.offered(turn).names
	built := prompt.Build(in)
	if m.author.Prompted != nil {
		m.author.Prompted(built.Report)
	}
	return conversation(ctx, turn, []model.Message{{Role: model.RoleSystem, Content: built.Text}}), built.Report.Dropped
}

// dedupe drops later sources with an id seen before: a FAQ is both matched and found by retrieval.
func dedupe(sources []Source) []Source {
	kept := sources[:0]
	for _, s := range sources {
		if !slices.ContainsFunc(kept, func(k Source) bool { return k.ID == s.ID }) {
			kept = append(kept, s)
		}
	}
	return kept
}
