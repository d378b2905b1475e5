package main

import "context"

// refusingModel has the model refuse a tenth of the requests with 429.
func (c faultsConfig) refusingModel(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "a tenth of the model's answers are 429", Settings: c.settings()}
	model, err := startFaultModel(ctx, "--fault-429=0.1")
	if err != nil {
		return found, err
	}
	defer model.stop()
	server, err := c.startServer(ctx, b, model, 0)
	if err != nil {
		return found, err
	}
	defer server.stop()
	seen, err := c.during(ctx, b, c.crowd(server, demoChurches()...), func() (func(), error) { return func() {}, nil }, c.FaultFor)
	if err != nil {
		return found, err
	}
	if err := b.noteVisits(ctx, &found, "visitors", seen); err != nil {
		return found, err
	}
	share := 100 * float64(seen.TurnsEnded.Load()) / float64(max(1, seen.TurnsBegun.Load()))
	found.Figures = append(found.Figures, newCount("answered of what could be", "%", share, valueAtLeast, minAnsweredShare))
	return found, nil
}
