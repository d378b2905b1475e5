package visitor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"narthex/chat/voice/twilio"
	"narthex/cmd/loadtest/token"
)

// Calls are callers on the line, each on a WebSocket of the telephone service.
type Calls struct {
	callers   []*caller
	listening sync.WaitGroup
}

// OpenCalls opens the sockets of calls at an address, host:port; ring tells where each call's is. On an error those that are open are
// closed.
func OpenCalls(ctx context.Context, address string, calls int, ring func(ctx context.Context, number int) (Line, error)) (*Calls, error) {
	c := &Calls{callers: make([]*caller, calls)}
	dials, dialing := errgroup.WithContext(ctx)
	dials.SetLimit(dialsAtOnce)
	for number := range calls {
		dials.Go(func() error {
			line, err := ring(dialing, number)
			if err != nil {
				return err
			}
			c.callers[number], err = openCall(dialing, address, line)
			return err
		})
	}
	err := dials.Wait()
	for _, one := range c.callers {
		if one != nil {
			c.listening.Go(func() { c.listen(one) })
		}
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("open calls: %w", err)
	}
	return c, nil
}

// Close hangs up.
func (c *Calls) Close() {
	for _, one := range c.callers {
		if one != nil {
			_ = one.Close()
		}
	}
	c.listening.Wait()
}

// Prompts says what callers say, and how often.
type Prompts struct {
	Rate   float64       // a second, of all calls together, evenly, whether earlier ones were answered or not
	For    time.Duration // how long
	Tokens int           // of the model in each answer; 0: it is answered without one
	Delay  time.Duration // of the model before its first token, which is not counted in the time to the first word
	Say    func() string // must need no escaping in JSON

	whole chan<- string // gets what is heard; nil: nobody asks
}

