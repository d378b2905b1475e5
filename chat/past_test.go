package chat

import (
	"context"
	"errors"
	"slices"
	"testing"

	"narthex/chat/question"
)

func TestAnUnreadPastIsUnknownAndNotEmpty(t *testing.T) {
	said := []HistoryItem{{Role: "user", Content: "Where is the hall?"}}
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
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			turn := &Turn{Leaning: test.leaning, LoadHistory: func(context.Context) ([]HistoryItem, error) {
				asked++
				return test.past, test.err
			}}
			if turn.SelfContained(t.Context()) != test.contained || turn.Cacheable(t.Context()) != test.contained || turn.Shareable(t.Context()) != test.shareable {
				t.Errorf("self-contained %v, shareable %v", turn.SelfContained(t.Context()), turn.Shareable(t.Context()))
			}
			if turn.PastUnread(t.Context()) != (test.err != nil) || asked > 1 {
				t.Errorf("unread %v, asked %d times", turn.PastUnread(t.Context()), asked)
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
