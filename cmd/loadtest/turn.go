package main

import (
	"context"
	"time"

	"narthex/cmd/loadtest/visitor"
)

type turnCommand struct {
	runConfig  `embed:""`
	turnConfig `embed:""`
}

// Run is called by kong.
func (c *turnCommand) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

// turnConfig is a model that says one token, so that what is measured is all that a turn costs beside its words.
type turnConfig struct {
	Askers  int           `name:"turn-visitors" default:"30" help:"Visitors who ask again as soon as they were answered."`
	Ponders time.Duration `name:"turn-first-token" default:"300ms" help:"The model's delay before its token."`
	Watched time.Duration `name:"turn-window" default:"15s" help:"The measured window."`
}

// Bounds of the turn scenario: processor time for each turn, in milliseconds.
const (
	maxTurnCPU      = 1.0
	maxTurnPostgres = 0.8
	maxTurnRedis    = 0.5
)

func (c turnConfig) shortened() turnConfig {
	c.Askers, c.Ponders, c.Watched = 5, 20*time.Millisecond, time.Second
	return c
}

func (c turnConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "one turn", Settings: map[string]any{
		"visitors": c.Askers, "first_token": c.Ponders.String(), "window": c.Watched.String(),
	}}
	if err := b.checkStreams(c.Askers); err != nil {
		return found, err
	}
	const atOnce = 1000 // tokens a second: after its only token the answer ends
	steady := streamsConfig{
		Streams: c.Askers, Rate: atOnce, Tokens: 1, FirstToken: c.Ponders, Transport: visitor.SSE,
		Ramp: c.Watched / 10, Settle: c.Watched / 10, Window: c.Watched,
	}
	found.Floor, found.Narthex, err = b.againstRelay(ctx, steady.Tokens, steady.Rate, steady.FirstToken, steady.steady)
	if err == nil {
		found.Figures = c.figures(last(found.Floor), last(found.Narthex))
	}
	return found, err
}

func (c turnConfig) figures(floor, narthex measurement) []figure {
	return []figure{
		newFigure("CPU for each", "ms", floor.perTurn(floor.CPUSeconds), narthex.perTurn(narthex.CPUSeconds), valueAtMost, maxTurnCPU),
		newFigure("CPU of Postgres for each", "ms", 0, narthex.perTurn(narthex.CPUOfPG), valueAtMost, maxTurnPostgres),
		newFigure("CPU of Redis for each", "ms", 0, narthex.perTurn(narthex.CPUOfRedis), valueAtMost, maxTurnRedis),
		newFigure("turns a second", "", floor.TurnsPerSecond, narthex.TurnsPerSecond, noLimit, 0),
		newFigure("first token p50, model's delay included", "ms", floor.First.P50, narthex.First.P50, noLimit, 0),
		newFigure("first token p99", "ms", floor.First.P99, narthex.First.P99, noLimit, 0),
	}
}

// perTurn is what so many seconds are for each turn, in milliseconds.
func (m measurement) perTurn(seconds float64) float64 {
	return seconds / float64(max(1, m.TurnsEnded)) * 1000
}
