// What is understood without a model after a crisis, and what every other answer ends with.

package tier

import (
	"context"
	"iter"
	"strings"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/question"
	"narthex/chat/tier/conversation"
	"narthex/chat/tier/people"
)

// Aftercare answers what visitors say to an answer of the crisis gate: a telephone number or an address, which the answer
// invites; that they have called, or will not; that they do not know what to do; yes or no where they were asked. It asks nobody, so that all of this is heard with every
// model down.
type Aftercare struct {
	earlier func(context.Context, *chat.Turn) []chat.HistoryItem
	watched func(*chat.Turn) bool
	report  Report
	keep    func(ctx context.Context, turn *chat.Turn, phone, email string) error
}

// NewAftercare returns the tier. earlier gives the conversation as NewCrisis has it, watched reports whether a crisis was found in
// it, report is called when a visitor says that they are in danger after all, and keep has a contact sent to the church.
func NewAftercare(earlier func(context.Context, *chat.Turn) []chat.HistoryItem, watched func(*chat.Turn) bool,
	report Report, keep func(ctx context.Context, turn *chat.Turn, phone, email string) error) *Aftercare {
	return &Aftercare{earlier, watched, report, keep}
}

// Answer implements chat.Tier.
func (a *Aftercare) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.Crisis && !a.watched(turn) {
			return
		}
		message := turn.Request.Message
		contact, given := contactIn(turn)
		if !given && !reply.SaysNo(message, "") && !reply.SaysYes(message, "") && !reply.HasCalled(message, true) && !reply.WillNotCall(message) && !reply.AsksWhatNow(message) {
			return
		}
		if text := a.compose(ctx, turn, contact, given); text != "" {
			yieldAnswer(yield, noTier(chat.ReasonCrisis), text, nil)
		}
	}
}

// contactIn finds the contact in a turn's message. A caller may mean the number that they call from, which shows.
func contactIn(turn *chat.Turn) (reply.Contact, bool) {
	if turn.Request.Spoken && strings.HasPrefix(turn.Address, "+") && reply.IsThisNumber(turn.Request.Message) {
		return reply.Contact{Phone: turn.Address}, true
	}
	return reply.ContactIn(turn.Church, turn.Request.Message)
}

// compose gives the answer, "" where a model had better give it. The finding that it leaves in the turn has the message taken
// whatever is down.
func (a *Aftercare) compose(ctx context.Context, turn *chat.Turn, contact reply.Contact, given bool) string {
	items := a.earlier(ctx, turn)
	if turn.Crisis { // accepted: there is time to look it up
		items = turn.Known(ctx)
	}
	message, last, writer := turn.Request.Message, conversation.LastAnswer(items), toWriter(turn)
	finding, justNow, _ := conversation.LastDanger(writer, items)
	if !justNow {
		if raised, ok := writer.Answered(last); ok {
			finding, justNow = raised, true
		}
	}
	if _, accused := people.Accusation(turn.Church, crisisAndRecent(ctx, turn, items)); accused {
		finding.ByClergy = true
	}
	asks, asked := conversation.Asks(to(turn, finding), &finding, last)
	switch {
	case given && (justNow || !conversation.IsForSomethingElse(writer, items, message)):
		turn.Finding = &finding
		if err := a.keep(ctx, turn, contact.Phone, contact.Email); err != nil { // it has been logged
			return to(turn, finding).Lost()
		}
		return to(turn, finding).Kept(finding, contact)
	case justNow && asks && (asked || conversation.Unanswered(items)) && reply.SaysYes(message, finding.Language):
		finding = reply.Affirmed(finding)
		turn.Finding = &finding
		answer := to(turn, finding).Answer(finding)
		a.report(ctx, turn, answer)
		return answer
	case justNow && asked && reply.SaysNo(message, finding.Language):
		turn.Finding = &finding
		return to(turn, finding).Glad()
	case reply.AsksWhatNow(message):
		if now := to(turn, finding).WhatNow(finding); now != last {
			turn.Finding = &finding
			return now
		}
	case reply.HasCalled(message, justNow && finding.Category == crisis.Medical):
		turn.Finding = &finding
		return to(turn, finding).Called(finding)
	case reply.WillNotCall(message) && (justNow || !question.Asks(message)), justNow && reply.SaysNo(message, finding.Language):
		if instead := to(turn, finding).Instead(finding); instead != last {
			turn.Finding = &finding
			return instead
		}
	}
	return ""
}

// WithCare has the answer to a turn after a crisis end with a line of care: a paragraph of its own, after an answer that is
// unchanged. It stands outside the tiers, so that no tier keeps it for others, and the answers of the crisis gate, which name the
// lines themselves, do without it.
func WithCare(ctx context.Context, turn *chat.Turn, events iter.Seq2[chat.Event, error]) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		wanted, said, passedOn := true, false, false
		for event, err := range apart(ctx, turn, events) {
			switch event.Kind {
			case chat.KindTier:
				wanted = event.Tier.Reason != chat.ReasonCrisis
			case chat.KindTool:
				passedOn = passedOn || event.Tool.Status == "done" && event.Tool.Name != chat.Handoff
			case chat.KindReset:
				wanted, said = true, false
			case chat.KindDelta:
				said = said || event.Text != ""
			case chat.KindSources, chat.KindDone:
				stopped := event.Kind == chat.KindDone && event.Done.Finish == chat.FinishStopped
				if err == nil && turn.Crisis && wanted && said && !stopped {
					wanted = false
					care := careAfter(ctx, turn, passedOn)
					if !yield(chat.DeltaEvent("\n\n"+care), nil) {
						return
					}
				}
			}
			if !yield(event, err) {
				return
			}
		}
	}
}

// careAfter is the line of care. Where somebody who serves at the church was accused and a tool has done something, it tells whom
// that goes to, and who is independent of the church.
func careAfter(ctx context.Context, turn *chat.Turn, passedOn bool) string {
	to := toWriter(turn)
	if passedOn {
		if _, accused := people.Accusation(turn.Church, turn.CrisisAndRecent(ctx)); accused {
			return to.CareAccusing()
		}
	}
	return to.Care(conversation.LastAnswer(turn.History(ctx)))
}
