// The tier that has a second reader look at what the crisis gate is in doubt about.

package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/review"
	"narthex/chat/tier/conversation"
)

// Review has a second reader look at messages that the crisis gate let pass although it is in doubt about them. What the reader
// finds is answered as the gate's unsure crises are. All other messages pass at once.
type Review struct {
	reader    *review.Reader
	earlier   func(context.Context, *chat.Turn) []chat.HistoryItem
	allowance func(*church.Snapshot) Allowance
	report    Report
}

// NewReview returns the tier. earlier gives the conversation as NewCrisis has it, allowance says for whom a church's models may
// still be asked, and report is called with every turn in which the reader found a crisis, before the visitor is answered.
func NewReview(reader *review.Reader, earlier func(context.Context, *chat.Turn) []chat.HistoryItem,
	allowance func(*church.Snapshot) Allowance, report Report) *Review {
	return &Review{reader, earlier, allowance, report}
}

// Doubts reports whether the reader is to be asked about a turn in which the gate has found nothing. Somebody may be in danger, so
// it is as long as those may be answered who are.
func (r *Review) Doubts(ctx context.Context, turn *chat.Turn) bool {
	return !turn.Reviewed && turn.Assess(conversation.Visitors(r.earlier(ctx, turn))).Doubtful && r.allowance(turn.Church) != ForNobody
}

// Answer implements chat.Tier.
func (r *Review) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !r.Doubts(ctx, turn) {
			return
		}
		items := r.earlier(ctx, turn)
		finding, found := r.read(ctx, turn, conversation.Visitors(items))
		if !found {
			return
		}
		finding = ofConversation(finding, turn, crisisAndRecent(ctx, turn, items))
		turn.Finding = &finding
		answer := crisisAnswer(turn, finding, items)
		r.report(ctx, turn, answer)
		yieldAnswer(yield, noTier(chat.ReasonCrisis), answer, nil)
	}
}

// read asks the reader, once in a turn.
func (r *Review) read(ctx context.Context, turn *chat.Turn, earlier []string) (crisis.Finding, bool) {
	defer turn.Stage("review")()
	defer turn.Work.Outside()()
	turn.Reviewed = true
	return r.reader.Raise(ctx, review.Question{
		Church: turn.Church.ID, Turn: turn.ID, Message: turn.Request.Message, Earlier: earlier, EarlierUnread: turn.PastUnread(ctx), Meter: &turn.Cost,
	})
}
