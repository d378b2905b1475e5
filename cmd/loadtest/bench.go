package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/upstream"
)

// subject is a server that is measured: Narthex or a floor.
type subject struct {
	name    string
	address string // host:port
	metrics string // host:port
	pid     int
	stop    func()
}

// childStop is how long our own servers may take to end.
const childStop = 5 * time.Second

// startSelf runs a sub-command of this program that is a server, and waits until it has said where it serves.
func startSelf(ctx context.Context, name string, stdin io.Reader, args ...string) (*process.Child, announcement, error) {
	program, err := process.Self()
	if err != nil {
		return nil, announcement{}, err
	}
	said := &firstLine{whole: make(chan []byte, 1)}
	child, err := process.Start(process.Spec{Name: name, Path: program, Args: args, Environment: os.Environ(), Stdin: stdin, Stdout: said})
	if err != nil {
		return nil, announcement{}, err
	}
	var where announcement
	select {
	case line := <-said.whole:
		err = json.Unmarshal(line, &where)
	case <-child.Ended():
		err = child.Failure()
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err != nil {
		child.Stop(childStop)
		return nil, announcement{}, fmt.Errorf("start the %s: %w", name, err)
	}
	return child, where, nil
}

// firstLine passes on the first line written to it and drops the rest.
type firstLine struct {
	mu    sync.Mutex
	line  []byte
	sent  bool
	whole chan []byte
}

func (f *firstLine) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sent {
		return len(p), nil
	}
	f.line = append(f.line, p...)
	if line, _, found := bytes.Cut(f.line, []byte("\n")); found {
		f.sent = true
		f.whole <- line
	}
	return len(p), nil
}

// startFloor starts one of the floors.
func startFloor(ctx context.Context, kind string, stdin io.Reader, args ...string) (*subject, error) {
	child, where, err := startSelf(ctx, "bare "+kind, stdin, append([]string{"floor", kind}, args...)...)
	if err != nil {
		return nil, err
	}
	return &subject{
		name: "bare " + kind, address: where.Address, metrics: where.Metrics, pid: child.PID(),
		stop: func() { child.Stop(childStop) },
	}, nil
}

// startRelay starts the relay with prompts as long as Narthex's were.
func startRelay(ctx context.Context, model *model, promptBytes int) (*subject, error) {
	return startFloor(ctx, "relay", nil, "--upstream="+model.baseURL(), "--prompt-bytes="+strconv.Itoa(promptBytes))
}

// model is the mock model service in a process of its own.
type model struct {
	child   *process.Child
	address string
}

func startModel(ctx context.Context, tokens int, rate float64, firstToken time.Duration, more ...string) (*model, error) {
	child, where, err := startSelf(ctx, "mock model", nil, append([]string{"upstream", "--tokens=" + strconv.Itoa(tokens),
		"--rate=" + strconv.FormatFloat(rate, 'f', -1, 64), "--first-token=" + firstToken.String()}, more...)...)
	if err != nil {
		return nil, err
	}
	return &model{child: child, address: where.Address}, nil
}

func (m *model) baseURL() string { return "http://" + m.address + "/v1" }

func (m *model) stop() { m.child.Stop(childStop) }

// stats are the model's own counts.
func (m *model) stats(ctx context.Context) (counts upstream.Stats, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+m.address+"/stats", nil)
	if err != nil {
		return counts, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return counts, fmt.Errorf("ask the mock model what it did: %w", err)
	}
	defer response.Body.Close()
	return counts, json.NewDecoder(response.Body).Decode(&counts)
}

// promptBytes is how long the requests for answers were on average.
func (m *model) promptBytes(ctx context.Context) (int, error) {
	counts, err := m.stats(ctx)
	if err != nil {
		return 0, err
	}
	if counts.Completions == 0 {
		return 0, errors.New("the model was never asked: the questions were answered otherwise")
	}
	return int(counts.CompletionBytes / counts.Completions), nil
}
