package chat

import (
	"context"
	"slices"

	"narthex/chat/crisis"
	"narthex/chat/question"
	"narthex/chat/words"
)

// SelfContained is false when the question leans on what was said before; the tiers that compare it with other people's
// questions must leave it alone then.
func (t *Turn) SelfContained(ctx context.Context) bool {
	switch t.Leaning {
	case question.StandsAlone:
		return true
	case question.LeansIfTalked:
		return len(t.History(ctx)) == 0 && !t.PastUnread(ctx)
	case question.LeansIfAsked:
		return !t.PastUnread(ctx) && !WantReply(t.History(ctx))
	}
	return false
}

// WantReply reports whether a conversation ends with the assistant asking the visitor for something.
func WantReply(said []HistoryItem) bool {
	last := len(said) - 1
	return last >= 0 && said[last].Role == "assistant" && question.Wants(said[last].Content)
}

// Cacheable reports whether this turn's answer may be given to, or taken from, somebody else.
func (t *Turn) Cacheable(ctx context.Context) bool { return !t.Personal && t.SelfContained(ctx) }

// Shareable reports whether an answer may be made once for all who ask the same at the same time: nothing of the conversation is in it.
func (t *Turn) Shareable(ctx context.Context) bool {
	return t.Cacheable(ctx) && len(t.History(ctx)) == 0 && !t.PastUnread(ctx)
}

// History is what was said before, oldest first: what the server knows of the session, else what the client sent.
func (t *Turn) History(ctx context.Context) []HistoryItem {
	items, _ := t.past(ctx)
	return items
}

func (t *Turn) past(ctx context.Context) ([]HistoryItem, error) {
	return t.earlier.get(func() ([]HistoryItem, error) {
		items, err := t.LoadHistory(ctx)
		if language := languageOfVisitor(items); t.languageGuessed && language != "" {
			t.Language, t.spoken = language, ""
		}
		return items, err
	})
}

// languageOfVisitor is that of the visitor's last message that tells it: a name or a number, given when asked, is of no language.
func languageOfVisitor(said []HistoryItem) string {
	for _, item := range slices.Backward(said) {
		if item.Role != "user" {
			continue
		}
		if language := words.Language(item.Content, ""); language != "" {
			return language
		}
	}
	return ""
}

// PastRead reports that what was said before is known, as far as it could be read.
func (t *Turn) PastRead() bool { return t.earlier.done }

// PastUnread reports that the server's record of the conversation could not be read: more may have been said than History has, and
// a conversation that seems to begin may have gone on for long.
func (t *Turn) PastUnread(ctx context.Context) bool {
	_, err := t.past(ctx)
	return err != nil
}

// Known is all that is known of what was said before, for judging whether anybody is in danger: History, and where the record could
// not be read, what the browser says was said as well.
func (t *Turn) Known(ctx context.Context) []HistoryItem {
	items, err := t.past(ctx)
	if err == nil {
		return items
	}
	known := make([]HistoryItem, 0, len(t.Request.History)+len(items))
	for _, claimed := range t.Request.History {
		if !slices.Contains(items, claimed) {
			known = append(known, claimed)
		}
	}
	return append(known, items...)
}

// ClaimedMessages are what the visitor said before, as the browser sent it along.
func (t *Turn) ClaimedMessages() (said []string) {
	for _, item := range t.Request.History {
		if item.Role == "user" {
			said = append(said, item.Content)
		}
	}
	return said
}

// ClaimsCrisis reports whether the crisis gate finds one in ClaimedMessages. It reads them once in a turn.
func (t *Turn) ClaimsCrisis() bool {
	found, _ := t.claimed.get(func() (bool, error) { return crisis.Watch(t.ClaimedMessages()), nil })
	return found
}

// CrisisAndRecent are the visitor's messages of this conversation that the crisis gate answered, however long ago, and those that
// VisitorMessages gives; oldest first.
func (t *Turn) CrisisAndRecent(ctx context.Context) []string {
	said := t.VisitorMessages(ctx)
	if t.LoadCrisisMessages == nil {
		return said
	}
	messages, _ := t.crisisMessages.get(func() ([]string, error) { return t.LoadCrisisMessages(ctx), nil })
	return append(slices.Clip(messages), said...)
}

// VisitorMessages are what the visitor has said in this conversation, oldest first, as far as the model is shown it.
func (t *Turn) VisitorMessages(ctx context.Context) []string {
	said, _ := t.Exchanges(ctx)
	return said
}

// Exchanges are the visitor's messages of this conversation, oldest first, each with what the assistant had said before it.
func (t *Turn) Exchanges(ctx context.Context) (said, before []string) {
	answer := ""
	for _, item := range append(slices.Clip(t.History(ctx)), HistoryItem{Role: "user", Content: t.Request.Message}) {
		if item.Role != "user" {
			answer = item.Content
			continue
		}
		said, before = append(said, item.Content), append(before, answer)
		answer = ""
	}
	return said, before
}
