package chat

import (
	"context"
	"errors"
	"iter"
	"log/slog"
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
	logger *slog.Logger
	failed func(tier string) // counts the tiers that could not even try
}

// NewCascade returns a cascade over the steps. failed, if not nil, hears the name of every tier that failed before its first
// event.
func NewCascade(logger *slog.Logger, failed func(tier string), steps ...Step) *Cascade {
	return &Cascade{steps: steps, logger: logger, failed: failed}
}

// errNoTier means that no tier had anything to say, not even the full model.
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
			c.logger.WarnContext(ctx, "tier failed, trying the next", "tier", step.Name, "church", turn.Church.ID, "turn", turn.ID, "error", err)
			if c.failed != nil {
				c.failed(step.Name)
			}
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
