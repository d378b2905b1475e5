// Package confirmed is the tier that hears a yes or a no in words to what a tool has asked.
package confirmed

import (
	"context"
	"errors"
	"iter"
	"strings"

	"narthex/chat"
	"narthex/chat/assent"
	"narthex/chat/confirmation"
	"narthex/chat/tier/people"
	"narthex/chat/tools"
)

// Tier answers a message that says yes or no, and nothing else, directly after a tool has asked for that: it has the work done, or
// lets it go. It needs no model, so that what was asked is also done where none can be asked any more.
type Tier struct {
	tools   *tools.Registry               // nil: nothing is ever asked
	forbids func(*chat.Turn, string) bool // what an answer must not say
}

// New returns the tier. forbids reports whether a text has what an answer to a turn must not say.
func New(registry *tools.Registry, forbids func(*chat.Turn, string) bool) Tier {
	return Tier{registry, forbids}
}

// Answer implements chat.Tier.
func (c Tier) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		accept, ok := assent.Heard(turn.Request.Message)
		if !ok || c.tools == nil || c.tools.Dry() {
			return
		}
		said, before := turn.Exchanges(ctx)
		if len(said) < 2 {
			return
		}
		last := len(said) - 1
		done, err := c.tools.ConfirmSpoken(ctx, turn.Church, turn.Request.SessionID, tools.Spoken{
			Message: said[last], Previous: said[last-1], Answered: before[last], PassedTo: people.PassedTo(ctx, turn), Origin: turn.Origin(),
		})
		switch {
		case errors.Is(err, tools.ErrLate):
			key := "declined"
			if accept {
				key = "late"
			}
			if yield(opening(), nil) && yield(chat.DeltaEvent(tools.Asking(key, turn.Spoken(), turn.Language)), nil) {
				yield(chat.DoneEvent(chat.Done{Finish: chat.FinishStop}), nil)
			}
		case err != nil && len(done) == 0:
			yield(chat.Event{}, err)
		case len(done) > 0:
			c.tell(yield, done, turn)
		}
	}
}

func opening() chat.Event {
	return chat.Event{Kind: chat.KindTier, Tier: &chat.TierChosen{Reason: chat.ReasonConfirmed}}
}

// tell says what became of what was asked.
func (c Tier) tell(yield func(chat.Event, error) bool, done []tools.Confirmed, turn *chat.Turn) {
	if !yield(opening(), nil) {
		return
	}
	var text []string
	for i := range done {
		status := c.Status(&done[i], turn)
		text = append(text, status.Summary)
		text = append(text, done[i].Result.Links...)
		if !yield(chat.Event{Kind: chat.KindTool, Tool: &status}, nil) {
			return
		}
	}
	if yield(chat.DeltaEvent(strings.Join(text, " ")), nil) {
		yield(chat.DoneEvent(chat.Done{Finish: chat.FinishStop}), nil)
	}
}

// Status is what a visitor is shown of a call that they have answered for. As with every tool, what must not be said is left out.
func (c Tier) Status(done *tools.Confirmed, turn *chat.Turn) chat.ToolStatus {
	status := chat.ToolStatus{Name: done.Tool, Status: statusNames[done.Status], Summary: done.Result.Summary, CallID: &done.CallID}
	if status.Summary == "" && done.Status == confirmation.Accepted {
		status.Summary = tools.Done(done.Tool, turn.Spoken(), turn.Language)
	}
	if status.Summary == "" || c.forbids(turn, status.Summary) {
		status.Summary = tools.Asking(status.Status, turn.Spoken(), turn.Language)
	}
	return status
}

var statusNames = map[confirmation.Status]string{confirmation.Accepted: "done", confirmation.Declined: chat.ToolDeclined, confirmation.Failed: "failed"}

// StatusOf is how a call of a model's has ended.
func StatusOf(name string, result *tools.Result) chat.ToolStatus {
	ended := chat.ToolStatus{Name: name, Status: "done", Summary: result.Summary}
	switch card := result.Card; {
	case card != nil:
		ended.Status, ended.CallID, ended.Question = chat.ToolConfirm, &card.CallID, card.Question
		for _, field := range card.Fields {
			ended.Fields = append(ended.Fields, chat.ToolField(field))
		}
	case !result.OK:
		ended.Status = "failed"
	}
	return ended
}
