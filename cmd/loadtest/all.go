package main

import (
	"context"

	"narthex/cmd/loadtest/visitor"
)

type allCommand struct {
	runConfig        `embed:""`
	streamsConfig    `embed:""`
	saturationConfig `embed:""`
	fastConfig       `embed:""`
	turnConfig       `embed:""`
	tier0Config      `embed:""`
	idleConfig       `embed:""`
	callsConfig      `embed:""`
}

// Run is called by kong.
func (c *allCommand) Run(ctx context.Context) error {
	overSocket := c.streamsConfig
	overSocket.Transport = visitor.WebSocket
	return c.execute(ctx, c.streamsConfig.measure, overSocket.measure, c.saturationConfig.measure, c.fastConfig.measure, c.turnConfig.measure, c.tier0Config.measure, c.idleConfig.measure, c.callsConfig.measure)
}
