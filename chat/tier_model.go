package chat

import (
	"context"
	"errors"
	"iter"
	"slices"

	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// errEmptyAnswer means that the model finished without a word.
var errEmptyAnswer = errors.New("the model gave an empty answer")

// ModelTier (tier 4) answers with the full model, told everything that bears on the question. It always answers.
type ModelTier struct {
	model    Model
	nearness float64 // see shownSources
	remember func(context.Context, *Turn, Answered)
}

// NewModelTier returns the tier. remember, if not nil, is given every whole answer after it was streamed.
func NewModelTier(m Model, thresholds retrieval.Thresholds, remember func(context.Context, *Turn, Answered)) *ModelTier {
	return &ModelTier{model: m, nearness: sourceNearness(thresholds), remember: remember}
}

// maxHistoryInPrompt is how many earlier messages the model is shown.
const maxHistoryInPrompt = 12

// Answer implements Tier.
func (m *ModelTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	// Without passages the model still knows the church's facts: failed retrieval must not silence it. Such an answer is
	// not remembered, because the next visitor may get a better one.
	passages, searchErr := turn.Passages(ctx)
	remember := rememberFor(ctx, turn, m.remember)
	if searchErr != nil || len(turn.History(ctx)) > 0 { // nor an answer that saw what one visitor had said before
		remember = nil
	}
	used := passageSources(passages)
	if turn.FAQMatch != nil {
		used = append([]Source{faqSource(turn.FAQMatch)}, used...)
	}
	return generate(ctx, m.model, turn, generation{
		tier: 4, reason: "model", nearness: m.nearness, last: true,
		request: model.Request{
			Class:     model.ClassChat,
			Messages:  m.messages(ctx, turn),
			MaxTokens: maxAnswerTokens,
		},
		used: dedupe(used),
	}, remember)
}

func (m *ModelTier) messages(ctx context.Context, turn *Turn) []model.Message {
	passages, _ := turn.Passages(ctx)
	history := turn.History(ctx)
	history = history[max(0, len(history)-maxHistoryInPrompt):]
	messages := make([]model.Message, 0, len(history)+2)
	messages = append(messages, model.Message{Role: model.RoleSystem, Content: prompt.System(promptInput(turn, passages))})
	for _, item := range history {
		if item.Role == "user" {
			messages = append(messages, model.Message{Role: model.RoleUser, Content: prompt.Visitor(item.Content)})
		} else {
			messages = append(messages, model.Message{Role: model.RoleAssistant, Content: item.Content})
		}
	}
	return append(messages, model.Message{Role: model.RoleUser, Content: prompt.Visitor(turn.Request.Message)})
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
