package main

import (
	"context"
	"fmt"
	"net"
	"os"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/loadtest/visitor"
)

// floodOfCrises has one address send messages that tell of danger, each in a conversation of its own, while others ask a stored fact.
func (c faultsConfig) floodOfCrises(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: fmt.Sprintf("one address tells of danger %g times a second", c.Flood), Settings: c.settings()}
	model, err := startFaultModel(ctx)
	if err != nil {
		return found, err
	}
	defer model.stop()
	spool, err := os.MkdirTemp("", "narthex-loadtest-spool-")
	if err != nil {
		return found, err
	}
	defer os.RemoveAll(spool)
	server, err := c.startServer(ctx, b, model, 0, "NARTHEX_RATE_CRISES=30", "NARTHEX_SPOOL_DIR="+spool)
	if err != nil {
		return found, err
	}
	defer server.stop()
	calm, alone, err := b.growth(ctx, func() (*visitor.Recorder, error) { return c.askersAmong(ctx, server) })
	if err != nil {
		return found, err
	}
	b.say("%s, for %v", found.Scenario, c.FaultFor)
	var flood *visitor.Recorder
	others, together, err := b.growth(ctx, func() (others *visitor.Recorder, err error) {
		both, asking := errgroup.WithContext(ctx)
		both.Go(func() (err error) {
			flood, err = visitor.Ask(asking, visitor.AskConfig{
				Address: server.address, Church: tier0Church(), Question: "I want to kill myself", From: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 66)},
				Connections: 100, Rate: c.Flood, Window: c.FaultFor,
			})
			return err
		})
		both.Go(func() (err error) {
			others, err = c.askersAmong(asking, server)
			return err
		})
		return others, both.Wait()
	})
	if err != nil {
		return found, err
	}
	if err := b.noteVisits(ctx, &found, "others", others); err != nil {
		return found, err
	}
	found.Doubts = append(found.Doubts, doubtsOf("who floods", flood)...)
	found.Figures = append(found.Figures,
		newCount("others' tier 0 p99", "ms", others.Whole.Summary().P99, valueAtMost, maxFloodTier0P99),
		newCount("others' tier 0 p99 before", "ms", calm.Whole.Summary().P99, noLimit, 0),
		newCount("Redis grew for the flood by", "MiB", float64(max(0, together-alone))/mebibyte, valueAtMost, maxFloodGrowth),
		newCount("messages of the flood that were answered", "", float64(flood.TurnsEnded.Load()), noLimit, 0),
	)
	return found, nil
}

// growth is by how many bytes Redis grows while something is asked.
func (b *bench) growth(ctx context.Context, ask func() (*visitor.Recorder, error)) (seen *visitor.Recorder, bytes int64, err error) {
	before, err := b.stage.RedisBytes(ctx)
	if err != nil {
		return nil, 0, err
	}
	if seen, err = ask(); err != nil {
		return nil, 0, err
	}
	after, err := b.stage.RedisBytes(ctx)
	return seen, after - before, err
}
