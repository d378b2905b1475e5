package telephone

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"narthex/chat/voice/callertest"
)

// asked is what the page wants done.
type asked struct {
	Do   string `json:"do"`   // call, say, interrupt, press, raw, drop, hangup
	To   string `json:"to"`   // call
	From string `json:"from"` // call
	Text string `json:"text"` // what is said, was heard, is pressed, or is sent as it is
}

// told is what the page is told.
type told struct {
	Is       string `json:"is"` // greeting, text, language, notice, transfer, cut, ended
	Text     string `json:"text,omitempty"`
	Language string `json:"language,omitempty"`
	Last     bool   `json:"last,omitempty"`
}

// How long the service asks again when nobody answers what comes next, as while a node starts again.
const (
	askAgain = 20
	askPause = time.Second
)

// call is one from a page.
type call struct {
	config Config
	page   *websocket.Conn

	mu     sync.Mutex
	caller *callertest.Caller // nil: not on a socket
	hungUp bool
}

func (c *call) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	first, err := c.next(ctx)
	if err != nil || first.Do != "call" {
		return
	}
	service := &callertest.Service{Base: c.config.Base, Told: c.config.Told, Token: c.config.Token, Call: "CA" + rand.Text(), From: first.From, To: first.To}
	var doing sync.WaitGroup
	doing.Go(func() {
		defer cancel()
		for {
			next, err := c.next(ctx)
			if err != nil {
				return
			}
			if err := c.do(ctx, next); err != nil {
				c.tell(ctx, told{Is: "notice", Text: err.Error()})
			}
		}
	})
	answer, status, err := service.Ring(ctx)
	if err == nil && status != 200 {
		err = fmt.Errorf("the call is refused with status %d", status)
	}
	for err == nil {
		var over bool
		if answer, over, err = c.follow(ctx, service, answer); over {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		c.tell(ctx, told{Is: "notice", Text: err.Error()})
	}
	c.tell(ctx, told{Is: "ended"})
	cancel()
	doing.Wait()
}

func (c *call) next(ctx context.Context) (a asked, err error) {
	_, data, err := c.page.Read(ctx)
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(data, &a)
}

func (c *call) tell(ctx context.Context, t told) {
	data, err := json.Marshal(t)
	if err == nil {
		_ = c.page.Write(ctx, websocket.MessageText, data) // reading finds that the page is gone
	}
}

var errNoLine = errors.New("the call is on no line at the moment")

// do does on the line what the page asks for.
func (c *call) do(ctx context.Context, a asked) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a.Do == "hangup" {
		c.hungUp = true
	}
	if c.caller == nil {
		if a.Do == "hangup" {
			return nil
		}
		return errNoLine
	}
	switch a.Do {
	case "say":
		return c.caller.Say(ctx, a.Text)
	case "interrupt":
		return c.caller.Interrupt(ctx, a.Text)
	case "press":
		return c.caller.Press(ctx, a.Text)
	case "raw":
		return c.caller.Raw(ctx, websocket.MessageText, []byte(a.Text))
	case "drop":
		_ = c.caller.Drop() // following finds that it is gone
	case "hangup":
		_ = c.caller.HangUp()
	default:
		return fmt.Errorf("there is nothing to do for %q", a.Do)
	}
	return nil
}

// follow does what an answer says, until there is another. over says that the call has ended.
func (c *call) follow(ctx context.Context, service *callertest.Service, answer callertest.Answer) (next callertest.Answer, over bool, err error) {
	for _, said := range answer.Says {
		c.tell(ctx, told{Is: "text", Text: said, Last: true})
	}
	if answer.Dial != "" {
		c.tell(ctx, told{Is: "transfer", Text: answer.Dial})
	}
	if answer.Connect == nil {
		return next, true, nil
	}
	caller, err := service.Connect(ctx, answer)
	if err != nil {
		return next, false, err
	}
	defer caller.Drop()
	c.sit(caller)
	c.tell(ctx, told{Is: "greeting", Text: caller.Greeting, Language: caller.Language})
	handoff, lost := c.listen(ctx, caller)
	c.sit(nil)
	if ctx.Err() != nil || c.isHungUp() {
		return next, true, ctx.Err()
	}
	if lost {
		c.tell(ctx, told{Is: "cut"})
	}
	for range askAgain {
		if next, err = caller.After(ctx, handoff); err == nil || ctx.Err() != nil {
			break
		}
		select {
		case <-time.After(askPause):
		case <-ctx.Done():
		}
	}
	return next, false, err
}

// listen passes on what is said until the call is handed back, or its socket is lost.
func (c *call) listen(ctx context.Context, caller *callertest.Caller) (handoff string, lost bool) {
	for {
		m, err := caller.Next(ctx)
		switch {
		case err != nil:
			return "", true
		case m.Type == "text":
			c.tell(ctx, told{Is: "text", Text: m.Token, Language: m.Lang, Last: m.Last})
		case m.Type == "language":
			c.tell(ctx, told{Is: "language", Language: m.TTSLanguage})
		case m.Type == "end":
			_ = caller.HangUp()
			return m.HandoffData, false
		}
	}
}

func (c *call) sit(caller *callertest.Caller) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.caller = caller; caller != nil && c.hungUp {
		_ = caller.HangUp()
	}
}

func (c *call) isHungUp() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hungUp
}
