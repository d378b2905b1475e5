package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"narthex/cmd/loadtest/histogram"
	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/stage"
	"narthex/cmd/loadtest/visitor"
)

// measurement is what was seen of one server in one window of time.
type measurement struct {
	Subject string  `json:"subject"`
	Seconds float64 `json:"seconds"`

	CPUSeconds  float64 `json:"cpu_seconds"`
	CPUPer1000  float64 `json:"cpu_seconds_per_1000_tokens,omitempty"`
	CPUOfModel  float64 `json:"cpu_seconds_of_model"`
	CPUOfClient float64 `json:"cpu_seconds_of_client"`
	CPUOfRedis  float64 `json:"cpu_seconds_of_redis,omitempty"`
	CPUOfPG     float64 `json:"cpu_seconds_of_postgres,omitempty"`
	CPUOfOthers float64 `json:"cpu_seconds_of_others"` // everything else on this machine

	Tokens          uint64  `json:"tokens,omitempty"`
	TokensPerSecond float64 `json:"tokens_per_second,omitempty"`
	BytesPerToken   float64 `json:"bytes_per_token,omitempty"`
	TurnsBegun      uint64  `json:"turns_begun"`
	TurnsEnded      uint64  `json:"turns_ended"`
	TurnsPerSecond  float64 `json:"turns_per_second"`

	Added histogram.Summary `json:"added"`       // each token's time from the model to the visitor
	First histogram.Summary `json:"first_token"` // from the question, the model's own delay included
	Whole histogram.Summary `json:"whole_turn"`

	Memory   process.Memory  `json:"memory"`   // mean over the window
	PeakRSS  uint64          `json:"peak_rss"` // highest seen
	Runtime  process.Runtime `json:"runtime"`  // at the window's end
	Tiers    [5]uint64       `json:"tiers"`
	Failures map[string]int  `json:"failures,omitempty"`
}

// sampleEvery is how often memory is looked at; each look walks the process's pages.
const sampleEvery = time.Second

// window watches a subject while a load runs. Everything that happens in it counts, turns' beginnings and ends included.
type window struct {
	subject  *subject
	model    *model       // may be nil
	stage    *stage.Stage // nil for floors
	profiles string       // directory for processor profiles; "" for none
}

type costs struct {
	at                              time.Time
	subject, model, client, machine time.Duration
	servers                         stage.ServersCPU
}

func (w window) costs(ctx context.Context) (c costs, err error) {
	if w.stage != nil {
		c.servers = w.stage.ServersCPU(ctx)
	}
	if w.model != nil {
		if c.model, err = process.CPU(w.model.child.PID()); err != nil {
			return c, err
		}
	}
	if c.client, err = process.CPU(os.Getpid()); err != nil {
		return c, err
	}
	if c.machine, err = process.MachineCPU(); err != nil {
		return c, err
	}
	c.subject, err = process.CPU(w.subject.pid)
	c.at = time.Now()
	return c, err
}

// measure watches while run runs, which takes about so long, and adds what the visitors saw, as run returns it.
func (w window) measure(ctx context.Context, lasting time.Duration, run func(context.Context) (*visitor.Recorder, error)) (m measurement, err error) {
	m.Subject = w.subject.name
	before, err := w.costs(ctx)
	if err != nil {
		return m, err
	}
	sampled := make(chan struct{})
	sampling, stopSampling := context.WithCancel(ctx)
	defer stopSampling()
	go func() {
		defer close(sampled)
		m.Memory, m.PeakRSS = w.sampleMemory(sampling)
	}()
	profiled := w.profile(ctx, lasting)
	recorder, err := run(ctx)
	after, costErr := w.costs(ctx)
	stopSampling()
	<-sampled
	if profileErr := profiled(); err == nil {
		err = profileErr
	}
	if err != nil {
		return m, err
	}
	if costErr != nil {
		return m, costErr
	}
	if m.Runtime, err = process.RuntimeOf(ctx, w.subject.metrics); err != nil {
		return m, err
	}
	m.spent(before, after)
	m.seen(recorder)
	return m, nil
}

// watch measures for as long as the window lasts a load that runs by itself.
func (w window) watch(ctx context.Context, load *visitor.Load, lasting time.Duration) (measurement, error) {
	return w.measure(ctx, lasting, func(ctx context.Context) (*visitor.Recorder, error) {
		recorder := load.Record()
		err := sleep(ctx, lasting)
		load.Record() // what comes later is not of this window
		return recorder, err
	})
}

// sampleMemory returns the mean over the samples and the highest of them.
func (w window) sampleMemory(ctx context.Context) (mean process.Memory, peak uint64) {
	var samples uint64
	for {
		if now, err := process.MemoryOf(w.subject.pid); err == nil {
			samples++
			mean.RSS += now.RSS
			mean.PSS += now.PSS
			peak = max(peak, now.RSS)
		}
		if sleep(ctx, sampleEvery) != nil {
			break
		}
	}
	if samples > 0 {
		mean.RSS /= samples
		mean.PSS /= samples
	}
	return mean, peak
}

func (m *measurement) spent(before, after costs) {
	m.Seconds = after.at.Sub(before.at).Seconds()
	m.CPUSeconds = (after.subject - before.subject).Seconds()
	m.CPUOfModel = (after.model - before.model).Seconds()
	m.CPUOfClient = (after.client - before.client).Seconds()
	m.CPUOfRedis = (after.servers.Redis - before.servers.Redis).Seconds()
	m.CPUOfPG = (after.servers.Postgres - before.servers.Postgres).Seconds()
	m.CPUOfOthers = (after.machine - before.machine).Seconds() - m.CPUSeconds - m.CPUOfModel - m.CPUOfClient - m.CPUOfRedis - m.CPUOfPG
}

func (m *measurement) seen(r *visitor.Recorder) {
	m.Tokens, m.TurnsBegun, m.TurnsEnded = r.Tokens.Load(), r.TurnsBegun.Load(), r.TurnsEnded.Load()
	m.TokensPerSecond = float64(m.Tokens) / m.Seconds
	m.TurnsPerSecond = float64(m.TurnsEnded) / m.Seconds
	if m.Tokens > 0 {
		m.CPUPer1000 = m.CPUSeconds / float64(m.Tokens) * 1000
		m.BytesPerToken = float64(r.Bytes.Load()) / float64(m.Tokens)
	}
	m.Added, m.First, m.Whole = r.Added.Summary(), r.First.Summary(), r.Whole.Summary()
	m.Tiers, m.Failures = r.Tiers(), r.Failures()
}

// failed is an error when what the visitors saw was wrong often enough to make the figures meaningless.
func (m *measurement) failed() error {
	sum := 0
	for _, count := range m.Failures {
		sum += count
	}
	if turns := m.TurnsBegun + m.TurnsEnded; uint64(sum)*100 > turns {
		return fmt.Errorf("%s: %d failures in %d turns: %v", m.Subject, sum, turns, m.Failures)
	}
	return nil
}

// quietCores is how much of the machine others may use without the figures being worth less for it.
const quietCores = 0.1

// disturbed reports whether others worked on the machine meanwhile.
func (m *measurement) disturbed() bool { return m.CPUOfOthers > quietCores*m.Seconds }

// sleep waits, unless ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
