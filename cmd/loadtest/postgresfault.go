package main

import (
	"context"
	"errors"

	"narthex/cmd/loadtest/stage"
)

// frozenPostgres has Postgres say nothing for a while, with its connections standing.
func (c faultsConfig) frozenPostgres(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "Postgres frozen for " + c.Frozen.String(), Settings: c.settings()}
	model, err := startFaultModel(ctx)
	if err != nil {
		return found, err
	}
	defer model.stop()
	freezer, address, err := stage.NewFreezer(b.stage.DatabaseURL())
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, freezer.Close()) }()
	server, err := c.startServer(ctx, b, model, 0, "DATABASE_URL="+address)
	if err != nil {
		return found, err
	}
	defer server.stop()
	defer freezer.Thaw() // or the server does not end
	seen, err := c.during(ctx, b, c.crowd(server, demoChurches()...), func() (func(), error) {
		freezer.Freeze()
		return freezer.Thaw, nil
	}, c.Frozen)
	if err != nil {
		return found, err
	}
	if err := b.noteVisits(ctx, &found, "visitors", seen); err != nil {
		return found, err
	}
	found.Figures = append(found.Figures, newCount("silence p95", "ms", seen.Silence.Summary().P95, valueAtMost, maxFrozenSilence))
	return found, nil
}
