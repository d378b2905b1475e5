package main

import (
	"context"
	"time"

	"narthex/cmd/loadtest/visitor"
)

type streamsCommand struct {
	runConfig     `embed:""`
	streamsConfig `embed:""`
}

// Run is called by kong.
func (c *streamsCommand) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

type streamsConfig struct {
	Streams    int               `default:"2000" help:"Visitors who are being answered at any time."`
	Rate       float64           `default:"4" help:"Tokens a second in one answer."`
	Tokens     int               `default:"150" help:"Tokens in an answer."`
	FirstToken time.Duration     `default:"300ms" help:"The model's delay before the first token."`
	Transport  visitor.Transport `default:"sse" enum:"sse,ws" help:"How Narthex's visitors talk to it: sse or ws. The relay's always use sse."`
	Ramp       time.Duration     `default:"10s" help:"Over which the visitors come."`
	Settle     time.Duration     `default:"5s" help:"From the last visitor's coming to the measured window."`
	Window     time.Duration     `default:"20s" help:"The measured window."`
}

// Bounds of the streams scenario.
const (
	maxCPURatio    = 1.5
	maxAddedP99    = 6 // ms
	maxMemoryRatio = 1.6
)

func (c streamsConfig) shortened() streamsConfig {
	c.Streams, c.Rate, c.Tokens, c.FirstToken = min(c.Streams, 100), 20, 20, 50*time.Millisecond
	c.Ramp, c.Settle, c.Window = 500*time.Millisecond, 500*time.Millisecond, 2*time.Second
	return c
}

func (c streamsConfig) settings() map[string]any {
	return map[string]any{
		"streams": c.Streams, "tokens_per_second": c.Rate, "tokens": c.Tokens, "first_token": c.FirstToken.String(),
		"transport": c.Transport, "window": c.Window.String(),
	}
}

func (c streamsConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "streams", Settings: c.settings()}
	if c.Transport == visitor.WebSocket {
		found.Scenario = "streams over WebSocket"
	}
	if err := b.checkStreams(c.Streams); err != nil {
		return found, err
	}
	found.Floor, found.Narthex, err = b.againstRelay(ctx, c.Tokens, c.Rate, c.FirstToken, c.steady)
	if err == nil {
		found.Figures = c.figures(last(found.Floor), last(found.Narthex))
	}
	return found, err
}

func (c streamsConfig) figures(floor, narthex measurement) []figure {
	return []figure{
		newFigure("CPU per 1,000 tokens", "ms", floor.CPUPer1000*1000, narthex.CPUPer1000*1000, ratioAtMost, maxCPURatio),
		newFigure("added time p50", "ms", floor.Added.P50, narthex.Added.P50, noLimit, 0),
		newFigure("added time p99", "ms", floor.Added.P99, narthex.Added.P99, valueAtMost, maxAddedP99),
		newFigure("memory (RSS)", "MiB", float64(floor.Memory.RSS)/mebibyte, float64(narthex.Memory.RSS)/mebibyte, ratioAtMost, maxMemoryRatio),
		newFigure("heap and stacks in use", "MiB", inUse(floor), inUse(narthex), noLimit, 0),
		newFigure("tokens a second", "", floor.TokensPerSecond, narthex.TokensPerSecond, noLimit, 0),
		newFigure("bytes to the visitor per token", "", floor.BytesPerToken, narthex.BytesPerToken, noLimit, 0),
		newFigure("first token p50, model's delay included", "ms", floor.First.P50, narthex.First.P50, noLimit, 0),
		newFigure("CPU of Redis and Postgres per 1,000 tokens", "ms", 0, behindPer1000(narthex), noLimit, 0),
	}
}

func inUse(m measurement) float64 {
	return float64(m.Runtime.HeapInuse+m.Runtime.StackInuse) / mebibyte
}

// steady measures one server under the load of the settings.
func (c streamsConfig) steady(ctx context.Context, b *bench, w window) ([]measurement, error) {
	if err := b.awaitQuiet(ctx); err != nil {
		return nil, err
	}
	load := visitor.NewLoad(visitor.Config{
		Address: w.subject.address, Transport: w.transport(c.Transport), Churches: demoChurches(), Tokens: c.Tokens,
		Turn: c.FirstToken + time.Duration(float64(c.Tokens)/c.Rate*float64(time.Second)),
	})
	defer load.Leave(0)
	b.say("%s: %d streams of %g tokens a second, measured for %v after %v", w.subject.name, c.Streams, c.Rate, c.Window, c.Ramp+c.Settle)
	if err := load.Grow(ctx, c.Streams, c.Ramp); err != nil {
		return nil, err
	}
	if err := sleep(ctx, c.Settle); err != nil {
		return nil, err
	}
	m, err := w.watch(ctx, load, c.Window)
	if err == nil {
		err = m.failed()
	}
	return []measurement{m}, err
}

// transport is the one wanted for Narthex; the relay knows but one.
func (w window) transport(wanted visitor.Transport) visitor.Transport {
	if w.stage == nil {
		return visitor.SSE
	}
	return wanted
}

// againstRelay measures Narthex, and then the relay with prompts of the same length.
func (b *bench) againstRelay(ctx context.Context, tokens int, rate float64, firstToken time.Duration,
	measure func(context.Context, *bench, window) ([]measurement, error),
) (floor, narthex []measurement, err error) {
	promptBytes := defaultPromptBytes
	if b.stage != nil {
		if narthex, promptBytes, err = b.narthexAlone(ctx, tokens, rate, firstToken, measure); err != nil {
			return nil, nil, err
		}
	}
	model, err := startModel(ctx, tokens, rate, firstToken)
	if err != nil {
		return nil, nil, err
	}
	defer model.stop()
	relay, err := startRelay(ctx, model, promptBytes)
	if err != nil {
		return nil, nil, err
	}
	defer relay.stop()
	floor, err = measure(ctx, b, window{subject: relay, model: model, profiles: b.profiles})
	return floor, narthex, err
}

// defaultPromptBytes is the length of the relay's prompts where Narthex's are not known.
const defaultPromptBytes = 6000

func (b *bench) narthexAlone(ctx context.Context, tokens int, rate float64, firstToken time.Duration,
	measure func(context.Context, *bench, window) ([]measurement, error),
) (narthex []measurement, promptBytes int, err error) {
	model, err := startModel(ctx, tokens, rate, firstToken)
	if err != nil {
		return nil, 0, err
	}
	defer model.stop()
	server, err := b.startNarthex(ctx, model)
	if err != nil {
		return nil, 0, err
	}
	defer server.stop()
	if narthex, err = measure(ctx, b, window{subject: server, model: model, stage: b.stage, profiles: b.profiles}); err != nil {
		return nil, 0, err
	}
	promptBytes, err = model.promptBytes(ctx)
	return narthex, promptBytes, err
}

func last(all []measurement) measurement {
	if len(all) == 0 {
		return measurement{}
	}
	return all[len(all)-1]
}
