package visitor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/google/uuid"
)

// AskConfig describes visitors who ask the same thing again and again, each time in a new session.
type AskConfig struct {
	Address     string
	Church      uuid.UUID
	Churches    func() uuid.UUID // another church each time, instead
	Question    string
	Next        func() (question string, tokens int) // another question each time, instead; tokens: of its answer, or 0
	Connections int
	Transport   Transport // "": SSE
	From        net.Addr  // the local address; nil: any
	// Rate is how many requests a second all connections send together, evenly, whether earlier ones were answered or
	// not: a late answer's time counts from when its request was due. 0: each connection asks as soon as it was answered.
	Rate   float64
	Window time.Duration
}

// Ask asks for as long as the window lasts and returns what was seen.
func Ask(ctx context.Context, config AskConfig) (*Recorder, error) {
	if config.Next == nil {
		config.Next = func() (string, int) { return config.Question, 0 }
	}
	if config.Churches == nil {
		config.Churches = func() uuid.UUID { return config.Church }
	}
	ctx, cancel := context.WithTimeout(ctx, config.Window+patience)
	defer cancel()
	recorder := newRecorder()
	until := recorder.Began.Add(config.Window)
	var visitors sync.WaitGroup
	for number := range config.Connections {
		visitors.Go(func() { askAgain(ctx, config, number, until, recorder) })
	}
	visitors.Wait()
	if recorder.TurnsEnded.Load() == 0 {
		return nil, fmt.Errorf("no question was answered: %v", recorder.Failures())
	}
	return recorder, context.Cause(ctx)
}

// askAgain asks until the window ends. Who cannot connect, or loses the connection, tries again with the next question: a server that
// lets nobody in must not look like one whom nobody asked.
func askAgain(ctx context.Context, config AskConfig, number int, until time.Time, recorder *Recorder) {
	var on asker
	var stopClosing func() bool
	leave := func() {
		if on != nil {
			stopClosing()
			_ = on.Close()
			on = nil
		}
	}
	defer leave()
	var interval time.Duration
	due := time.Now()
	if config.Rate > 0 {
		interval = time.Duration(float64(config.Connections) / config.Rate * float64(time.Second))
		due = due.Add(interval * time.Duration(number) / time.Duration(config.Connections))
	}
	for ctx.Err() == nil {
		if on == nil {
			connected, err := config.Transport.connect(ctx, number, config.Address, config.From, patience, func(n int) { recorder.Bytes.Add(uint64(n)) })
			if err != nil {
				if ctx.Err() == nil {
					recorder.fail("connecting: " + describe(err))
				}
				due = recorder.missed(due, interval, until)
				if time.Now().Before(until) {
					continue
				}
				return
			}
			on, stopClosing = connected, context.AfterFunc(ctx, func() { _ = connected.Close() })
		}
		if config.Rate > 0 {
			time.Sleep(time.Until(due)) // the interval is short
		} else {
			due = time.Now()
		}
		if !time.Now().Before(until) {
			return
		}
		err := askOnce(on, config, due, recorder)
		if err != nil && ctx.Err() == nil {
			recorder.fail("asking: " + describe(err))
		}
		if err != nil || !on.usable() {
			leave()
		}
		due = due.Add(interval)
	}
}

// missed counts the questions of a visitor without a connection that have become due, and those of the time that it has tried for, one at
// least; it waits until the first is, and returns when the next will be. Without an interval each attempt stands for a question.
func (r *Recorder) missed(due time.Time, interval time.Duration, until time.Time) time.Time {
	if interval <= 0 {
		r.TurnsBegun.Add(1)
		time.Sleep(retryPause)
		return time.Now()
	}
	time.Sleep(time.Until(due))
	for now := time.Now(); !due.After(now) && due.Before(until); due = due.Add(interval) {
		r.TurnsBegun.Add(1)
	}
	return due
}

// askOnce asks one question. A refusal is noted; an error is about the connection.
func askOnce(on asker, config AskConfig, due time.Time, recorder *Recorder) error {
	question, tokens := config.Next()
	t := &turn{recorder: recorder, asked: due, wanted: tokens}
	recorder.TurnsBegun.Add(1)
	err := on.ask(question, config.Churches(), randomID(), t.take)
	if err == nil && !t.over {
		err = errEndless
	}
	t.conclude(err, time.Now())
	if refused, ok := errors.AsType[*statusError](err); ok {
		recorder.fail("asking: " + refused.Error())
		return nil
	}
	return err
}

// Capture returns the body of the answer to one question, byte for byte.
func Capture(ctx context.Context, address string, church uuid.UUID, question string) ([]byte, error) {
	on, err := dialSSE(ctx, address, nil, patience, func(int) {})
	if err != nil {
		return nil, err
	}
	defer on.Close()
	defer context.AfterFunc(ctx, func() { _ = on.Close() })()
	var body []byte
	err = on.ask(question, church, randomID(), func(e event, _ time.Time) {
		body = fmt.Appendf(body, "event: %s\nid: %s\ndata: %s\n\n", e.kind, e.id, e.data)
	})
	if err == nil && !bytes.Contains(body, []byte("event: done")) {
		err = fmt.Errorf("the answer has no end: %s", body)
	}
	return body, err
}
