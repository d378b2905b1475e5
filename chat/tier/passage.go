// Tier 3: one stored passage, put into words by a small model.

package tier

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// Passage (tier 3) answers from one stored passage that is so near to the question that a small model need only put the
// passage into words.
type Passage struct {
	author    *Author
	threshold float64 // similarity from which one passage is enough
}

// NewPassage returns the tier.
func NewPassage(author *Author, thresholds retrieval.Thresholds) *Passage {
	return &Passage{author: author, threshold: thresholds.Direct}
}

// Answer implements chat.Tier.
func (p *Passage) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		// A visitor in distress is answered by the model that knows how to.
		if turn.Crisis || turn.Distress {
			turn.Pass(chat.Passed{Reason: chat.PassInDanger})
			return
		}
		if !turn.SelfContained(ctx) {
			turn.Pass(chat.Passed{Reason: chat.PassLeans})
			return
		}
		passages, err := turn.Passages(ctx)
		if err != nil {
			yield(chat.Event{}, err)
			return
		}
		best := p.best(turn, passages)
		if best == nil {
			p.pass(turn, passages)
			return
		}
		if partOf(ctx, turn).Told != "" { // the passage would answer the rest alone
			turn.Pass(chat.Passed{Reason: chat.PassAsksElse, Wanted: p.threshold, Title: best.Title, Similarity: best.Similarity})
			return
		}
		d := &draft{
			author: p.author, turn: turn,
			tier: 3, reason: "passage", similarity: best.Similarity,
			prompt: func(context.Context) (model.Request, []uuid.UUID) {
				return passageRequest(turn, *best), nil
			},
			sources:   passageSources(turn, []retrieval.Passage{*best}),
			shareable: !turn.PastUnread(ctx),
		}
		d.events(ctx)(yield)
	}
}

func passageRequest(turn *chat.Turn, passage retrieval.Passage) model.Request {
	in := promptInput(turn, []retrieval.Passage{passage})
	return model.Request{
		Class:    model.ClassFast,
		Contents: func() prompt.Contents { return prompt.PassageContents(in) },
		Messages: []model.Message{
			{Role: model.RoleSystem, Text: prompt.Passage(in)},
			{Role: model.RoleUser, Content: prompt.Visitor(turn.Request.Message)},
		},
		MaxTokens: maxPassageTokens,
	}
}

// best is the passage nearest in meaning, if it is near enough. A text of the church's lens is not the church's own word. A FAQ counts only where its question agrees with the
// visitor's: "may I bring my dog" is near to "may I not bring my dog".
func (p *Passage) best(turn *chat.Turn, passages []retrieval.Passage) (best *retrieval.Passage) {
	for i := range passages {
		passage := &passages[i]
		if passage.Kind == retrieval.KindTheology || passage.Similarity < p.threshold || best != nil && passage.Similarity <= best.Similarity {
			continue // before the questions are compared, which costs more
		}
		if passage.Kind != retrieval.KindFAQ || cache.Agree(turn.Request.Message, passage.Title) {
			best = passage
		}
	}
	return best
}

// pass says how near the nearest passage is.
func (p *Passage) pass(turn *chat.Turn, passages []retrieval.Passage) {
	passed := chat.Passed{Reason: chat.PassNothing, Wanted: p.threshold}
	for i := range passages {
		if passages[i].Kind != retrieval.KindTheology && passages[i].Similarity > passed.Similarity {
			passed.Reason, passed.Title, passed.Similarity = chat.PassTooFar, passages[i].Title, passages[i].Similarity
		}
	}
	if passed.Similarity >= p.threshold {
		passed.Reason = chat.PassAsksElse
	}
	turn.Pass(passed)
}
