package relay

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/voice/record"
)

// Greet writes down what the service is about to say to a caller, and gives the ticket with which the call goes on from there. While
// Postgres is away it is said all the same, and written when the call's socket is set up.
func (r *Relay) Greet(ctx context.Context, c *church.Snapshot, t Ticket) Ticket {
	line := record.NewLine(record.Assistant, Greeting(c, t), r.config.Now())
	line.ID = uuid.NewSHA1(r.parts.Tickets.Session(t), []byte("greeting\x00"+strconv.Itoa(t.Again))) // the service may ask twice, and greets once
	t.Greeting = line.ID
	ctx, cancel := context.WithTimeout(ctx, aheadLimit)
	defer cancel()
	if err := r.parts.Record.Begin(ctx, r.kept(c, t, r.config.Now()), line); err != nil {
		r.config.Logger.WarnContext(ctx, "a caller is greeted before that is written down", "church", c.ID, "call", t.Call, "error", err)
	}
	return t
}

// kept is what is kept of a call that begins on a socket.
func (r *Relay) kept(c *church.Snapshot, t Ticket, began time.Time) record.Call {
	return record.Call{
		Church: c.ID, Session: r.parts.Tickets.Session(t), Provider: t.Call, Called: t.Called, Caller: t.Caller,
		Language: spokenIn(cmp.Or(t.Language, c.Language)), Sockets: t.Again + 1, Began: began, Unkept: t.Unkept,
	}
}

// openLog begins to write the call down, from its greeting on, which the service has spoken by itself.
func (c *call) openLog() {
	c.log = c.relay.parts.Record.Open(c.relay.kept(c.church, c.ticket, c.began))
	c.writing = make(chan struct{})
	go func() {
		defer close(c.writing)
		defer c.relay.panics.Recover("call_record", nil, "church", c.ticket.Church, "call", c.ticket.Call)
		c.log.Run(context.Background()) // ended by Close, which bounds what it still takes
	}()
	greeting := &answer{told: true, noted: true}
	c.said = Greeting(c.church, c.ticket)
	greeting.line = record.NewLine(record.Assistant, c.said, c.began)
	if c.ticket.Greeting != uuid.Nil { // else a node minted it that does not write greetings down
		greeting.line.ID = c.ticket.Greeting
	}
	c.log.Add(greeting.line)
	greeting.spoken.WriteString(c.said)
	c.last = greeting // that the caller may speak into, too
}

// offerLanguage tells a caller, in the other language, with which key they are spoken to in it: the greeting, which the service says by
// itself, is in one. It gives what it said, in calls that begin.
func (c *call) offerLanguage() (said string) {
	if c.ticket.Again > 0 {
		return ""
	}
	for _, other := range texts.Languages() {
		if other != c.language {
			offer := " " + texts.In(other).Text("language")
			c.send(c.last, offer, other, true)
			said += offer
		}
	}
	c.note(c.last)
	return said
}

// closeLog writes how the call has ended, and waits until all is written.
func (c *call) closeLog(outcome string) {
	if c.log == nil {
		return
	}
	if outcome == outcomeLost { // as it counts should the call not go on
		outcome = cmp.Or(c.parting, outcomeHungUp)
	}
	if outcome != outcomeMoved { // it goes on
		c.log.Change(func(kept *record.Call) {
			kept.Outcome, kept.Ended, kept.Over = outcome, c.relay.config.Now(), !c.lost.Load() && outcome != outcomeTransfer // it may come back
		})
	}
	c.log.Close()
	<-c.writing
}

// takeDown writes down what is said.
func (c *call) takeDown(speaker record.Speaker, said string) record.Line {
	noted := record.NewLine(speaker, said, c.relay.config.Now())
	if said != "" {
		c.log.Add(noted)
	}
	return noted
}

// ofTurn notes to which turn a question and its answer belong.
func (c *call) ofTurn(a *answer, said record.Line, turn uuid.UUID) {
	said.Turn = turn
	c.log.Add(said)
	c.sending.Lock()
	defer c.sending.Unlock()
	a.line.Turn = turn
}

// note writes down what a caller was told, when all of it was sent or no more will be.
func (c *call) note(a *answer) {
	c.sending.Lock()
	defer c.sending.Unlock()
	a.noted = true
	c.writeDown(a)
}

// heard notes how much was heard of what is being read out: of the answer that is under way or, while nothing of that was sent, of the
// one before. It is called under the lock.
func (c *call) heard(heard string) {
	a := c.answer
	if a == nil || a.spoken.Len() == 0 {
		a = c.last
	}
	if a == nil {
		return
	}
	a.heard = &heard
	if a.noted {
		c.writeDown(a)
	}
}

// writeDown writes what was spoken of an answer, and heard. It is called under the lock.
func (c *call) writeDown(a *answer) {
	written := a.line
	written.Said, written.Heard = a.spoken.String(), a.heard
	if written.Said != "" || written.Turn != uuid.Nil {
		c.log.Add(written)
	}
}

// aheadLimit is for how long a caller waits at most for words to be written before they are said.
const aheadLimit = 250 * time.Millisecond

// writeAhead writes down words of our own before they are said: no turn has them from which the record could be told after this node has
// died. While Postgres is away they are said all the same.
func (c *call) writeAhead(a *answer, spoken string) {
	c.sending.Lock()
	written := a.line
	written.Said = a.spoken.String() + spoken
	silenced := a.silenced
	c.sending.Unlock()
	if silenced || spoken == "" {
		return
	}
	c.log.Add(written)
	ctx, cancel := context.WithTimeout(c.relay.ending, aheadLimit)
	defer cancel()
	c.log.Written(ctx)
}
