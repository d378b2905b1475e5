package tier

import (
	"context"
	"errors"
	"iter"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// errEmptyAnswer means that the model finished without a word.
var errEmptyAnswer = errors.New("the model gave an empty answer")

// ModelTier (tier 4) answers with the full model, told everything that bears on the question. It always answers.
type Model struct {
	author   *Author
	nearness float64 // see shownSources
}

// NewModelTier returns the tier.
func NewModel(author *Author, thresholds retrieval.Thresholds) *Model {
	return &Model{author: author, nearness: sourceNearness(thresholds)}
}

// Answer implements Tier.
func (m *Model) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	// Without passages the model still knows the church's facts: failed retrieval must not silence it. Such an answer is
	// not remembered, because the next visitor may get a better one.
	passages, searchErr := turn.Passages(ctx)
	used := passageSources(turn, passages)
	if turn.FAQMatch != nil {
		used = append([]chat.Source{faqSource(turn.FAQMatch)}, used...)
	}
	return m.author.write(ctx, turn, generation{
		tier: 4, reason: "model", nearness: m.nearness, last: true,
		request: func(ctx context.Context) (model.Request, []uuid.UUID) {
			built := m.build(ctx, turn)
			messages := conversation(ctx, turn, []model.Message{{Role: model.RoleSystem, Content: built.Text}})
			return model.Request{Class: model.ClassChat, Contents: built.Contents, Messages: messages, MaxTokens: maxAnswerTokens}, built.Report.Dropped
		},
		tools: m.author.offered(turn).tools,
		used:  dedupe(used),
		// Nor an answer that saw what one visitor had said before.
		shareable: searchErr == nil && len(turn.History(ctx)) == 0,
	})
}

func (m *Model) build(ctx context.Context, turn *chat.Turn) prompt.Built {
	passages, _ := turn.Passages(ctx)
	in := promptInput(turn, passages)
	in.Tools = m.author.offered(turn).names
	built := prompt.Build(in)
	if m.author.Prompted != nil {
		m.author.Prompted(built.Report)
	}
	return built
}
