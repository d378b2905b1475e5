package tier

import (
	"context"
	"iter"
	"slices"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
	"narthex/chat/safety"
)

// allowance says for whom a model may still be asked today.
type Allowance int

const (
	ForEverybody Allowance = iota
	ForDanger              // for those who are or lately were in danger
	ForNobody
)

// reasonBudget is the reason of tier 4's answers where no model may be asked any more today.
const reasonBudget = "budget"

// BudgetTier stands before the tiers that ask a model. Where a church's models have cost today what they may, it says so,
// says how to reach people, and takes messages and other requests by itself. Who is or lately was in danger is answered by
// the model far beyond that, but not at any price, because a sentence is all that it takes to be thought in danger: in the
// end they get the words of the crisis gate with its lines, and are never told to come again tomorrow.
type Budget struct {
	Author  *Author
	Left    func(*church.Snapshot) Allowance
	Refused func() // counts
}

// Answer implements Tier.
func (b *Budget) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	left := b.Left(turn.Church)
	if left == ForEverybody || left == ForDanger && turn.Crisis {
		return func(func(chat.Event, error) bool) {}
	}
	finding, found := dangerBefore(ctx, turn)
	if found {
		turn.WatchForCrisis()
	}
	switch {
	case !turn.Crisis:
		return b.takeMessages(ctx, turn)
	case left == ForDanger:
		return func(func(chat.Event, error) bool) {}
	case !found:
		finding = safety.Finding{Category: safety.Despair, About: safety.Self, Rule: reasonBudget}
	}
	b.Refused()
	return func(yield func(chat.Event, error) bool) {
		answerOutsideTiers(yield, chat.ReasonCrisis, safety.Answer(turn.Church, finding, turn.Language))
	}
}

// takeMessages answers without a model.
func (b *Budget) takeMessages(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	b.Refused()
	return b.Author.write(ctx, turn, generation{
		tier: 4, reason: reasonBudget, last: true,
		model: offline.Receptionist{
			Church: turn.Church.Name, Phone: turn.Church.Phone, Language: turn.Language,
			Now: turn.Received.In(turn.Church.Location), Otherwise: spentForToday(turn),
		},
		request: func(ctx context.Context) (model.Request, []uuid.UUID) {
			return model.Request{Class: model.ClassChat, Messages: conversation(ctx, turn, nil)}, nil
		},
		tools: b.Author.offered(turn).tools,
	})
}

// dangerBefore finds the last crisis in what the visitor said before. Redis and this node's memory usually know that there
// was one; while Redis is away, another node's is known from the conversation alone. It takes microseconds for each message.
func dangerBefore(ctx context.Context, t *chat.Turn) (finding safety.Finding, found bool) {
	// What the browser sent counts as well: Postgres may be silent, and this node know of a part only.
	for _, said := range [][]string{SaidBefore(ctx, t), t.ClaimedMessages()} {
		for i, message := range slices.Backward(said) {
			if finding, found = safety.Assess(message, said[:i]); found {
				return finding, true
			}
		}
	}
	return safety.Finding{}, false
}

// spentForToday says that there are no more answers today, and how to reach people.
func spentForToday(turn *chat.Turn) string {
	at := turn.Church
	said := chat.Phrase(turn.Language, "spent_for_today")
	reach := ""
	switch {
	case at.Phone != "" && at.Email != "":
		reach = "or_call_or_write"
	case at.Phone != "":
		reach = "or_call"
	case at.Email != "":
		reach = "or_write"
	}
	if reach != "" {
		said += " " + chat.Phrase(turn.Language, reach, "phone", at.Phone, "email", at.Email)
	}
	return said
}

// conversation adds what was said before, and the question, to a model's instructions.
func conversation(ctx context.Context, turn *chat.Turn, messages []model.Message) []model.Message {
	history := turn.History(ctx)
	for _, item := range history[max(0, len(history)-chat.MaxHistoryInPrompt):] {
		if item.Role == "user" {
			messages = append(messages, model.Message{Role: model.RoleUser, Content: prompt.Visitor(item.Content)})
		} else {
			messages = append(messages, model.Message{Role: model.RoleAssistant, Content: item.Content})
		}
	}
	return append(messages, model.Message{Role: model.RoleUser, Content: prompt.Visitor(turn.Request.Message)})
}
