package relay

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/chat/voice/record"
	"narthex/chat/voice/switchboard"
)

// Text is a text message to a caller who has said yes to it.
type Text struct {
	Key      uuid.UUID // the same for the same links in the same call: they are sent once
	Church   uuid.UUID
	Session  uuid.UUID // the call's
	Name     string    // the church's
	To       string    // E.164
	Language string    // ISO 639-1, that the caller is spoken to in
	Links    []string
	Line     record.Line // of the record, that says so
}

// ErrTextsSpent says that a number was sent as many text messages as may be.
var ErrTextsSpent = errors.New("this number was sent enough text messages")

// mostLinks is how many a caller is sent at once.
const mostLinks = 3

// offering has a caller asked whether to have links by text message, of an answer that has some: "" where none is to be had, where
// nothing can be sent to them, or where the answer has a question of its own, to which a yes would be an answer, too. Then they are
// asked after the next answer that has none, or when they say goodbye.
func (c *call) offering(a *answer, links []string, spoken string) string {
	links = slices.DeleteFunc(links, func(link string) bool { return c.sent[link] })
	if c.relay.parts.Texts == nil || c.ticket.Caller == "" || len(links) == 0 {
		return ""
	}
	links = links[:min(len(links), mostLinks)]
	if a.later = links; strings.HasSuffix(strings.TrimSpace(spoken), "?") {
		return ""
	}
	a.offer, a.later = &switchboard.Offer{Links: links}, nil
	return " " + texts.In(a.language).Text("link.offer")
}

// setAside takes an offer back: a yes would be to something else now. The caller is asked again later.
func (c *call) setAside() {
	if c.offer != nil {
		c.later, c.offer = append(c.later, c.offer.Links...), nil
	}
}

// spokenInto takes an offer back that a caller spoke into before most of the question was heard: their yes would be to something else.
func (c *call) spokenInto(heard string) {
	asked := len(strings.Fields(texts.In(c.language).Text("link.offer")))
	if c.offer != nil && len(strings.Fields(heard)) < len(strings.Fields(c.last.spoken.String()))-asked/4 {
		c.setAside()
	}
}

// offerLater asks about links that a caller was not asked about yet. It reports whether there are any.
func (c *call) offerLater(ctx context.Context) bool {
	later := c.later
	c.later = nil
	a := &answer{language: c.language}
	question := c.offering(a, later, "")
	if question == "" {
		return false
	}
	c.say(ctx, question)
	c.offer = a.offer
	c.keep(func(s *switchboard.State) { s.Offer = a.offer })
	return true
}

// declined is for a caller who wants no links.
func (c *call) declined(ctx context.Context) {
	for _, link := range c.offer.Links {
		c.sent[link] = true // not to be asked again
	}
	c.offer = nil
	c.keep(func(s *switchboard.State) { s.Offer = nil })
	if rest := c.rest; rest != "" {
		c.sayAgain(ctx, c.text("more"), rest)
		return
	}
	c.say(ctx, c.text("else"))
}

// sendLinks sends what a caller has said yes to, and tells them. Whoever goes on with the call does the same, which sends nothing twice.
func (c *call) sendLinks(ctx context.Context) {
	offer := *c.offer
	offer.Agreed, c.offer = true, nil
	c.quiet.Stop()
	a := c.next(ctx)
	close(a.accepted)
	a.rest = c.rest
	kept := c.kept
	for _, link := range offer.Links {
		c.sent[link] = true
	}
	c.work.Go(func() {
		defer func() {
			select {
			case c.answered <- a:
			case <-ctx.Done(): // nobody asks any more
			}
		}()
		defer c.note(a)
		defer c.relay.panics.Recover("call_text", func(error) { c.send(a, texts.In(a.language).Text("link.failed"), a.language, true) }, "church", c.ticket.Church, "call", c.ticket.Call)
		if kept != nil {
			<-kept // else the offer would be kept after the yes to it
		}
		c.keep(func(s *switchboard.State) { s.Offer = &offer })
		said := texts.In(a.language).Text(c.deliver(ctx, a, offer.Links))
		if !c.isLeft(a) { // else whoever goes on with the call tells the caller
			c.keep(func(s *switchboard.State) { s.Offer = nil })
		}
		if a.rest != "" {
			said += " " + texts.In(a.language).Text("more")
		}
		c.writeAhead(a, said)
		c.send(a, said, a.language, true)
	})
}

// deliver gives the key of what a caller is told of it.
func (c *call) deliver(ctx context.Context, a *answer, links []string) string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), acceptLimit) // who speaks meanwhile has still said yes
	defer cancel()
	key := uuid.NewSHA1(c.session, []byte("text\x00"+strings.Join(links, "\x00")))
	line := record.NewLine(record.Texted, strings.Join(links, "\n"), c.relay.config.Now())
	line.ID = key
	err := c.relay.parts.Texts(ctx, Text{
		Key: key, Church: c.church.ID, Session: c.session, Name: c.church.Name, To: c.ticket.Caller, Language: a.language, Links: links, Line: line,
	})
	switch {
	case errors.Is(err, ErrTextsSpent):
		return "link.enough"
	case err != nil:
		c.relay.config.Logger.Error("a caller could not be sent what they wanted by text message", "church", c.church.ID, "call", c.ticket.Call, "error", err)
		return "link.failed"
	}
	return "link.sent"
}