// Ask has the callers speak in turn for as long as it is to last, waits for the answers, and returns what was heard. An answer's times
// begin when its prompt is sent.
func (c *Calls) Ask(ctx context.Context, p Prompts) (*Recorder, error) {
	recorder := newRecorder()
	var answers sync.WaitGroup
	interval := time.Duration(float64(time.Second) / p.Rate)
	due, until := recorder.Began, recorder.Began.Add(p.For)
	for at := 0; due.Before(until); at++ {
		select {
		case <-time.After(time.Until(due)):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		due = due.Add(interval)
		if err := c.callers[at%len(c.callers)].prompt(p, recorder, &answers); err != nil {
			recorder.fail("speaking: " + describe(err))
		}
	}
	answered := make(chan struct{})
	go func() { answers.Wait(); close(answered) }()
	select {
	case <-answered:
	case <-time.After(patience):
		for _, one := range c.callers {
			one.giveUp("answers that did not come to their end")
		}
		<-answered
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if recorder.TurnsEnded.Load() == 0 {
		return nil, fmt.Errorf("no prompt was answered: %v", recorder.Failures())
	}
	return recorder, nil
}

// NewPrompts says something else each time, which goes the whole way to the model and is answered with so many tokens.
func NewPrompts(tokens int) func() string { return func() string { return newQuestion(tokens) } }

// Hear has the first caller say something, and returns what is said to it. Nobody else may be speaking.
func (c *Calls) Hear(said string) (string, error) {
	whole := make(chan string, 1)
	first := c.callers[0]
	var answers sync.WaitGroup
	if err := first.prompt(Prompts{Say: func() string { return said }, whole: whole}, newRecorder(), &answers); err != nil {
		return "", err
	}
	select {
	case text := <-whole:
		return text, nil
	case <-time.After(patience):
		first.giveUp("no answer")
		return "", errors.New("a caller is not answered")
	}
}

// listen hears what is said to a caller until the call ends.
func (c *Calls) listen(one *caller) {
	defer one.Close()
	for {
		data, err := one.next()
		now := one.at
		if err != nil {
			one.giveUp("calls that were cut off: " + describe(err)) // or hung up by us
			return
		}
		var m message
		if err := json.Unmarshal(data, &m); err != nil {
			one.giveUp("messages that are none")
			continue
		}
		switch m.Type {
		case "text":
			one.hear(m, now)
		case "end":
			one.giveUp("calls that were handed back")
		}
	}
}

// message is what the telephone service is sent.
type message struct {
	Type, Token string
	Last        bool
}

// caller is one on the line. What it hears while it waits for no answer, such as whether it is there, is passed over.
type caller struct {
	*socket
	mu      sync.Mutex
	hearing *answer
}

// answer is one on its way.
type answer struct {
	prompts  Prompts
	recorder *Recorder
	asked    time.Time
	begun    bool
	failed   bool
	tokens   int
	text     []byte
	over     func()
}

func openCall(ctx context.Context, address string, line Line) (*caller, error) {
	raw, err := dial(ctx, address, nil, idlePatience, func(int) {})
	if err != nil {
		return nil, err
	}
	headers := ""
	if line.Signature != "" {
		headers = twilio.Header + ": " + line.Signature + "\r\n"
	}
	on, err := shake(raw, address, line.Path, headers)
	if err != nil {
		return nil, err
	}
	on.expect(idlePatience)
	setup := fmt.Sprintf(`{"type":"setup","sessionId":"VX%[1]s","callSid":"%[1]s","direction":"inbound"}`, line.Call)
	if err := on.send(frameText, []byte(setup)); err != nil {
		_ = on.Close()
		return nil, err
	}
	return &caller{socket: on}, nil
}

// prompt says something. Who still hears an answer does not interrupt it: that answer has taken too long.
func (c *caller) prompt(p Prompts, recorder *Recorder, answers *sync.WaitGroup) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	recorder.TurnsBegun.Add(1)
	if c.hearing != nil {
		return errors.New("the caller still hears the last answer")
	}
	answers.Add(1)
	c.hearing = &answer{prompts: p, recorder: recorder, over: answers.Done, asked: time.Now()}
	err := c.send(frameText, fmt.Appendf(nil, `{"type":"prompt","voicePrompt":"%s","lang":"en-US","last":true}`, p.Say()))
	if err != nil {
		c.hearing = nil
		answers.Done()
	}
	return err
}

func (c *caller) hear(m message, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.hearing
	if a == nil {
		return
	}
	if !a.begun && m.Token != "" {
		a.begun = true
		a.recorder.First.Record(now.Sub(a.asked) - a.prompts.Delay)
	}
	a.recorder.Bytes.Add(uint64(len(m.Token)))
	a.take([]byte(m.Token), now)
	if a.prompts.whole != nil {
		a.text = append(a.text, m.Token...)
	}
	if m.Last {
		a.end(now)
		c.hearing = nil
	}
}

// giveUp ends an answer that does not come.
func (c *caller) giveUp(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hearing != nil {
		c.hearing.recorder.fail(why)
		c.hearing.over()
		c.hearing = nil
	}
}

func (a *answer) fail(what string) {
	a.failed = true
	a.recorder.fail(what)
}

func (a *answer) take(text []byte, now time.Time) {
	for {
		found, rest, ok := token.NextSpoken(text, now)
		if !ok {
			return
		}
		text = rest
		if found.Place != a.tokens%token.Places {
			a.fail("tokens out of their order")
		}
		a.tokens++
		a.recorder.Tokens.Add(1)
		a.recorder.Added.Record(found.Age)
	}
}

func (a *answer) end(now time.Time) {
	if a.tokens != a.prompts.Tokens {
		a.fail("answers of another length")
	}
	if !a.begun {
		a.fail("answers without a word")
	}
	if !a.failed {
		a.recorder.TurnsEnded.Add(1)
		a.recorder.Whole.Record(now.Sub(a.asked))
	}
	if a.prompts.whole != nil {
		a.prompts.whole <- string(a.text)
	}
	a.over()
}
