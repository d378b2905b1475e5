// Tier 4: the full model.

package tier

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/model"
	"narthex/chat/prompt"
)

// Model (tier 4) answers with the full model, told everything that bears on the question. The tier always answers.
type Model struct {
	author *Author
}

// NewModel returns the tier.
func NewModel(author *Author) *Model {
	return &Model{author: author}
}

// Answer implements chat.Tier.
func (m *Model) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	// Without passages the model still knows the church's facts: failed retrieval must not silence it. Such an answer is
	// not remembered, because the next visitor may get a better one.
	passages, searchErr := turn.Passages(ctx)
	sources := passageSources(turn, passages)
	if turn.FAQMatch != nil {
		sources = append([]source{readFAQ(turn.FAQMatch)}, sources...)
	}
	d := &draft{
		author: m.author, turn: turn,
		tier: 4, reason: "model", last: true,
		prompt: func(ctx context.Context) (model.Request, []uuid.UUID) { return m.request(ctx, turn) },
		tools:  m.author.toolset(turn).tools,
		// An answer that drew on what one visitor had said before is not remembered either, nor one that may have had to, nor one with a
		// stored fact, which may be told for today.
		shareable: searchErr == nil && turn.Shareable(ctx) && partOf(ctx, turn).Told == "",
		sources:   dedupe(sources),
	}
	return d.events(ctx)
}

func (m *Model) request(ctx context.Context, turn *chat.Turn) (_ model.Request, dropped []uuid.UUID) {
	passages, err := turn.Passages(ctx)
	in := promptInput(turn, passages)
	in.PastUnread, in.Unsearched = turn.PastUnread(ctx), err != nil
	in.Part, in.About = partOf(ctx, turn), aboutAssistant(ctx, turn)
	in.Tools = len(m.author.toolset(turn).names) > 0
	built := prompt.Build(in)
	turn.TracePrompt(promptBlocks(built.Report))
	if m.author.OnPrompt != nil {
		m.author.OnPrompt(built)
	}
	messages := appendConversation(ctx, []model.Message{{Role: model.RoleSystem, Text: built.Text}}, turn)
	return model.Request{Class: model.ClassChat, Contents: built.Contents, Messages: messages, MaxTokens: maxAnswerTokens}, built.Report.Dropped
}

// promptBlocks are the parts of a prompt for its turn's trace.
func promptBlocks(report prompt.Report) []chat.PromptBlock {
	blocks := make([]chat.PromptBlock, len(report.Blocks))
	for i, block := range report.Blocks {
		blocks[i] = chat.PromptBlock{Name: block.Name, Tokens: block.Tokens, Dropped: block.Dropped}
	}
	return blocks
}
