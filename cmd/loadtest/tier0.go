package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/loadtest/visitor"
	"narthex/migrations/seed"
)

type tier0Command struct {
	runConfig   `embed:""`
	tier0Config `embed:""`
}

// Run is called by kong.
func (c *tier0Command) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

type tier0Config struct {
	Connections int           `default:"100" help:"Kept-alive connections."`
	Question    string        `default:"What time is church on Sunday?" help:"A question that a stored fact answers."`
	PacedRate   float64       `default:"1000" help:"Requests a second of the paced window, in which the time to answer is taken."`
	AskFor      time.Duration `name:"ask-for" default:"8s" help:"Length of each of the two windows."`
}

// Bounds of the tier 0 scenario.
const (
	minTier0Ratio = 0.4
	maxTier0P99   = 5 // ms
)

func (c tier0Config) shortened() tier0Config {
	c.Connections, c.PacedRate, c.AskFor = 20, 200, 2*time.Second
	return c
}

func (c tier0Config) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "tier 0", Settings: map[string]any{
		"connections": c.Connections, "question": c.Question, "paced_rate": c.PacedRate, "window": c.AskFor.String(),
	}}
	answer := sampleAnswer
	if b.stage != nil {
		if found.Narthex, answer, err = c.narthexAlone(ctx, b); err != nil {
			return found, err
		}
	}
	handler, err := startFloor(ctx, "handler", bytes.NewReader(answer))
	if err != nil {
		return found, err
	}
	defer handler.stop()
	if found.Floor, err = c.ask(ctx, b, window{subject: handler, profiles: b.profiles}); err != nil {
		return found, err
	}
	found.Figures = c.figures(found.Floor, found.Narthex)
	return found, nil
}

// sampleAnswer is one of Narthex's, for when only the floor is measured.
var sampleAnswer = []byte("event: start\nid: 019a:1\ndata: {}\n\nevent: tier\nid: 019a:2\ndata: {\"tier\":0}\n\n" +
	"event: delta\nid: 019a:3\ndata: {\"text\":\"On Sunday at ten.\"}\n\nevent: done\nid: 019a:4\ndata: {\"finish\":\"stop\",\"tier\":0}\n\n")

func (c tier0Config) narthexAlone(ctx context.Context, b *bench) (measured []measurement, answer []byte, err error) {
	model, err := startModel(ctx, 1, 1, 0)
	if err != nil {
		return nil, nil, err
	}
	defer model.stop()
	server, err := b.startNarthex(ctx, model)
	if err != nil {
		return nil, nil, err
	}
	defer server.stop()
	if answer, err = visitor.Capture(ctx, server.address, tier0Church(), c.Question); err != nil {
		return nil, nil, err
	}
	measured, err = c.ask(ctx, b, window{subject: server, model: model, stage: b.stage, profiles: b.profiles})
	return measured, answer, err
}

func tier0Church() uuid.UUID { return seed.ChurchID("grace-harbor") }

// ask measures how much one server can do, and how long it takes when it is asked less than that.
func (c tier0Config) ask(ctx context.Context, b *bench, w window) (both []measurement, err error) {
	if err := b.awaitQuiet(ctx); err != nil {
		return nil, err
	}
	// The steady rate first: what a server could not keep up with storing would be stored during the next window.
	for _, rate := range []float64{c.PacedRate, 0} {
		how := "as fast as they are answered"
		if rate > 0 {
			how = fmt.Sprintf("%g times a second", rate)
		}
		b.say("%s: %d connections ask %s for %v", w.subject.name, c.Connections, how, c.AskFor)
		m, err := w.measure(ctx, c.AskFor, func(ctx context.Context) (*visitor.Recorder, error) {
			return visitor.Ask(ctx, visitor.AskConfig{
				Address: w.subject.address, Church: tier0Church(), Question: c.Question,
				Connections: c.Connections, Rate: rate, Window: c.AskFor,
			})
		})
		if err == nil {
			err = m.failed()
		}
		if err != nil {
			return nil, err
		}
		both = append(both, m)
	}
	slices.Reverse(both)
	return both, nil
}

func (c tier0Config) figures(floor, narthex []measurement) []figure {
	if len(narthex) == 0 {
		narthex = make([]measurement, len(floor))
	}
	paced := fmt.Sprintf(" at %g requests a second", c.PacedRate)
	perRequest := func(m measurement) float64 { return m.CPUSeconds / float64(max(1, m.TurnsEnded)) * 1e6 }
	behind := func(m measurement) float64 { return (m.CPUOfRedis + m.CPUOfPG) / float64(max(1, m.TurnsEnded)) * 1e6 }
	return []figure{
		newFigure("requests a second", "", floor[0].TurnsPerSecond, narthex[0].TurnsPerSecond, ratioAtLeast, minTier0Ratio),
		newFigure("time to answer p50, as fast as can be", "ms", floor[0].Whole.P50, narthex[0].Whole.P50, noLimit, 0),
		newFigure("time to answer p99, as fast as can be", "ms", floor[0].Whole.P99, narthex[0].Whole.P99, noLimit, 0),
		newFigure("CPU per request", "µs", perRequest(floor[0]), perRequest(narthex[0]), noLimit, 0),
		newFigure("CPU of Redis and Postgres per request", "µs", 0, behind(narthex[0]), noLimit, 0),
		newFigure("time to answer p50"+paced, "ms", floor[1].Whole.P50, narthex[1].Whole.P50, noLimit, 0),
		newFigure("time to answer p99"+paced, "ms", floor[1].Whole.P99, narthex[1].Whole.P99, valueAtMost, maxTier0P99),
	}
}
