package main

import (
	"context"
	"time"

	"narthex/cmd/loadtest/visitor"
)

type fastCommand struct {
	runConfig  `embed:""`
	fastConfig `embed:""`
}

// Run is called by kong.
func (c *fastCommand) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

// fastConfig is a model that speaks faster than people read, so that what a server does for each word is most of its work.
type fastConfig struct {
	Crowd     int               `name:"fast-streams" default:"400" help:"Visitors of the first step."`
	Speed     float64           `name:"fast-rate" default:"50" help:"Tokens a second in one answer."`
	Words     int               `name:"fast-tokens" default:"200" help:"Tokens in an answer."`
	Thinks    time.Duration     `name:"fast-first-token" default:"50ms" help:"The model's delay before the first token."`
	More      float64           `name:"fast-growth" default:"1.25" help:"By how much more visitors there are at each step."`
	Largest   int               `name:"fast-most-streams" default:"2500" help:"Visitors of the last step."`
	SpokenTo  visitor.Transport `name:"fast-transport" default:"sse" enum:"sse,ws" help:"How Narthex's visitors talk to it: sse or ws."`
	EachStep  time.Duration     `name:"fast-step" default:"8s" help:"The measured window of each step; visitors come and settle in as much time before it."`
	FirstOnly bool              `name:"fast-first-step-only" help:"Leave out what is found by adding visitors."`
}

// Bounds of the fast scenario.
const (
	maxFastCPURatio    = 1.1
	maxFastAddedP99    = 100 // ms
	minFastTokensRatio = 0.5
)

func (c fastConfig) shortened() fastConfig {
	c.Crowd, c.Words, c.More, c.Largest, c.EachStep = 50, 20, 2, 100, time.Second
	return c
}

// steps is the climb of the scenario.
func (c fastConfig) steps() saturationConfig {
	s := saturationConfig{
		First: c.Crowd, Growth: c.More, Most: c.Largest, PerStream: c.Speed, Length: c.Words, Through: c.SpokenTo,
		Step: c.EachStep, Late: 250 * time.Millisecond,
	}
	if c.FirstOnly {
		s.Most = c.Crowd
	}
	return s
}

func (c fastConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	steps := c.steps()
	found = result{Scenario: "fast model", Settings: map[string]any{
		"streams": c.Crowd, "tokens_per_second": c.Speed, "tokens": c.Words, "first_token": c.Thinks.String(),
		"growth": c.More, "most_streams": steps.Most, "transport": c.SpokenTo, "step": c.EachStep.String(),
	}}
	if c.SpokenTo == visitor.WebSocket {
		found.Scenario = "fast model over WebSocket"
	}
	if err := b.checkStreams(steps.Most); err != nil {
		return found, err
	}
	found.Floor, found.Narthex, err = b.againstRelay(ctx, c.Words, c.Speed, c.Thinks, steps.climb)
	if err != nil {
		return found, err
	}
	for _, f := range c.figures(first(found.Floor), first(found.Narthex)) {
		found.Figures = append(found.Figures, f.measured(found.Narthex))
	}
	if !c.FirstOnly {
		floor, narthex := steps.best(found.Floor), steps.best(found.Narthex)
		found.Doubts = steps.doubts(found.Floor, found.Narthex)
		found.Figures = append(found.Figures,
			newFigure("best tokens a second", "", floor.TokensPerSecond, narthex.TokensPerSecond, ratioAtLeast, minFastTokensRatio).measured(found.Narthex))
	}
	return found, nil
}

// figures are those of the first step.
func (c fastConfig) figures(floor, narthex measurement) []figure {
	return []figure{
		newFigure("CPU per 1,000 tokens", "ms", floor.CPUPer1000*1000, narthex.CPUPer1000*1000, ratioAtMost, maxFastCPURatio),
		newFigure("added time p50", "ms", floor.Added.P50, narthex.Added.P50, noLimit, 0),
		newFigure("added time p99", "ms", floor.Added.P99, narthex.Added.P99, valueAtMost, maxFastAddedP99),
		newFigure("first token p50, model's delay included", "ms", floor.First.P50, narthex.First.P50, noLimit, 0),
		newFigure("first token p99", "ms", floor.First.P99, narthex.First.P99, noLimit, 0),
		newFigure("tokens a second", "", floor.TokensPerSecond, narthex.TokensPerSecond, noLimit, 0),
		newFigure("memory (RSS)", "MiB", float64(floor.Memory.RSS)/mebibyte, float64(narthex.Memory.RSS)/mebibyte, noLimit, 0),
		newFigure("CPU of Redis and Postgres per 1,000 tokens", "ms", 0, behindPer1000(narthex), noLimit, 0),
	}
}

// behindPer1000 is what Redis and Postgres spent for 1,000 tokens, in milliseconds.
func behindPer1000(m measurement) float64 {
	return (m.CPUOfRedis + m.CPUOfPG) / float64(max(1, m.Tokens)) * 1e6
}

func first(all []measurement) measurement {
	if len(all) == 0 {
		return measurement{}
	}
	return all[0]
}
