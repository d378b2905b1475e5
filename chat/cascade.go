package chat

import (
	"context"
	"errors"
	"iter"
)

// Tier answers a turn, or yields nothing to let the next tier try. It opens with a tier event and ends with a done
// event; an error before the first event also lets the next tier try, one after it ends the turn.
type Tier interface {
	Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error]
}

// Step is a tier of a cascade with its name in metrics and logs.
type Step struct {
	Name string
	Tier Tier
}

// Cascade tries tiers in order; the first that yields an event answers.
type Cascade struct {
	steps  []Step
	failed Failed
}

// Failed hears of a tier that failed before its first event, so that the next is tried.
type Failed func(ctx context.Context, turn *Turn, tier string, err error)

// NewCascade returns a cascade over the steps.
func NewCascade(failed Failed, steps ...Step) *Cascade {
	return &Cascade{steps: steps, failed: failed}
}

// ErrNoTier means that no tier had anything to say, not even the full model.
var ErrNoTier = errors.New("no tier answered")

// Answer yields the events of the first tier that has any. Its last pair is a done event, or an error.
func (c *Cascade) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		failure := ErrNoTier
		for _, step := range c.steps {
			answered, err := try(ctx, step.Tier, turn, yield)
			if answered {
				return
			}
			if err == nil {
				continue
			}
			if ctx.Err() != nil {
				yield(Event{}, context.Cause(ctx))
				return
			}
			failure = err
			c.failed(ctx, turn, step.Name, err)
		}
		yield(Event{}, failure)
	}
}

// try runs one tier. answered is true once the tier has yielded anything; err is why it yielded nothing.
func try(ctx context.Context, tier Tier, turn *Turn, yield func(Event, error) bool) (answered bool, err error) {
	for event, err := range tier.Answer(ctx, turn) {
		if err != nil {
			if !answered {
				return false, err
			}
			yield(Event{}, err)
			return true, nil
		}
		answered = true
		if !yield(event, nil) {
			return true, nil
		}
	}
	return answered, nil
}
