package main

import (
	"context"
	"fmt"
	"time"

	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/visitor"
)

type idleCommand struct {
	runConfig  `embed:""`
	idleConfig `embed:""`
}

// Run is called by kong.
func (c *idleCommand) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

type idleConfig struct {
	Idle       int           `default:"50000" help:"Idle connections; fewer when a process may not open so many files."`
	IdleSettle time.Duration `default:"15s" help:"From the last connection to the look at memory."`
	IdleAsk    time.Duration `default:"5s" help:"How long others ask a stored fact meanwhile."`
}

// Bounds of the idle scenario.
const (
	maxIdleRatio = 1.0
	idleAskRate  = 200 // requests a second
	idleAskers   = 20  // connections
)

func (c idleConfig) shortened() idleConfig {
	c.Idle, c.IdleSettle, c.IdleAsk = 500, time.Second, time.Second
	return c
}

func (c idleConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	if most := int(b.files) - spareFiles - idleAskers; c.Idle > most {
		b.say("a process may open %d files here: %d idle connections instead of %d", b.files, most, c.Idle)
		c.Idle = most
	}
	found = result{Scenario: fmt.Sprintf("%d idle WebSockets", c.Idle), Settings: map[string]any{"connections": c.Idle, "settle": c.IdleSettle.String()}}
	var narthex, floor held
	var asked measurement
	if b.stage != nil {
		if narthex, asked, err = c.narthexAlone(ctx, b); err != nil {
			return found, fmt.Errorf("narthex: %w", err)
		}
		found.Narthex = []measurement{asked}
	}
	echo, err := startFloor(ctx, "echo", nil)
	if err != nil {
		return found, err
	}
	defer echo.stop()
	if floor, err = c.hold(ctx, b, echo, nil); err != nil {
		return found, err
	}
	found.Figures = []figure{
		newFigure("memory (RSS) for each", "KiB", floor.rss, narthex.rss, ratioAtMost, maxIdleRatio),
		newFigure("heap for each", "KiB", floor.heap, narthex.heap, noLimit, 0),
		newFigure("stacks for each", "KiB", floor.stack, narthex.stack, noLimit, 0),
		newFigure("goroutines for each", "", floor.goroutines, narthex.goroutines, noLimit, 0),
		newFigure("tier 0 answer p99 meanwhile", "ms", 0, asked.Whole.P99, valueAtMost, maxTier0P99),
	}
	return found, nil
}

func (c idleConfig) narthexAlone(ctx context.Context, b *bench) (each held, asked measurement, err error) {
	model, err := startModel(ctx, 1, 1, 0)
	if err != nil {
		return each, asked, err
	}
	defer model.stop()
	server, err := b.startNarthex(ctx, model)
	if err != nil {
		return each, asked, err
	}
	defer server.stop()
	each, err = c.hold(ctx, b, server, func() error {
		asked, err = window{subject: server, model: model, stage: b.stage, profiles: b.profiles}.measure(ctx, c.IdleAsk, func(ctx context.Context) (*visitor.Recorder, error) {
			return visitor.Ask(ctx, visitor.AskConfig{
				Address: server.address, Church: tier0Church(), Question: "What time is church on Sunday?",
				Connections: idleAskers, Rate: idleAskRate, Window: c.IdleAsk,
			})
		})
		return err
	})
	return each, asked, err
}

// held is what each connection costs a server: KiB, and goroutines.
type held struct{ rss, heap, stack, goroutines float64 }

type footprint struct {
	memory  process.Memory
	runtime process.Runtime
}

func footprintOf(ctx context.Context, s *subject) (f footprint, err error) {
	if f.memory, err = process.MemoryOf(s.pid); err != nil {
		return f, err
	}
	f.runtime, err = process.RuntimeOf(ctx, s.metrics)
	return f, err
}

// hold opens the connections, looks at what they cost, and then lets meanwhile run, if it is not nil.
func (c idleConfig) hold(ctx context.Context, b *bench, s *subject, meanwhile func() error) (held, error) {
	before, err := footprintOf(ctx, s)
	if err != nil {
		return held{}, err
	}
	b.say("%s: %d idle connections", s.name, c.Idle)
	idle, err := visitor.OpenIdle(ctx, s.address, c.Idle)
	if err != nil {
		return held{}, err
	}
	defer idle.Close()
	if err := sleep(ctx, c.IdleSettle); err != nil {
		return held{}, err
	}
	after, err := footprintOf(ctx, s)
	if err != nil {
		return held{}, err
	}
	if meanwhile != nil {
		if err := meanwhile(); err != nil {
			return held{}, err
		}
	}
	if lost := idle.Lost(); lost > 0 {
		return held{}, fmt.Errorf("%d of %d idle connections were closed", lost, c.Idle)
	}
	each := func(before, after uint64, unit float64) float64 {
		return (float64(after) - float64(before)) / float64(c.Idle) / unit
	}
	const kibibyte = 1 << 10
	return held{
		rss:        each(before.memory.RSS, after.memory.RSS, kibibyte),
		heap:       each(before.runtime.HeapInuse, after.runtime.HeapInuse, kibibyte),
		stack:      each(before.runtime.StackInuse, after.runtime.StackInuse, kibibyte),
		goroutines: each(before.runtime.Goroutines, after.runtime.Goroutines, 1),
	}, nil
}
