package singleflight_test

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/live"
	"narthex/chat/question"
	"narthex/chat/tier/singleflight"
)

// counting is a tier that answers and counts how often.
type counting struct{ asked int }

func (c *counting) Answer(context.Context, *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		c.asked++
		yield(chat.DeltaEvent("The blue one."), nil)
	}
}

// Who asks the same may look into the cache just before an answer is kept there, and come to the model just after: the answer is
// looked for once more, not written again.
func TestWhoLookedTooEarlyLooksAgain(t *testing.T) {
	hub := live.NewHub()
	written, found := new(counting), new(counting)
	cascade := func(c *counting) *chat.Cascade { return chat.NewCascade(nil, chat.Step{Name: "test", Tier: c}) }
	flights := singleflight.New(hub, cascade(written), cascade(found), func() { t.Error("nobody is answered at the same time") })
	snapshot := &church.Snapshot{Name: "Grace Harbor", Location: time.UTC}
	ask := func() (answer func()) {
		turn := &chat.Turn{
			ID: uuid.New(), Church: snapshot, Request: &chat.Request{Message: "Which hymnal stands in the pews?"}, Language: "en",
			Agent: church.Coordinator, Leaning: question.StandsAlone,
			LoadHistory: func(context.Context) ([]chat.HistoryItem, error) { return nil, nil },
		}
		if !hub.Add(live.Begin(t.Context(), turn, nil, time.Now), 10) {
			t.Fatal("the turn is there already")
		}
		return func() {
			for _, err := range flights.Answer(t.Context(), turn) {
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
	late := func() { ask()() }
	var asked [][2]int
	for _, answer := range []func(){ask(), ask(), ask(), late} {
		answer()
		asked = append(asked, [2]int{written.asked, found.asked})
	}
	if want := [][2]int{{1, 0}, {1, 1}, {1, 2}, {2, 2}}; !slices.Equal(asked, want) {
		t.Errorf("written and looked for again: %v, want %v", asked, want)
	}
}
