package chat

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"narthex/chat/church"
)

// scripted is a tier that yields what it is told to.
type scripted struct {
	events []Event
	err    error // after the events
	asked  *int
}

func (s scripted) Answer(context.Context, *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		*s.asked++
		for _, event := range s.events {
			if !yield(event, nil) {
				return
			}
		}
		if s.err != nil {
			yield(Event{}, s.err)
		}
	}
}

func TestTheFirstTierWithAnEventAnswers(t *testing.T) {
	broken := errors.New("redis is down")
	word, end := DeltaEvent("hello"), DoneEvent(Done{Finish: FinishStop})
	for name, test := range map[string]struct {
		tiers     []scripted
		kinds     []EventKind
		wantErr   error
		wantAsked []int
	}{
		"an empty tier passes on":          {[]scripted{{}, {events: []Event{word, end}}}, []EventKind{KindDelta, KindDone}, nil, []int{1, 1}},
		"a later tier is not asked":        {[]scripted{{events: []Event{word, end}}, {events: []Event{word}}}, []EventKind{KindDelta, KindDone}, nil, []int{1, 0}},
		"a failure before the first event": {[]scripted{{err: broken}, {events: []Event{end}}}, []EventKind{KindDone}, nil, []int{1, 1}},
		"a failure after it ends the turn": {[]scripted{{events: []Event{word}, err: broken}, {events: []Event{end}}}, []EventKind{KindDelta}, broken, []int{1, 0}},
		"the last failure is the turn's":   {[]scripted{{}, {err: broken}}, nil, broken, []int{1, 1}},
		"no tier has anything to say":      {[]scripted{{}, {}}, nil, ErrNoTier, []int{1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			asked := make([]int, len(test.tiers))
			steps := make([]Step, len(test.tiers))
			for i, tier := range test.tiers {
				tier.asked = &asked[i]
				steps[i] = Step{Tier: tier}
			}
			cascade := NewCascade(ignored, steps...)
			var kinds []EventKind
			var failure error
			for event, err := range cascade.Answer(t.Context(), &Turn{Church: &church.Snapshot{}}) {
				if err != nil {
					failure = err
					continue
				}
				kinds = append(kinds, event.Kind)
			}
			if !slices.Equal(kinds, test.kinds) || !errors.Is(failure, test.wantErr) || !slices.Equal(asked, test.wantAsked) {
				t.Errorf("events %v, error %v, asked %v", kinds, failure, asked)
			}
		})
	}
}

func TestBreakingOffStopsTheTier(t *testing.T) {
	stopped := false
	tier := tierFunc(func(yield func(Event, error) bool) {
		defer func() { stopped = true }()
		for yield(DeltaEvent("x"), nil) {
		}
	})
	for range NewCascade(ignored, Step{Tier: tier}).Answer(t.Context(), &Turn{Church: &church.Snapshot{}}) {
		break
	}
	if !stopped {
		t.Error("the tier still runs")
	}
}

func ignored(context.Context, *Turn, string, error) {}

type tierFunc func(yield func(Event, error) bool)

func (f tierFunc) Answer(context.Context, *Turn) iter.Seq2[Event, error] {
	return iter.Seq2[Event, error](f)
}
