package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/loadtest/stage"
	"narthex/cmd/loadtest/visitor"
)

type faultsCommand struct {
	runConfig    `embed:""`
	faultsConfig `embed:""`
	Only         []string `enum:"model,postgres,flood,sockets,redis,load" default:"model,postgres,flood,sockets,redis,load" help:"Which of them."`
}

// Run is called by kong.
func (c *faultsCommand) Run(ctx context.Context) error {
	var chosen []scenario
	for _, fault := range []struct {
		name    string
		measure scenario
	}{
		{"model", c.refusingModel}, {"postgres", c.frozenPostgres}, {"flood", c.floodOfCrises}, {"sockets", c.silentSockets},
		{"redis", c.deadMaster}, {"load", c.twiceTheLoad},
	} {
		if slices.Contains(c.Only, fault.name) {
			chosen = append(chosen, fault.measure)
		}
	}
	return c.execute(ctx, chosen...)
}

// faultsConfig says what fails, and who asks meanwhile: half of them over WebSockets.
type faultsConfig struct {
	Visitors  int           `default:"40" help:"Visitors who are being answered at any time, half of them over WebSockets."`
	FaultFor  time.Duration `default:"30s" help:"How long each of the faults lasts that has no length of its own."`
	Frozen    time.Duration `default:"45s" help:"How long Postgres is frozen."`
	Flood     float64       `default:"2000" help:"Messages a second of the one who floods with messages that tell of danger."`
	Askers    float64       `default:"200" help:"How often a second others ask a stored fact meanwhile."`
	Sockets   int           `default:"5000" help:"Connections that are opened and say nothing."`
	Files     int           `default:"3000" help:"Files that the server may have open meanwhile."`
	Admitted  int           `default:"8" help:"Messages at work at once for each processor (NARTHEX_ADMITTED)."`
	Addresses int           `default:"3" help:"Addresses that these connections come from."`
}

// Bounds of the faults.
const (
	minAnsweredShare  = 85   // %, while the model refuses a tenth
	maxFrozenSilence  = 3000 // ms, p95
	maxFloodTier0P99  = 20   // ms
	maxFloodGrowth    = 4    // MiB of Redis
	maxAboveTheFloor  = 250  // ms: first word p99 above the floor's, at twice the load
	maxUntilRefused   = 20   // ms above what a bare handler takes beside it, p99
	faultTokens       = 20   // in an answer of the model
	faultRate         = 25   // of them a second
	faultFirst        = 300 * time.Millisecond
	faultFact         = "What time is church on Sunday?"
	faultTurn         = faultFirst + faultTokens*time.Second/faultRate
	oneInFour         = 4
	warmUp            = 3 * time.Second
	patienceWithTurns = 20 * time.Second // more than any answer may take
)

func (c faultsConfig) shortened() faultsConfig {
	c.Visitors, c.FaultFor, c.Frozen, c.Flood, c.Askers, c.Sockets, c.Files = 10, 3*time.Second, 5*time.Second, 500, 50, 600, 600
	return c
}

func (c faultsConfig) settings() map[string]any {
	return map[string]any{"visitors": c.Visitors, "lasting": c.FaultFor.String(), "tokens": faultTokens, "tokens_per_second": faultRate, "first_token": faultFirst.String()}
}

// startServer starts a server that refuses what it could not answer in time, as it does for real.
func (c faultsConfig) startServer(ctx context.Context, b *bench, model *model, files int, more ...string) (*subject, error) {
	return b.startNarthexWith(ctx, model, stage.Settings{Files: files, Environment: append(more, "NARTHEX_ADMITTED="+strconv.Itoa(c.Admitted))})
}

// startFaultModel starts a model whose delay is always the same.
func startFaultModel(ctx context.Context, more ...string) (*model, error) {
	return startModel(ctx, faultTokens, faultRate, faultFirst, append(more, "--jitter=0")...)
}

// crowd is visitors of churches who ask the full model, and every fourth time a stored fact.
func (c faultsConfig) crowd(server *subject, churches ...uuid.UUID) *visitor.Load {
	return visitor.NewLoad(visitor.Config{
		Address: server.address, Transport: visitor.Both, Churches: churches, Tokens: faultTokens, Turn: faultTurn,
		Question: visitor.NewQuestions(faultTokens, oneInFour, faultFact), WholeTurns: true,
	})
}

// during has a crowd ask before and while something fails, and gives what became of what was asked meanwhile.
func (c faultsConfig) during(ctx context.Context, b *bench, load *visitor.Load, fail func() (mend func(), err error), lasting time.Duration) (*visitor.Recorder, error) {
	defer load.Leave(patienceWithTurns)
	if err := load.Grow(ctx, c.Visitors, warmUp/2); err != nil {
		return nil, err
	}
	if err := sleep(ctx, warmUp); err != nil {
		return nil, err
	}
	mend, err := fail()
	if err != nil {
		return nil, err
	}
	seen := load.Record()
	err = sleep(ctx, lasting)
	load.Record() // what is asked later is not of this window
	mend()
	return seen, err
}

// askersAmong has others ask a stored fact, evenly and over both transports.
func (c faultsConfig) askersAmong(ctx context.Context, server *subject) (*visitor.Recorder, error) {
	return visitor.Ask(ctx, visitor.AskConfig{
		Address: server.address, Church: tier0Church(), Question: faultFact, Connections: 20, Transport: visitor.Both, Rate: c.Askers, Window: c.FaultFor,
	})
}

// noteVisits adds what became of a crowd's questions, and holds that none is lost or doubled.
func (b *bench) noteVisits(ctx context.Context, found *result, whose string, seen *visitor.Recorder) error {
	v, err := b.visitsOf(ctx, whose, seen)
	if err != nil {
		return err
	}
	found.Visits = append(found.Visits, v)
	found.Doubts = append(found.Doubts, doubtsOf(whose, seen)...)
	found.Figures = append(found.Figures, newCount(fmt.Sprintf("lost or doubled (%s)", whose), "", float64(v.Lost+v.Doubled), valueAtMost, 0))
	return nil
}
