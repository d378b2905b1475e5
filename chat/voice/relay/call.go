package relay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/voice/record"
	"narthex/chat/voice/switchboard"
	"narthex/static/messages"
)

// texts are what callers are told.
var texts = messages.Load("voice")

// How a call ends on a socket that goes on with another, or may.
const (
	outcomeMoved = "moved"
	outcomeLost  = "lost" // the socket broke: nobody has hung up
)

func mayGoOn(outcome string) bool { return outcome == outcomeMoved || outcome == outcomeLost }

// outcomeHungUp is how a call ends that its caller ends.
const outcomeHungUp = "hung_up"

// How a call ends that we end.
const (
	outcomeTransfer = "transfer" // it is put through to somebody of the church
	outcomeGoodbye  = "goodbye"
	outcomeSilence  = "silence"
	outcomeUnclear  = "unclear" // the caller was not understood
	outcomeLimit    = "limit"   // of its length
	outcomeConfused = "confused"
)

// Limits of one call.
const (
	maxBad              = 10 // messages in a row that could not be understood
	maxUnheard          = 3  // times in a row that nothing was heard
	maxSilences         = 2  // times in a row that a caller is asked whether they are there
	maxSilencesInDanger = 6  // who weeps, or looks for a telephone number, says nothing for a while
	writeLimit          = 10 * time.Second
	setupLimit          = 10 * time.Second
	partLimit           = 5 * time.Second
	overtime            = 5 * time.Minute // for which a call may go on that has reached its length: its caller is in danger, or being answered
)

// call is one call on one socket. It belongs to the goroutine of run; answers have goroutines of their own, and send under the lock.
type call struct {
	relay   *Relay
	ticket  Ticket
	conn    *websocket.Conn
	church  *church.Snapshot
	log     *record.Log   // from setup on
	writing chan struct{} // closed when the log is written
	session uuid.UUID
	began   time.Time

	language  string // that the caller is spoken to in
	answer    *answer
	last      *answer            // the one before, which may still be being read out
	accepting chan struct{}      // closed when the last message is accepted
	kept      chan struct{}      // closed when it is kept how the last message was answered
	answered  chan *answer       // those that have ended
	rest      string             // of the last answer, for who wants to hear more
	said      string             // the last answer, for who wants to hear it again
	crisis    bool               // it is the crisis gate's
	checked   bool               // since then the caller was asked whether they are there
	offer     *switchboard.Offer // that the caller was asked about last
	later     []string           // links that they are to be asked about
	sent      map[string]bool    // links that they were sent, or did not want
	bad       int
	unheard   int
	silences  int
	served    bool     // the caller was answered
	earlier   []string // what the caller said last, the newest last
	keys      string   // pressed since the caller has said something
	dialled   []string // the telephone numbers that the caller has said
	danger    bool     // somebody seemed to be in danger
	accused   bool     // the caller has accused somebody who serves at the church
	parting   string
	noticed   map[string]bool // the languages in which the caller was told that a program answers, and what is kept
	quiet     *time.Timer     // fires when nobody has said anything for a while
	lost      atomic.Bool     // the socket broke: nobody has hung up
	place     place           // on the line
	memory    memory          // for who goes on with the call

	sending sync.Mutex
	reading reading // under it, but for its pace
	work    sync.WaitGroup
}

func newCall(r *Relay, ticket Ticket, conn *websocket.Conn, till int64) *call {
	quiet := time.NewTimer(time.Hour)
	quiet.Stop()
	return &call{relay: r, ticket: ticket, conn: conn, session: r.parts.Tickets.Session(ticket), began: r.config.Now(),
		answered: make(chan *answer, 16), quiet: quiet, sent: make(map[string]bool),
		place: place{counted: time.Now(), till: till}, reading: reading{pace: r.config.Pace}}
}

// frame is a message with what was wrong with it.
type frame struct {
	received
	err error
}

