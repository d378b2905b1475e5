// The tier that stands in for the models once they have cost what they may for today.

package tier

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/tier/conversation"
)

// Allowance says for whom a model may still be asked today.
type Allowance int

const (
	ForEverybody Allowance = iota
	ForDanger              // for visitors who are in danger, or lately were
	ForNobody
)

// reasonBudget is the reason of tier 4's answers where no model may be asked any more today.
const reasonBudget = "budget"

// Budget stands before the tiers that ask a model. Where a church's models have cost what they may for today, the tier says
// so, says how to reach people, and takes messages and other requests without a model. Visitors who are in danger, or lately
// were, are answered by the model far beyond that, but not at any price, because one sentence is enough to be thought in
// danger: in the end they get the words of the crisis gate with its lines, and are never told to come again tomorrow.
type Budget struct {
	author    *Author
	allowance func(*church.Snapshot) Allowance
	onRefused func()
}

// NewBudget returns the tier. allowance says for whom a church's models may still be asked; onRefused is called for every
// turn for which they may not.
func NewBudget(author *Author, allowance func(*church.Snapshot) Allowance, onRefused func()) *Budget {
	return &Budget{author, allowance, onRefused}
}

// Answer implements chat.Tier.
func (b *Budget) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	next := func(func(chat.Event, error) bool) {} // leaves the turn to the next tier
	allowance := b.allowance(turn.Church)
	if allowance == ForEverybody || allowance == ForDanger && turn.Crisis {
		return next
	}
	finding, found := earlierCrisis(ctx, turn)
	if found {
		turn.WatchForCrisis()
	}
	switch {
	case !turn.Crisis:
		return b.takeMessage(ctx, turn)
	case allowance == ForDanger:
		return next
	case !found:
		finding = crisis.Finding{Category: crisis.Despair, About: crisis.Self, Rule: reasonBudget}
	}
	b.onRefused()
	items := turn.Known(ctx)
	finding = ofConversation(finding, turn, crisisAndRecent(ctx, turn, items))
	return func(yield func(chat.Event, error) bool) {
		yieldAnswer(yield, noTier(chat.ReasonCrisis), crisisAnswer(turn, finding, items), nil)
	}
}

// takeMessage answers without a model, and takes the visitor's message or request with the church's tools.
func (b *Budget) takeMessage(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	b.onRefused()
	d := &draft{
		author: b.author, turn: turn,
		tier: 4, reason: reasonBudget, last: true,
		model: offline.Receptionist{
			Church: turn.Church.Name, Phone: turn.Church.Phone, Language: turn.Language,
			Now: turn.Request.Received.In(turn.Church.Location), Otherwise: budgetSpentText(turn),
		},
		prompt: func(ctx context.Context) (model.Request, []uuid.UUID) {
			return model.Request{Class: model.ClassChat, Messages: appendConversation(ctx, nil, turn)}, nil
		},
		tools: b.author.toolset(turn).tools,
	}
	return d.events(ctx)
}

// earlierCrisis finds the last crisis in what the visitor said before. Redis and this node's memory usually know that there
// was one; while Redis is away, a crisis that another node found shows in the conversation alone. Each message takes
// microseconds.
func earlierCrisis(ctx context.Context, turn *chat.Turn) (finding crisis.Finding, found bool) {
	// Messages that the browser sent along count as well: Postgres may be silent, and this node know only some of them.
	for _, items := range [][]chat.HistoryItem{turn.History(ctx), turn.Request.History} {
		if finding, _, found = conversation.LastDanger(toWriter(turn), items); found {
			return finding, true
		}
	}
	return crisis.Finding{}, false
}

// budgetSpentText says that there are no more answers today, and how to reach people.
func budgetSpentText(turn *chat.Turn) string {
	phone, email := turn.Church.Phone, turn.Church.Email
	text := chat.Phrase(turn.Language, "spent_for_today")
	reach := ""
	switch {
	case phone != "" && email != "":
		reach = "or_call_or_write"
	case phone != "":
		reach = "or_call"
	case email != "":
		reach = "or_write"
	}
	if reach != "" {
		text += " " + chat.Phrase(turn.Language, reach, "phone", phone, "email", email)
	}
	return text
}
