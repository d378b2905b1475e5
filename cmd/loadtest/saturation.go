package main

import (
	"context"
	"fmt"
	"time"

	"narthex/cmd/loadtest/visitor"
)

type saturationCommand struct {
	runConfig        `embed:""`
	saturationConfig `embed:""`
}

// Run is called by kong.
func (c *saturationCommand) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

type saturationConfig struct {
	First     int               `name:"first-step" default:"2000" help:"Visitors of the first step."`
	Growth    float64           `default:"1.15" help:"By how much more visitors there are at each step."`
	Most      int               `name:"most-streams" default:"9000" help:"Visitors of the last step."`
	PerStream float64           `name:"saturation-rate" default:"6" help:"Tokens a second in one answer: so many that the floor is saturated by as many streams as a process may open files for."`
	Length    int               `name:"saturation-tokens" default:"150" help:"Tokens in an answer."`
	Through   visitor.Transport `name:"saturation-transport" default:"sse" enum:"sse,ws" help:"How Narthex's visitors talk to it: sse or ws."`
	Step      time.Duration     `default:"5s" help:"The measured window of each step; visitors come and settle in as much time before it."`
	Late      time.Duration     `default:"250ms" help:"Added time p99 from which a server is saturated."`
}

// minSaturationRatio bounds the best tokens a second against the relay's.
const minSaturationRatio = 0.7

func (c saturationConfig) shortened() saturationConfig {
	c.First, c.Growth, c.Most, c.PerStream, c.Length, c.Step = 50, 2, 100, 20, 20, time.Second
	return c
}

func (c saturationConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "saturation", Settings: map[string]any{
		"first_step": c.First, "growth": c.Growth, "most_streams": c.Most, "tokens_per_second": c.PerStream, "tokens": c.Length,
		"transport": c.Through, "step": c.Step.String(), "late": c.Late.String(),
	}}
	if err := b.checkStreams(c.Most); err != nil {
		return found, err
	}
	found.Floor, found.Narthex, err = b.againstRelay(ctx, c.Length, c.PerStream, 0, c.climb)
	if err != nil {
		return found, err
	}
	found.Doubts = c.doubts(found.Floor, found.Narthex)
	floor, narthex := c.best(found.Floor), c.best(found.Narthex)
	found.Figures = []figure{
		newFigure("best tokens a second", "", floor.TokensPerSecond, narthex.TokensPerSecond, ratioAtLeast, minSaturationRatio).measured(found.Narthex),
		newFigure("added time p99 there", "ms", floor.Added.P99, narthex.Added.P99, noLimit, 0),
		newFigure("CPU per 1,000 tokens there", "ms", floor.CPUPer1000*1000, narthex.CPUPer1000*1000, noLimit, 0),
	}
	return found, nil
}

// doubts says which servers were not saturated.
func (c saturationConfig) doubts(servers ...[]measurement) (doubts []string) {
	for _, steps := range servers {
		if most := last(steps); len(steps) > 0 && c.good(most) {
			doubts = append(doubts, fmt.Sprintf("%s was not saturated by %d streams: it can do more", most.Subject, c.Most))
		}
	}
	return doubts
}

// climb adds visitors step by step until tokens come late.
func (c saturationConfig) climb(ctx context.Context, b *bench, w window) (steps []measurement, err error) {
	if err := b.awaitQuiet(ctx); err != nil {
		return nil, err
	}
	load := visitor.NewLoad(visitor.Config{
		Address: w.subject.address, Transport: w.transport(c.Through), Churches: demoChurches(), Tokens: c.Length,
		Turn: time.Duration(float64(c.Length) / c.PerStream * float64(time.Second)),
	})
	defer load.Leave(0)
	there := 0
	for streams := float64(c.First); int(streams) <= c.Most; streams *= c.Growth {
		if err := load.Grow(ctx, int(streams)-there, c.Step/2); err != nil {
			return nil, err
		}
		there = int(streams)
		if err := sleep(ctx, c.Step/2); err != nil {
			return nil, err
		}
		step, err := w.watch(ctx, load, c.Step)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
		b.say("%s: %d streams, %.0f tokens a second, added p50 %.1f ms, p99 %.1f ms, %.2f cores", w.subject.name, there,
			step.TokensPerSecond, step.Added.P50, step.Added.P99, step.CPUSeconds/step.Seconds)
		if !c.good(step) {
			break
		}
	}
	return steps, nil
}

// good reports whether a step's tokens came in time and whole.
func (c saturationConfig) good(step measurement) bool {
	return step.Added.P99 <= float64(c.Late.Milliseconds()) && step.failed() == nil
}

func (c saturationConfig) best(steps []measurement) (best measurement) {
	for _, step := range steps {
		if c.good(step) && step.TokensPerSecond > best.TokensPerSecond {
			best = step
		}
	}
	return best
}
