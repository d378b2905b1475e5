package relay

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"narthex/chat"
	"narthex/chat/crisis/reply"
	"narthex/chat/live"
	"narthex/chat/voice/line"
	"narthex/chat/voice/record"
	"narthex/chat/voice/speech"
	"narthex/chat/voice/switchboard"
)

// answer is something that a caller is told. Its goroutine writes; what is not silenced is read by the call's when it has ended.
type answer struct {
	ctx      context.Context
	cancel   context.CancelFunc
	accepted chan struct{} // closed when the message is accepted, or refused
	asked    time.Time
	language string   // that the caller was spoken to in
	notice   string   // what is said after it, in a language that the caller was not told it in
	danger   bool     // somebody seems to be in danger in the call
	numbers  []string // that are known to be telephone numbers

	// Under the call's lock.
	silenced bool
	left     bool            // silenced because the call goes on elsewhere
	told     bool            // the last of it was sent
	spoken   strings.Builder // what was sent
	heard    *string         // of that, as the service tells when the caller speaks into it
	line     record.Line     // of the record, and whether it is there
	noted    bool

	turn    bool // of the cascade, not our own
	crisis  bool // of its crisis gate
	noticed bool // it ends with the notice
	rest    string
	offer   *switchboard.Offer // that it ends with
	later   []string           // links that the caller is to be asked about when there is no other question
	failed  bool
	moved   bool // the turn goes on at another node, or begins there
}

// begin answers a message in a goroutine of its own. What was said first is accepted first.
func (c *call) begin(ctx context.Context, req *chat.Request, said record.Line) {
	c.quiet.Stop()
	a := c.next(ctx)
	a.notice, a.later = c.notice(), slices.Clone(c.later)
	earlier := c.earlier
	before, kept := c.accepting, make(chan struct{})
	c.accepting, c.kept = a.accepted, kept
	c.work.Go(func() {
		defer func() {
			select {
			case c.answered <- a:
			case <-ctx.Done(): // nobody asks any more
			}
		}()
		defer c.note(a)
		defer c.relay.panics.Recover("call_answer", func(error) {
			c.fail(a, sorry(chat.ErrInternal, a.language), a.language)
		}, "church", c.ticket.Church, "call", c.ticket.Call)
		defer close(kept)
		if before != nil {
			<-before
		}
		c.keepAsked(req, said, a.language, earlier)
		c.tell(a, req, said)
		c.keepTold(a, req.ClientMessageID)
	})
}

func (c *call) next(ctx context.Context) *answer {
	a := &answer{accepted: make(chan struct{}), asked: time.Now(), language: c.language, danger: c.danger, numbers: c.numbers(), line: record.NewLine(record.Assistant, "", c.relay.config.Now())}
	a.ctx, a.cancel = context.WithCancel(ctx)
	c.answer = a
	return a
}

// say tells the caller something of our own.
func (c *call) say(ctx context.Context, text string) {
	spoken, _ := speech.Text(text, c.language)
	a := c.next(ctx)
	close(a.accepted)
	c.writeAhead(a, spoken)
	c.send(a, spoken, c.language, true)
	c.note(a)
	c.finished(a)
}

// hush ends what is being said: nothing of it is sent from now on. interrupt is the service's word of what was heard of it.
func (c *call) hush(interrupt *received) {
	c.sending.Lock()
	defer c.sending.Unlock()
	if interrupt != nil {
		c.heard(interrupt.Heard)
	}
	if c.answer == nil {
		return
	}
	c.answer.silenced = true
	c.answer.cancel()
	if c.answer.spoken.Len() > 0 { // it is what the caller has heard last
		c.last, c.said, c.rest, c.crisis = c.answer, c.answer.spoken.String(), "", c.answer.crisis
	}
	c.answer = nil
}

// settle notes an answer whose last word was sent, for a caller who answers it before its goroutine has said so.
func (c *call) settle() {
	if c.answer != nil && c.hasTold(c.answer) {
		c.finished(c.answer)
	}
}

// finished notes what a caller was told.
func (c *call) finished(a *answer) {
	a.cancel()
	if a != c.answer {
		return // silenced
	}
	c.answer, c.last = nil, a
	if a.noticed {
		c.noticed[a.language] = true
	}
	if c.said, c.rest, c.crisis = a.spoken.String(), a.rest, a.crisis; a.crisis {
		c.endangered()
	}
	if a.offer != nil {
		c.offer = a.offer
	}
	if a.turn {
		c.later = a.later
	}
	if !a.failed && !c.served && c.relay.parts.Answered != nil && a.turn {
		c.served = true
		c.work.Go(func() {
			defer c.relay.panics.Recover("call_answered", nil, "church", c.church.ID)
			c.relay.parts.Answered(context.WithoutCancel(c.relay.ending), c.church.ID, c.ticket.Caller)
		})
	}
	c.wait(c.lasts(c.said))
}

