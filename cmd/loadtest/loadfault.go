package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/visitor"
)

const (
	// loadQuestion is what a passage of the demonstration church says something of, and loadAnswer what it says.
	loadQuestion = "Which candles are allowed at a wedding"
	loadAnswer   = "Real candles are allowed in one place only, on the Communion table, and all others must be battery lights. "
	loadTokens   = 5   // in an answer
	idleLoad     = 4   // questions a second, of which none waits for another
	firstLoad    = 40  // questions a second
	moreLoad     = 1.5 // times as many in each step
	mostLoad     = 4000
	loadStep     = 5 * time.Second
	fullFrom     = 0.02 // share of refusals from which a node is full
	// A bare handler is asked so often meanwhile.
	bareLoad, bareConnections = 100, 20

	perQuestion = 2 // connections for each question a second: longer than an answer takes
)

// twiceTheLoad finds out how much a node takes up, and asks twice as much.
func (c faultsConfig) twiceTheLoad(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "twice the load that is admitted", Settings: c.settings()}
	model, err := startFaultModel(ctx, "--says="+loadAnswer)
	if err != nil {
		return found, err
	}
	defer model.stop()
	server, err := c.startServer(ctx, b, model, 0)
	if err != nil {
		return found, err
	}
	defer server.stop()
	idle, err := askDetails(ctx, server, idleLoad, c.FaultFor/3)
	if err != nil {
		return found, err
	}
	admitted, err := c.mostAdmitted(ctx, b, server)
	if err != nil {
		return found, err
	}
	b.say("%.0f questions a second are admitted; twice as many are asked, for %v", admitted, c.FaultFor)
	profiled := window{subject: server, profiles: b.profiles}.profile(ctx, c.FaultFor)
	seen, bare, err := askBeside(ctx, server, 2*admitted, c.FaultFor)
	if err := errors.Join(err, profiled()); err != nil {
		return found, err
	}
	floor, err := askTheFloor(ctx, model, admitted, c.FaultFor/3)
	if err != nil {
		return found, err
	}
	limit, err := process.CountOf(ctx, server.metrics, "narthex_overload_limit")
	if err != nil {
		return found, err
	}
	if err := errors.Join(b.noteVisits(ctx, &found, "on an idle node", idle), b.noteVisits(ctx, &found, "at twice the load", seen)); err != nil {
		return found, err
	}
	tiers := idle.Tiers()
	usual := slices.Index(tiers[:], slices.Max(tiers[:]))
	worse := func(of *visitor.Recorder) float64 { // of another tier, or without sources
		return float64(2*of.TurnsEnded.Load() - of.Sourced.Load() - of.Tiers()[usual])
	}
	found.Figures = append(found.Figures,
		newCount("admitted", "/s", admitted, noLimit, 0),
		newCount("first word p99, idle", "ms", idle.First.Summary().P99, noLimit, 0),
		newFigure("first word p99", "ms", floor.First.Summary().P99, seen.First.Summary().P99, noLimit, 0),
		newCount("first word p99 above the floor's", "ms", max(0, seen.First.Summary().P99-floor.First.Summary().P99), valueAtMost, maxAboveTheFloor),
		newFigure("refused after p99; a bare handler answers beside it", "ms", bare.Whole.Summary().P99, seen.Refused.Summary().P99, noLimit, 0),
		newCount("refused after p99 above the bare handler's", "ms", max(0, seen.Refused.Summary().P99-bare.Whole.Summary().P99), valueAtMost, maxUntilRefused),
		newCount("messages that may be at work at once, at the end", "", limit, noLimit, 0),
		newCount("refused", "", float64(seen.Refused.Count()), valueAtLeast, 1),
		newCount("of another tier or without sources, idle", "", worse(idle), noLimit, 0),
		newCount("of another tier or without sources", "", worse(seen), valueAtMost, worse(idle)),
	)
	return found, nil
}

// mostAdmitted is how many questions a second a node answers that is asked more than it takes up.
func (c faultsConfig) mostAdmitted(ctx context.Context, b *bench, server *subject) (float64, error) {
	for rate := float64(firstLoad); rate < mostLoad; rate *= moreLoad {
		seen, err := askDetails(ctx, server, rate, loadStep)
		if err != nil {
			return 0, err
		}
		refused := float64(seen.Refused.Count()) / float64(seen.TurnsBegun.Load())
		b.say("of %.0f questions a second %.0f %% are refused, first word p99 %.0f ms", rate, 100*refused, seen.First.Summary().P99)
		if refused > fullFrom {
			return float64(seen.TurnsEnded.Load()) / loadStep.Seconds(), nil
		}
	}
	return 0, fmt.Errorf("%d questions a second are all admitted", mostLoad)
}

// askBeside asks a server for details, and a bare handler at the same time: what that one takes, the machine takes, with the clients, the
// model, Postgres and Redis on the same processors.
func askBeside(ctx context.Context, server *subject, rate float64, lasting time.Duration) (seen, bare *visitor.Recorder, err error) {
	handler, err := startFloor(ctx, "handler", bytes.NewReader(sampleAnswer))
	if err != nil {
		return nil, nil, err
	}
	defer handler.stop()
	both, asking := errgroup.WithContext(ctx)
	both.Go(func() (err error) {
		seen, err = askDetails(asking, server, rate, lasting)
		return err
	})
	both.Go(func() (err error) {
		bare, err = visitor.Ask(asking, visitor.AskConfig{
			Address: handler.address, Church: tier0Church(), Question: loadQuestion, Connections: bareConnections, Rate: bareLoad, Window: lasting,
		})
		return err
	})
	return seen, bare, both.Wait()
}

// askDetails asks what none of the caches knows, so many times a second, over both transports.
func askDetails(ctx context.Context, server *subject, rate float64, lasting time.Duration) (*visitor.Recorder, error) {
	return visitor.Ask(ctx, visitor.AskConfig{
		Address: server.address, Church: tier0Church(), Next: visitor.NewDetails(loadQuestion, loadTokens),
		Transport: visitor.Both, Connections: int(perQuestion * rate), Rate: rate, Window: lasting,
	})
}

// askTheFloor asks the least that a server could do as much as was admitted.
func askTheFloor(ctx context.Context, model *model, rate float64, lasting time.Duration) (*visitor.Recorder, error) {
	promptBytes, err := model.promptBytes(ctx)
	if err != nil {
		return nil, err
	}
	relay, err := startRelay(ctx, model, promptBytes)
	if err != nil {
		return nil, err
	}
	defer relay.stop()
	return visitor.Ask(ctx, visitor.AskConfig{
		Address: relay.address, Church: tier0Church(), Next: visitor.NewDetails(loadQuestion, loadTokens),
		Connections: int(perQuestion * rate), Rate: rate, Window: lasting,
	})
}
