package chat

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/question"
)

func TestAnUnreadPastIsUnknownAndNotEmpty(t *testing.T) {
	said := []HistoryItem{{Role: "user", Content: "Where is the hall?"}}
	asked := append(said, HistoryItem{Role: "assistant", Content: "Gladly. How many of you will there be?"})
	told := append(said, HistoryItem{Role: "assistant", Content: "At the corner. What would you like to know?"})
	for name, test := range map[string]struct {
		leaning              question.Leaning
		past                 []HistoryItem
		err                  error
		contained, shareable bool
	}{
		"it may lean, and nothing was said":       {question.LeansIfTalked, nil, nil, true, true},
		"it may lean, and something was said":     {question.LeansIfTalked, said, nil, false, false},
		"it may lean, and nobody knows":           {question.LeansIfTalked, nil, errors.New("time out"), false, false},
		"it stands alone, and nothing was said":   {question.StandsAlone, nil, nil, true, true},
		"it stands alone, and something was said": {question.StandsAlone, said, nil, true, false},
		"it stands alone, and nobody knows":       {question.StandsAlone, nil, errors.New("time out"), true, false},
		"it stands alone, and they were asked":    {question.StandsAlone, asked, nil, true, false},
		"it asks nothing, and nothing was said":   {question.LeansIfAsked, nil, nil, true, true},
		"it asks nothing, and they were asked":    {question.LeansIfAsked, asked, nil, false, false},
		"it asks nothing, and they were told":     {question.LeansIfAsked, told, nil, true, false},
		"it asks nothing, and nobody knows":       {question.LeansIfAsked, nil, errors.New("time out"), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			loaded := 0
			turn := &Turn{Leaning: test.leaning, LoadHistory: func(context.Context) ([]HistoryItem, error) {
				loaded++
				return test.past, test.err
			}}
			if turn.SelfContained(t.Context()) != test.contained || turn.Cacheable(t.Context()) != test.contained || turn.Shareable(t.Context()) != test.shareable {
				t.Errorf("self-contained %v, shareable %v", turn.SelfContained(t.Context()), turn.Shareable(t.Context()))
			}
			if turn.PastUnread(t.Context()) != (test.err != nil) || loaded > 1 {
				t.Errorf("unread %v, read %d times", turn.PastUnread(t.Context()), loaded)
			}
		})
	}
}

func TestWhatTheBrowserSaysCountsForDangerWhereThePastIsUnread(t *testing.T) {
	claimed := []HistoryItem{{Role: "user", Content: "I have pills here."}, {Role: "user", Content: "Is there parking?"}}
	remembered := claimed[1:]
	for name, test := range map[string]struct {
		err  error
		want []HistoryItem
	}{
		"read":   {nil, remembered},
		"unread": {errors.New("time out"), claimed},
	} {
		turn := &Turn{Request: &Request{History: claimed}, LoadHistory: func(context.Context) ([]HistoryItem, error) { return remembered, test.err }}
		if known := turn.Known(t.Context()); !slices.Equal(known, test.want) {
			t.Errorf("%s: %v", name, known)
		}
		if history := turn.History(t.Context()); !slices.Equal(history, remembered) {
			t.Errorf("%s: the model is shown %v", name, history)
		}
	}
}

// A name or a number that was asked for is in the language of the conversation, also where the page and the church have another.
func TestAReplyWithoutALanguageIsInThatOfTheVisitorsLastMessage(t *testing.T) {
	spanish := []HistoryItem{{Role: "user", Content: "Hello"}, {Role: "user", Content: "Quiero hablar con alguien de la iglesia"}, {Role: "assistant", Content: "What is your name?"}}
	english := []HistoryItem{{Role: "user", Content: "I would like to talk with somebody"}, {Role: "assistant", Content: "¿Cuál es su nombre?"}, {Role: "user", Content: "Rosa"}}
	for _, test := range []struct {
		message, church string
		said            []HistoryItem
		want            string
	}{
		{"Rosa Martínez", "en", spanish, "es"}, {"207 555 0188", "en", spanish, "es"}, {"Rosa Martínez", "es", english, "en"},
		{"What time is the service?", "en", spanish, "en"}, {"Rosa Martínez", "en", nil, "en"}, {"Rosa", "en", []HistoryItem{{Role: "user", Content: "207 555 0188"}}, "en"},
	} {
		if early := NewTurn(uuid.New(), &Request{Message: test.message, History: test.said, Agent: church.Coordinator}, &church.Snapshot{Language: test.church}); early.Language != test.want {
			t.Errorf("%q, with what the browser sent along, is in %q, want %q", test.message, early.Language, test.want)
		}
		turn := NewTurn(uuid.New(), &Request{Message: test.message, Agent: church.Coordinator}, &church.Snapshot{Language: test.church})
		turn.LoadHistory = func(context.Context) ([]HistoryItem, error) { return test.said, nil }
		turn.Spoken() // has been asked for before
		turn.History(t.Context())
		if turn.Language != test.want || turn.Spoken() != test.want {
			t.Errorf("%q after %v is in %q, and answered in %q, want %q", test.message, test.said, turn.Language, turn.Spoken(), test.want)
		}
	}
}