// tell has a message answered and sends the answer as it comes.
func (c *call) tell(a *answer, req *chat.Request, said record.Line) {
	a.turn = true
	accepting, done := context.WithTimeout(context.WithoutCancel(a.ctx), acceptLimit) // who is cut short has still said it
	reader, err := c.relay.parts.Turns.Ask(accepting, req, c.ticket.Caller)
	done()
	close(a.accepted)
	switch {
	case errors.Is(err, chat.ErrShuttingDown): // whoever goes on with the call asks it
		a.failed, a.moved = true, true
		return
	case err != nil:
		c.fail(a, sorry(err, a.language), a.language)
		return
	}
	defer reader.Close()
	c.ofTurn(a, said, reader.TurnID())
	t := &telling{call: c, answer: a, language: a.language}
	for {
		frames, err := reader.Next(a.ctx)
		switch {
		case errors.Is(err, io.EOF):
			return
		case a.ctx.Err() != nil:
			if c.isOver(a) {
				return
			}
			c.stop(chat.TurnRef{Turn: reader.TurnID(), Session: c.session, Church: req.ChurchID})
			return
		case errors.Is(err, live.ErrHandedOver):
			a.failed, a.moved = true, true
			return
		case err != nil:
			c.fail(a, " "+t.text("failed"), t.language)
			return
		}
		for i := range frames {
			event, err := frames[i].Event()
			if err != nil {
				c.relay.config.Logger.Error("an event could not be read", "turn", reader.TurnID(), "error", err)
				continue
			}
			t.on(event)
		}
	}
}

// acceptLimit bounds how long a message may take to be accepted.
const acceptLimit = 15 * time.Second

// stop ends an answer that nobody listens to.
func (c *call) stop(ref chat.TurnRef) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.relay.ending), acceptLimit)
	defer cancel()
	if err := c.relay.parts.Turns.Stop(ctx, ref, ""); err != nil && !errors.Is(err, chat.ErrTurnNotFound) {
		c.relay.config.Logger.Warn("an answer that was spoken into could not be stopped", "turn", ref.Turn, "error", err)
	}
}

// reasonAboutAssistant is the reason of answers about the assistant, which name whom to call where it cannot.
const reasonAboutAssistant = "about_assistant"

// telling is an answer on its way from events to speech.
type telling struct {
	call     *call
	answer   *answer
	language string
	stream   *speech.Stream
	portions *speech.Portions
	written  strings.Builder // the answer's text
	in       string          // BCP 47, of it
	links    []string        // that the caller may want, and that are not spoken
	crisis   bool
	numbers  bool // whom to call is to be said before the answer's first words
	asked    bool // whether something is to be passed on
	waited   bool // the caller was asked for a moment
	begun    bool // something of the answer itself was said
}

func (t *telling) text(key string) string { return texts.In(t.language).Text(key) }

func (t *telling) on(event chat.Event) {
	switch event.Kind {
	case chat.KindStart:
		t.language, t.in = spokenIn(event.Start.Language), event.Start.Language
		t.open(event.Start.Language)
	case chat.KindTier:
		switch {
		case event.Tier.Reason == reasonAboutAssistant && t.answer.danger: // whom to call in our place stands at its end
			t.portions = &speech.Portions{}
		case event.Tier.Reason == chat.ReasonCrisis:
			t.crisis, t.answer.crisis, t.numbers, t.portions = true, true, true, &speech.Portions{} // all of it is said
			t.call.log.Change(func(c *record.Call) { c.Flagged = true })
		}
	case chat.KindDelta:
		t.written.WriteString(event.Text)
		t.numbersFirst(event.Text)
		t.say(t.portions.Add(t.stream.Write(event.Text)), false)
	case chat.KindTool:
		t.links = append(t.links, event.Tool.Links...)
		if event.Tool.Status == chat.ToolConfirm {
			t.readOut(event.Tool)
		}
		if event.Tool.Status == "running" && !t.waited && !t.call.hasSpoken(t.answer) {
			t.waited = true
			moment := t.text("moment") + " "
			t.call.writeAhead(t.answer, moment)
			t.call.send(t.answer, moment, t.language, false) // it is no answer yet
		}
	case chat.KindReset:
		if t.call.hasSpoken(t.answer) {
			t.sayOurs(" " + t.text("again") + " ")
		}
		t.open(t.language)
	case chat.KindDone:
		t.end()
	case chat.KindError:
		apart := t.newStream(t.language)
		spoken := apart.Write(event.Failure.Message) + apart.Close()
		t.call.send(t.answer, t.stream.Close(), t.language, false)
		t.call.fail(t.answer, " "+spoken, t.language)
	}
}