// run carries the call until one side ends it.
func (c *call) run() {
	ctx, cancel := context.WithCancel(c.relay.ending)
	defer cancel()
	defer c.letGo()                // whatever ends it
	frames := make(chan frame, 16) // full: the service waits, as it would for a slow network
	c.work.Go(func() {
		defer c.relay.panics.Recover("call_read", func(error) { cancel() }, "church", c.ticket.Church, "call", c.ticket.Call)
		c.read(ctx, frames)
	})
	outcome := c.converse(ctx, frames)
	if outcome == outcomeMoved || c.lost.Load() {
		c.leaveBehind()
	} else {
		c.hush(nil)
	}
	c.relay.metrics.ended(outcome, mayGoOn(outcome), c.relay.config.Now().Sub(c.cameIn()))
	c.relay.config.Logger.Info("a call has ended", "church", c.ticket.Church, "call", c.ticket.Call, "outcome", outcome)
	cancel()
	_ = c.conn.CloseNow() // where it was closed in peace, nothing is left to close
	c.work.Wait()
	c.giveUpPlace(outcome)
	c.closeLog(outcome)
	c.quiet.Stop()
}

// read passes on what comes, in order, until the socket ends.
func (c *call) read(ctx context.Context, frames chan<- frame) {
	defer close(frames)
	for {
		kind, data, err := c.conn.Read(ctx)
		if err != nil {
			c.lost.Store(ctx.Err() == nil && websocket.CloseStatus(err) != websocket.StatusNormalClosure)
			return
		}
		var f frame
		if f.received, f.err = parse(data); kind != websocket.MessageText {
			f.err = errNoText
		}
		select {
		case frames <- f:
		case <-ctx.Done():
			return
		}
	}
}

// converse gives how the call has ended.
func (c *call) converse(ctx context.Context, frames <-chan frame) (outcome string) {
	if err := c.setUp(ctx, frames); err != nil {
		c.relay.config.Logger.Warn("a call was not set up", "church", c.ticket.Church, "call", c.ticket.Call, "error", err)
		_ = c.conn.Close(websocket.StatusPolicyViolation, "no setup")
		return "not_set_up"
	}
	limit := time.NewTimer(c.remaining())
	defer limit.Stop()
	closing := c.relay.parts.Closing
	leaving, late := false, false
	c.reading.goesOn(c.said) // the greeting; nothing else is sent yet
	c.wait(c.lasts(c.said + c.offerLanguage()))
	c.goOn(ctx)
	for {
		select {
		case f, open := <-frames:
			if !open {
				return c.left()
			}
			c.handle(ctx, f)
		case a := <-c.answered:
			if c.finished(a); a.moved {
				_ = c.conn.Close(websocket.StatusGoingAway, "")
				return outcomeMoved
			}
		case <-c.quiet.C:
			c.silent(ctx)
		case <-limit.C:
			if late { // it has had its overtime
				c.part(ctx, outcomeLimit, c.farewell("limit"))
			}
			late = true
			limit.Reset(overtime)
		case <-closing: // the node shuts down: the call goes on with a fresh socket, on another
			closing, leaving = nil, true
		case <-ctx.Done():
			_ = c.conn.Close(websocket.StatusGoingAway, "")
			return outcomeMoved
		}
		if late && c.answer == nil && !c.danger {
			c.part(ctx, outcomeLimit, c.farewell("limit"))
		}
		for c.parting != "" && c.answer == nil { // what takes a farewell back may be another
			if outcome := c.ended(ctx, frames); outcome != "" {
				return outcome
			}
			if c.remaining() <= 0 {
				late = true
				limit.Reset(overtime)
			}
		}
		if leaving && c.answer == nil {
			_ = c.conn.Close(websocket.StatusGoingAway, "")
			return outcomeMoved
		}
	}
}

// left is how a call ended whose socket is gone.
func (c *call) left() string {
	if c.lost.Load() {
		return outcomeLost
	}
	return cmp.Or(c.parting, outcomeHungUp)
}

