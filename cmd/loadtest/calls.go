package main

import (
	"context"
	"strconv"
	"strings"
	"time"

	"narthex/cmd/loadtest/visitor"
)

type callsCommand struct {
	runConfig   `embed:""`
	callsConfig `embed:""`
}

// Run is called by kong.
func (c *callsCommand) Run(ctx context.Context) error { return c.execute(ctx, c.measure) }

type callsConfig struct {
	Calls      int           `default:"500" help:"Calls on the line."`
	Prompts    float64       `default:"20" help:"Times a second that one of the callers says something: each every 25 s, with 500."`
	CallFact   string        `default:"What time is church on Sunday?" help:"What callers say in the window of tier 0: a stored fact answers it."`
	CallTokens int           `default:"40" help:"Tokens in an answer of the model."`
	CallRate   float64       `default:"25" help:"Tokens a second in one such answer."`
	CallFirst  time.Duration `default:"300ms" help:"The model's delay before the first token, always the same."`
	CallFor    time.Duration `default:"30s" help:"Length of each of the two windows."`
}

// Bounds of the calls scenario.
const (
	maxCallTier0P99 = 15 // ms
	maxCallModelP99 = 10 // ms, above the model's own delay
)

func (c callsConfig) shortened() callsConfig {
	c.Calls, c.Prompts, c.CallTokens, c.CallFirst, c.CallFor = min(c.Calls, 40), 20, 5, 50*time.Millisecond, 2*time.Second
	return c
}

// The demonstration church that has a telephone, and the account of the service that calls it.
const (
	calledNumber   = "+12075550145"
	telephoneToken = "loadtest"
)

// openLines lift what keeps one church from having so many calls: how many at once, and for how long on one day.
var openLines = []string{"TWILIO_AUTH_TOKEN=" + telephoneToken, "NARTHEX_VOICE_CALLS=-1", "NARTHEX_VOICE_DAY_LIMIT=-1s"}

func (c callsConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "calls", Settings: map[string]any{
		"calls": c.Calls, "prompts_per_second": c.Prompts, "question": c.CallFact, "tokens": c.CallTokens, "tokens_per_second": c.CallRate,
		"first_token": c.CallFirst.String(), "window": c.CallFor.String(),
	}}
	if err := b.checkStreams(c.Calls); err != nil {
		return found, err
	}
	answer, promptBytes := "On Sunday at ten in the morning.", defaultPromptBytes
	if b.stage != nil {
		if found.Narthex, answer, promptBytes, err = c.narthexAlone(ctx, b); err != nil {
			return found, err
		}
	}
	if found.Floor, err = c.floorAlone(ctx, b, answer, promptBytes); err == nil {
		found.Figures = c.figures(found.Floor, found.Narthex)
	}
	return found, err
}

func (c callsConfig) startModel(ctx context.Context) (*model, error) {
	return startModel(ctx, c.CallTokens, c.CallRate, c.CallFirst, "--jitter=0")
}

func (c callsConfig) narthexAlone(ctx context.Context, b *bench) (measured []measurement, answer string, promptBytes int, err error) {
	model, err := c.startModel(ctx)
	if err != nil {
		return nil, "", 0, err
	}
	defer model.stop()
	server, err := b.startNarthex(ctx, model, openLines...)
	if err != nil {
		return nil, "", 0, err
	}
	defer server.stop()
	service := visitor.TelephoneService{Address: server.address, Token: telephoneToken, Called: calledNumber}
	calls, err := visitor.OpenCalls(ctx, server.address, c.Calls, service.Ring)
	if err != nil {
		return nil, "", 0, err
	}
	defer calls.Close()
	if answer, err = calls.Hear(c.CallFact); err != nil {
		return nil, "", 0, err
	}
	if measured, err = c.ask(ctx, b, calls, window{subject: server, model: model, stage: b.stage, profiles: b.profiles}); err == nil {
		promptBytes, err = model.promptBytes(ctx)
	}
	return measured, answer, promptBytes, err
}

func (c callsConfig) floorAlone(ctx context.Context, b *bench, answer string, promptBytes int) ([]measurement, error) {
	model, err := c.startModel(ctx)
	if err != nil {
		return nil, err
	}
	defer model.stop()
	server, err := startFloor(ctx, "calls", strings.NewReader(answer), "--upstream="+model.baseURL(), "--prompt-bytes="+strconv.Itoa(promptBytes), "--question="+c.CallFact)
	if err != nil {
		return nil, err
	}
	defer server.stop()
	calls, err := visitor.OpenCalls(ctx, server.address, c.Calls, func(context.Context, int) (visitor.Line, error) { return visitor.Line{Path: "/"}, nil })
	if err != nil {
		return nil, err
	}
	defer calls.Close()
	return c.ask(ctx, b, calls, window{subject: server, model: model, profiles: b.profiles})
}

// ask measures how long callers wait for the first word, of a stored fact and then of the model.
func (c callsConfig) ask(ctx context.Context, b *bench, calls *visitor.Calls, w window) (both []measurement, err error) {
	if err := b.awaitQuiet(ctx); err != nil {
		return nil, err
	}
	for _, prompts := range []visitor.Prompts{
		{Rate: c.Prompts, For: c.CallFor, Say: func() string { return c.CallFact }},
		{Rate: c.Prompts, For: c.CallFor, Say: visitor.NewPrompts(c.CallTokens), Tokens: c.CallTokens, Delay: c.CallFirst},
	} {
		b.say("%s: %d calls say something %g times a second, answered with %d tokens of the model, for %v", w.subject.name, c.Calls, c.Prompts, prompts.Tokens, c.CallFor)
		m, err := w.measure(ctx, c.CallFor, func(ctx context.Context) (*visitor.Recorder, error) { return calls.Ask(ctx, prompts) })
		if err == nil {
			err = m.failed()
		}
		if err != nil {
			return nil, err
		}
		both = append(both, m)
	}
	return both, nil
}

func (c callsConfig) figures(floor, narthex []measurement) []figure {
	if len(narthex) == 0 {
		narthex = make([]measurement, len(floor))
	}
	perAnswer := func(m measurement) float64 { return m.CPUSeconds / float64(max(1, m.TurnsEnded)) * 1e3 }
	behind := func(m measurement) float64 { return (m.CPUOfRedis + m.CPUOfPG) / float64(max(1, m.TurnsEnded)) * 1e3 }
	return []figure{
		newFigure("tier 0: first word p50", "ms", floor[0].First.P50, narthex[0].First.P50, noLimit, 0),
		newFigure("tier 0: first word p99", "ms", floor[0].First.P99, narthex[0].First.P99, valueAtMost, maxCallTier0P99),
		newFigure("tier 0: CPU per answer", "ms", perAnswer(floor[0]), perAnswer(narthex[0]), noLimit, 0),
		newFigure("tier 0: CPU of Redis and Postgres per answer", "ms", 0, behind(narthex[0]), noLimit, 0),
		newFigure("tier 4: first word p50, above the model's delay", "ms", floor[1].First.P50, narthex[1].First.P50, noLimit, 0),
		newFigure("tier 4: first word p99, above the model's delay", "ms", floor[1].First.P99, narthex[1].First.P99, valueAtMost, maxCallModelP99),
		newFigure("tier 4: a word's way from the model p99", "ms", floor[1].Added.P99, narthex[1].Added.P99, noLimit, 0),
		newFigure("tier 4: CPU per answer", "ms", perAnswer(floor[1]), perAnswer(narthex[1]), noLimit, 0),
		newFigure("tier 4: CPU of Redis and Postgres per answer", "ms", 0, behind(narthex[1]), noLimit, 0),
	}
}