// readOut says what would be passed on, all of it: the question follows in the answer's text.
func (t *telling) readOut(tool *chat.ToolStatus) {
	after, rest := t.portions.Close()
	t.say(strings.TrimRight(after+" "+rest, " "), false)
	t.asked, t.portions = true, &speech.Portions{}
	said := "\n\n" + tool.Summary + ".\n\n"
	for _, field := range tool.Fields {
		t.stream.Dials(reply.NumbersIn(field.Value)...)
		said += field.Label + ": " + strings.TrimRight(field.Value, ".!? ") + ".\n\n"
	}
	t.say(t.portions.Add(t.stream.Write(said)), false)
}

func (t *telling) open(language string) {
	t.written.Reset()
	t.stream, t.portions, t.asked, t.numbers = t.newStream(language), speech.NewPortions(), false, false
}

func (t *telling) say(spoken string, last bool) {
	if t.call.send(t.answer, spoken, t.language, last) && spoken != "" && !t.begun {
		t.begun = true
		t.call.relay.metrics.first.Observe(time.Since(t.answer.asked).Seconds())
	}
}

// sayOurs says words of our own, which are in no turn's record.
func (t *telling) sayOurs(spoken string) {
	t.call.writeAhead(t.answer, spoken)
	t.say(spoken, false)
}

// end says what is left of the answer, and asks whether to go on where something was left out.
func (t *telling) end() {
	spoken := t.portions.Add(t.stream.Close())
	after, rest := t.portions.CloseWith(careSaid(t.call.church, t.in, t.written.String()))
	spoken += after
	answered := spoken
	t.answer.rest = rest
	switch offer := t.offering(spoken); {
	case offer != "":
		spoken += offer // whether to hear more is asked then
	case rest != "":
		spoken += " " + t.text("more")
	}
	if t.asked {
		spoken = strings.TrimRight(spoken, " ") + " " + t.text("yes_or_no")
	}
	if t.answer.notice != "" && !t.crisis { // who is in danger hears of that alone
		spoken = strings.TrimRight(spoken, " ") + " " + strings.TrimSpace(t.answer.notice)
		t.answer.noticed = true
	}
	if spoken != answered {
		t.call.writeAhead(t.answer, spoken)
	}
	t.say(spoken, true)
}

// offering has the caller asked about the links of the answer, and those that they were not asked about before. Who is in danger, or was,
// is asked nothing.
func (t *telling) offering(spoken string) string {
	if t.crisis || t.answer.danger {
		return ""
	}
	links := append(slices.Clone(t.answer.later), append(t.links, t.stream.Links()...)...)
	slices.Sort(links)
	return t.call.offering(t.answer, slices.Compact(links), spoken)
}

// numbersFirst says whom to call before anything else, where the answer is for somebody in danger. Which number that is shows in the
// answer, which the crisis gate gives in one piece.
func (t *telling) numbersFirst(answer string) {
	if !t.numbers {
		return
	}
	t.numbers = false
	if numbers := line.Preamble(t.call.church, answer, t.language); numbers != "" {
		t.sayOurs(numbers + " ")
	}
}

// send sends speech, unless the caller has spoken into it. It reports whether it was sent.
func (c *call) send(a *answer, spoken, language string, last bool) bool {
	c.sending.Lock()
	defer c.sending.Unlock()
	if a.silenced || spoken == "" && !last {
		return false
	}
	a.spoken.WriteString(spoken)
	a.told = last
	c.reading.goesOn(spoken)
	_ = c.write(c.relay.ending, textMessage{Type: "text", Token: spoken, Last: last, Lang: line.Code(language)}) // reading finds what is wrong
	return true
}

func (c *call) hasTold(a *answer) bool {
	c.sending.Lock()
	defer c.sending.Unlock()
	return a.told
}

// isOver reports whether an answer that is not listened to any more needs no stopping.
func (c *call) isOver(a *answer) bool {
	c.sending.Lock()
	defer c.sending.Unlock()
	return a.told || a.left
}

// isLeft reports whether the call goes on elsewhere.
func (c *call) isLeft(a *answer) bool {
	c.sending.Lock()
	defer c.sending.Unlock()
	return a.left
}

func (c *call) hasSpoken(a *answer) bool {
	c.sending.Lock()
	defer c.sending.Unlock()
	return a.spoken.Len() > 0
}