// setUp waits for the first message, which says which call it is.
func (c *call) setUp(ctx context.Context, frames <-chan frame) error {
	ctx, cancel := context.WithTimeout(ctx, setupLimit)
	defer cancel()
	for range maxBad {
		select {
		case f, open := <-frames:
			switch {
			case !open:
				return errGone
			case f.err != nil || f.Type != kindSetup:
				c.relay.metrics.bad.Inc()
				continue
			case f.CallSID != c.ticket.Call:
				return fmt.Errorf("the socket of call %s was opened for %.40q", c.ticket.Call, f.CallSID)
			}
			snapshot, err := c.relay.parts.Church(ctx, c.ticket.Church)
			if err != nil {
				return err
			}
			c.church, c.language = snapshot, spokenIn(cmp.Or(c.ticket.Language, snapshot.Language))
			c.noticed = map[string]bool{spokenIn(snapshot.Language): true}
			c.openLog()
			c.work.Go(func() { // while the caller hears the greeting
				defer c.relay.panics.Recover("call_prepare", nil, "church", c.ticket.Church, "call", c.ticket.Call)
				c.relay.parts.Turns.Prepare(snapshot)
			})
			c.holdPlace()
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return errors.New("ten messages and no setup among them")
}

// handle does what a message asks for.
func (c *call) handle(ctx context.Context, f frame) {
	if f.err != nil || !known[f.Type] {
		c.relay.metrics.bad.Inc()
		if c.bad++; c.bad >= maxBad {
			c.part(ctx, outcomeConfused, c.farewell("trouble"))
		}
		return
	}
	c.bad = 0
	c.settle()
	if f.Type == kindPrompt || f.Type == kindInterrupt || f.Type == kindDTMF {
		c.interrupted() // it stops when the caller says something, or presses a key
	}
	switch f.Type {
	case kindPrompt:
		if f.isSaid() {
			c.prompt(ctx, f.VoicePrompt)
		} else {
			c.wait(c.relay.config.Silence) // they are speaking
		}
	case kindInterrupt:
		c.relay.metrics.interrupt.Inc()
		c.spokenInto(f.Heard)
		c.hush(&f.received)
		c.wait(0)
	case kindDTMF:
		c.pressed(ctx, f.Digit)
	case kindError:
		c.relay.config.Logger.Warn("the telephone service reports an error", "church", c.ticket.Church, "call", c.ticket.Call, "error", fmt.Sprintf("%.300s", f.Description))
	}
}

// known are the messages that a call takes. A second setup says nothing new.
var known = map[string]bool{kindSetup: true, kindPrompt: true, kindInterrupt: true, kindDTMF: true, kindError: true}

// text is something to be said, in the caller's language.
func (c *call) text(key string, pairs ...string) string {
	return texts.In(c.language).Text(key, pairs...)
}

// wait lets silence be noticed, from the end of what takes so long.
func (c *call) wait(speaking time.Duration) { c.quiet.Reset(speaking + c.relay.config.Silence) }

// lasts is about how long it takes to say a text.
func (c *call) lasts(said string) time.Duration { return c.reading.lasts(said) }

// beingRead is for how long the service still reads out what it was sent.
func (c *call) beingRead() time.Duration {
	c.sending.Lock()
	defer c.sending.Unlock()
	return c.reading.left()
}

// interrupted notes that the service reads out no more.
func (c *call) interrupted() {
	c.sending.Lock()
	defer c.sending.Unlock()
	c.reading.stops()
}

// part says a last word; the call ends when it was said.
func (c *call) part(ctx context.Context, outcome, word string) {
	if c.parting != "" {
		return
	}
	c.hush(nil)
	c.parting = outcome
	c.sayAside(ctx, word)
}

// ended hands the call back to the service, with the reason, once the last word was heard, and what is read out before it. It gives ""
// where the caller takes that back, and the call goes on.
func (c *call) ended(ctx context.Context, frames <-chan frame) string {
	heard := time.NewTimer(c.beingRead())
	defer heard.Stop()
	for open := true; open; {
		select {
		case f, more := <-frames:
			if !more {
				return c.left()
			}
			if c.takenBack(ctx, f) {
				return ""
			}
			if f.err == nil && f.Type == kindInterrupt { // the farewell is read out no more, and what they say comes next
				heard.Reset(c.relay.config.Silence)
			}
		case <-heard.C:
			open = false
		case <-ctx.Done():
			open = false
		}
	}
	handoff := string(encode(Handoff{Reason: c.parting}))
	if c.write(ctx, endMessage{Type: "end", HandoffData: handoff}) != nil {
		return c.parting
	}
	gone := time.NewTimer(partLimit)
	defer gone.Stop()
	for {
		select {
		case f, open := <-frames:
			if !open {
				return c.parting
			}
			c.ignored(f)
		case <-gone.C:
			_ = c.conn.Close(websocket.StatusNormalClosure, "")
			return c.parting
		}
	}
}

// write sends a message. Who does not take it in time is gone.
func (c *call) write(ctx context.Context, message any) error {
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, encode(message))
}
