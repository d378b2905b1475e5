package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/stage"
	"narthex/migrations/seed"
)

// runConfig is what all scenarios take.
type runConfig struct {
	Short     bool          `help:"Few visitors and short windows, at most 10 s of measuring: shows that all works, not what it costs."`
	JSON      string        `name:"json" type:"path" help:"Write everything that was measured to this file."`
	Enforce   bool          `help:"Exit with 2 when a bound is missed."`
	Narthex   string        `type:"existingfile" help:"Measure this program instead of building it from this source."`
	ServerLog string        `type:"path" help:"Write what Narthex logs to this file."`
	WaitQuiet time.Duration `help:"Wait so long at the most, before each server is measured, for others on this machine to be quiet."`
	Profiles  string        `type:"existingdir" help:"Keep a processor profile of each server's measured windows in this directory; taking it costs a little."`
	FloorOnly bool          `help:"Measure the floors alone; nothing of Narthex is started."`
}

// errBoundMissed has been said in the table.
var errBoundMissed = errors.New("a bound was missed")

// scenario measures one thing.
type scenario func(context.Context, *bench) (result, error)

// bench is what scenarios are run on.
type bench struct {
	short    bool
	patience time.Duration // for others to be quiet
	stage    *stage.Stage  // nil where only floors are measured
	profiles string        // directory for processor profiles; "" for none
	files    uint64        // that each process may open
	progress io.Writer
}

// execute runs scenarios one after another and reports. One that fails does not keep the others from running.
func (c runConfig) execute(ctx context.Context, scenarios ...scenario) (err error) {
	debug.SetGCPercent(lazyGC)
	b := &bench{short: c.Short, patience: c.WaitQuiet, profiles: c.Profiles, progress: os.Stderr}
	if b.files, err = openFiles(); err != nil {
		return err
	}
	if !c.FloorOnly {
		var log io.Writer
		if c.ServerLog != "" {
			file, err := os.Create(c.ServerLog)
			if err != nil {
				return err
			}
			defer file.Close()
			log = file
		}
		if b.stage, err = prepareStage(ctx, c.Narthex, log, b.progress); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.stage.Close()) }()
	}
	found := report{At: time.Now().UTC(), Machine: thisMachine()}
	for _, scenario := range scenarios {
		measured, failed := scenario(ctx, b)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", measured.Scenario, failed))
		}
		if ctx.Err() != nil {
			return err
		}
		if failed == nil {
			found.Results = append(found.Results, measured)
		}
	}
	return errors.Join(err, c.publish(found))
}

func (c runConfig) publish(found report) error {
	if err := found.table(os.Stdout); err != nil {
		return err
	}
	found.doubts(os.Stdout)
	if c.JSON != "" {
		if err := found.writeJSON(c.JSON); err != nil {
			return err
		}
	}
	if c.Enforce && !found.held() {
		return errBoundMissed
	}
	return nil
}

// prepareStage seeds with a mock model's embeddings; the scenarios' own ones give the same.
func prepareStage(ctx context.Context, program string, log, progress io.Writer) (*stage.Stage, error) {
	seeding, err := startModel(ctx, 1, 1, 0)
	if err != nil {
		return nil, err
	}
	defer seeding.stop()
	return stage.Prepare(ctx, stage.Config{Program: program, ModelURL: seeding.baseURL(), Log: log, Progress: progress})
}

// startNarthex starts the server, with more settings where there are any.
func (b *bench) startNarthex(ctx context.Context, model *model, more ...string) (*subject, error) {
	return b.startNarthexWith(ctx, model, stage.Settings{Environment: more})
}

func (b *bench) startNarthexWith(ctx context.Context, model *model, settings stage.Settings) (*subject, error) {
	server, err := b.stage.Serve(ctx, model.baseURL(), settings)
	if err != nil {
		return nil, err
	}
	return &subject{name: "narthex", address: server.Address, metrics: server.Metrics, pid: server.PID(), stop: server.Stop}, nil
}

// quietFor is how long nobody may be busy before a machine counts as quiet.
const quietFor = 2 * time.Second

// awaitQuiet waits until hardly anything is done on this machine, while our own servers idle, or patience is over.
func (b *bench) awaitQuiet(ctx context.Context) error {
	for until := time.Now().Add(b.patience); time.Now().Before(until); {
		before, err := process.MachineCPU()
		if err != nil {
			return err
		}
		if err := sleep(ctx, quietFor); err != nil {
			return err
		}
		after, err := process.MachineCPU()
		if err != nil || (after-before).Seconds() < quietCores*quietFor.Seconds() {
			return err
		}
	}
	return nil
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.progress, format+"\n", args...) }

// demoChurches are those that questions go to.
func demoChurches() []uuid.UUID {
	return []uuid.UUID{seed.ChurchID("grace-harbor"), seed.ChurchID("st-brigids"), seed.ChurchID("nueva-vida")}
}

const mebibyte = 1 << 20

// filesPerStream: a stream holds two connections of the server, one to the visitor and one to the model.
const filesPerStream = 2

// checkStreams refuses more streams than the server may open files for.
func (b *bench) checkStreams(streams int) error {
	if most := (int(b.files) - spareFiles) / filesPerStream; streams > most {
		return fmt.Errorf("%d streams need more open files than the %d that a process may have here; %d fit", streams, b.files, most)
	}
	return nil
}
