package relay

import (
	"context"
	"time"

	"github.com/google/uuid"

	"narthex/chat/voice/record"
)

// openLog begins to write the call down, from its greeting on, which the service has spoken by itself.
func (c *call) openLog() {
	c.log = c.relay.parts.Record.Open(record.Call{
		Church: c.church.ID, Session: c.session, Provider: c.ticket.Call, Called: c.ticket.Called, Caller: c.ticket.Caller,
		Language: c.language, Sockets: c.ticket.Again + 1, Began: c.began, Unkept: c.ticket.Unkept,
	})
	c.writing = make(chan struct{})
	go func() {
		defer close(c.writing)
		defer c.relay.panics.Recover("call_record", nil, "church", c.ticket.Church, "call", c.ticket.Call)
		c.log.Run(context.Background()) // ended by Close, which bounds what it still takes
	}()
	greeting := &answer{told: true, noted: true}
	c.said = Greeting(c.church, c.ticket)
	greeting.line = c.takeDown(record.Assistant, c.said)
	greeting.spoken.WriteString(c.said)
	c.last = greeting // that the caller may speak into, too
}

// closeLog writes how the call has ended, and waits until all is written.
func (c *call) closeLog(outcome string) {
	if c.log == nil {
		return
	}
	if outcome != outcomeMoved { // it goes on
		c.log.Change(func(kept *record.Call) {
			kept.Outcome, kept.Ended, kept.Over = outcome, c.relay.config.Now(), !c.lost.Load()
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
