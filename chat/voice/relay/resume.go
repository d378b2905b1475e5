package relay

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis/reply"
	"narthex/chat/voice/line"
	"narthex/chat/voice/record"
	"narthex/chat/voice/switchboard"
)

// Resuming is what a call that was cut off goes on with; nil where nothing is known of it.
func (r *Relay) Resuming(ctx context.Context, t Ticket) *switchboard.State {
	state, err := r.parts.Board.Load(ctx, t.Church, r.parts.Tickets.Session(t))
	if err != nil {
		r.config.Logger.WarnContext(ctx, "a call goes on without what was said last", "church", t.Church, "call", t.Call, "error", err)
	}
	return state
}

// overLimit is how long it may take to say that a call is over: the service waits for what its caller is told, and gives up after 15 seconds.
const overLimit = 2 * time.Second

// Over says that a call does not go on.
func (r *Relay) Over(ctx context.Context, t Ticket) {
	ctx, cancel := context.WithTimeout(ctx, overLimit)
	defer cancel()
	session := r.parts.Tickets.Session(t)
	_ = r.parts.Board.Forget(ctx, t.Church, session)                // else it lapses
	_ = r.parts.Board.Leave(ctx, r.seat(t, ""), switchboard.Always) // and so does this, where its socket was lost
	if err := r.parts.Record.End(ctx, t.Church, session); err != nil {
		r.config.Logger.WarnContext(ctx, "that a call is over is not written down, and found out later", "church", t.Church, "call", t.Call, "error", err)
	}
}

// Retold reports whether the caller is told again what they were being told: not all of it was sent, or not all of that read out.
func (r *Relay) Retold(state *switchboard.State) bool {
	return state != nil && (state.Pending() || state.Said != "" && r.config.Now().Before(state.Until))
}

// Greeting is what the service says when a ticket's call is put on its socket.
func Greeting(c *church.Snapshot, t Ticket) string {
	if t.Again == 0 {
		return line.Greeting(c, !t.Unkept)
	}
	language := spokenIn(cmp.Or(t.Language, c.Language))
	said := texts.In(language)
	switch {
	case t.Apart:
		return line.Apart(c, language)
	case t.Unreached:
		return said.Text("unreached") + " " + line.WhomToCall(c, language) + " " + said.Text("unreached.message")
	case t.Retold:
		return said.Text("resumed.again")
	}
	return said.Text("resumed")
}

// memory is what is kept for who goes on with the call.
type memory struct {
	mu    sync.Mutex
	state switchboard.State
}

// keep changes what is kept. It returns when the other nodes can know of it, or Redis is away.
func (c *call) keep(change func(*switchboard.State)) {
	c.memory.mu.Lock()
	defer c.memory.mu.Unlock()
	change(&c.memory.state)
	err := c.relay.parts.Board.Save(context.WithoutCancel(c.relay.ending), c.ticket.Church, c.session, &c.memory.state)
	if err != nil {
		c.relay.config.Logger.Debug("a call could not go on elsewhere", "call", c.ticket.Call, "error", err)
	}
}

// keepAsked keeps a question before it is accepted: whoever goes on with the call asks the same, which is answered once.
func (c *call) keepAsked(req *chat.Request, said record.Line, language string, earlier []string) {
	c.keep(func(s *switchboard.State) {
		s.Language, s.Message, s.Question, s.Told, s.Offer, s.Lines = language, req.ClientMessageID, req.Message, false, nil, []record.Line{said}
		s.Earlier = earlier
	})
}

// keepTold keeps that a question was answered.
func (c *call) keepTold(a *answer, message uuid.UUID) {
	c.sending.Lock()
	told := a.line
	told.Said, told.Heard = a.spoken.String(), a.heard
	over := a.told || a.silenced && !a.left && !a.moved // who spoke into what is answered elsewhere has still asked it
	until := time.Time{}
	if a.told && !a.silenced {
		until = c.relay.config.Now().Add(c.lasts(told.Said))
	}
	c.sending.Unlock()
	if !over {
		return
	}
	c.keep(func(s *switchboard.State) {
		if a.noticed && a.told {
			s.Noticed = append(s.Noticed, a.language)
		}
		if s.Message == message { // no other was asked meanwhile
			s.Told, s.Said, s.Rest, s.Until, s.Offer = true, told.Said, a.rest, until, a.offer
			s.Lines = append(s.Lines[:1:1], told)
		}
	})
}

// goOn takes up a call that was cut off.
func (c *call) goOn(ctx context.Context) {
	if c.ticket.Again == 0 {
		return
	}
	state := c.relay.Resuming(ctx, c.ticket)
	if state == nil {
		return
	}
	c.memory.state = *state
	for _, language := range state.Noticed {
		c.noticed[language] = true
	}
	c.said, c.rest, c.offer = state.Said, state.Rest, state.Offer
	if c.ticket.Unreached || c.ticket.Apart { // what they were told last
		c.said, c.rest = Greeting(c.church, c.ticket), ""
	}
	c.earlier, c.accused, c.danger = state.Earlier, state.Accused, state.Danger
	for _, said := range c.earlier {
		c.dialled = append(c.dialled, reply.NumbersIn(said)...)
	}
	if c.offer != nil && !c.offer.Agreed && !c.ticket.Retold {
		c.setAside()
	}
	for _, said := range state.Lines { // whose node may not have come to write them
		c.log.Add(said)
	}
	switch {
	case c.offer != nil && c.offer.Agreed:
		c.sendLinks(ctx)
	case state.Pending() && len(state.Lines) > 0:
		c.begin(ctx, c.request(state.Question, state.Message), state.Lines[0])
	case c.ticket.Retold && state.Said != "":
		c.sayAgain(ctx, state.Said, state.Rest)
	}
}

// sayAgain says what was made for the ear already, and what was left out of it is still to be had.
func (c *call) sayAgain(ctx context.Context, spoken, rest string) {
	crisis := c.crisis
	c.say(ctx, spoken)
	c.rest, c.crisis = rest, crisis
}

// sayAside tells the caller something that takes the place of nothing: what they were told before can still be heard again, or to its end.
func (c *call) sayAside(ctx context.Context, text string) {
	said, rest, crisis := c.said, c.rest, c.crisis
	c.say(ctx, text)
	c.said, c.rest, c.crisis = said, rest, crisis
}

// leaveBehind ends what is being said, but not the answer itself: the call goes on, and its answer with it.
func (c *call) leaveBehind() {
	c.sending.Lock()
	defer c.sending.Unlock()
	if c.answer != nil {
		c.answer.left, c.answer.silenced = true, true
		c.answer.cancel()
		c.answer = nil
	}
}
