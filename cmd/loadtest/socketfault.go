package main

import (
	"context"
	"fmt"
	"net/http"

	"narthex/cmd/loadtest/visitor"
)

// silentSockets has a few addresses open more connections than the server may have files, while others ask a stored fact.
func (c faultsConfig) silentSockets(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: fmt.Sprintf("%d silent sockets from %d addresses, %d files", c.Sockets, c.Addresses, c.Files), Settings: c.settings()}
	model, err := startFaultModel(ctx)
	if err != nil {
		return found, err
	}
	defer model.stop()
	server, err := c.startServer(ctx, b, model, c.Files)
	if err != nil {
		return found, err
	}
	defer server.stop()
	silent := visitor.OpenSilent(ctx, server.address, c.Sockets, c.Addresses)
	defer silent.Close()
	b.say("%d of %d silent sockets stand", silent.Open(), c.Sockets)
	others, err := c.askersAmong(ctx, server)
	if err != nil {
		return found, err
	}
	ready, err := statusOf(ctx, "http://"+server.metrics+"/readyz")
	if err != nil {
		return found, err
	}
	if err := b.noteVisits(ctx, &found, "others", others); err != nil {
		return found, err
	}
	v := found.Visits[0]
	found.Figures = append(found.Figures,
		newCount("others who were not answered", "", float64(v.Visits-v.Answered), valueAtMost, 0),
		newCount("others' tier 0 p99", "ms", others.Whole.Summary().P99, noLimit, 0),
		newCount("/readyz", "", float64(ready), valueAtMost, http.StatusOK),
		newCount("silent sockets that stood", "", float64(silent.Open()), noLimit, 0),
	)
	return found, nil
}

func statusOf(ctx context.Context, address string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}
