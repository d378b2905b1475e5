package voice

import (
	"net/http"
	"net/url"

	"narthex/chat/voice/line"
	"narthex/chat/voice/relay"
	"narthex/chat/voice/twilio"
)

// rings is for how long somebody is rung who is to take a call, in seconds.
const rings = 25

// transfer puts a caller through, unless they have said since why that must not be.
func (p *Phone) transfer(w http.ResponseWriter, r *http.Request, form url.Values) error {
	found, caller, err := p.find(r, form)
	if err != nil {
		return turnedAway(found, ours("failed")).Write(w)
	}
	if state := p.relay.Resuming(r.Context(), relay.Ticket{Call: form.Get("CallSid"), Church: found.Church.ID, Caller: caller}); state != nil && state.Accused {
		return p.apart(w, r, form)
	}
	to := line.Person(found.Church, found.Number)
	if to == "" {
		p.logger.WarnContext(r.Context(), "a church's number for alarms cannot be called", "church", found.Church.ID)
		return p.unreached(w, r, form)
	}
	ticket, err := p.asked(r)
	if err != nil {
		ticket.Again = maxAgain
	}
	return twilio.Response{Dial: &twilio.Dial{Action: p.next("/api/voice/dialed", ticket), CallerID: found.Number, Timeout: rings, Number: to}}.Write(w)
}

// dialed says what comes after a caller was put through: nothing where somebody has answered or the caller has gone, else the assistant
// takes the call again (https://www.twilio.com/docs/voice/twiml/dial#attributes-action, DialCallStatus). Asked again it says the same.
func (p *Phone) dialed(w http.ResponseWriter, r *http.Request) error {
	form, err := p.form(w, r)
	if err != nil {
		return err
	}
	if form.Get("CallStatus") == "completed" {
		p.over(r, form)
		return twilio.Response{}.Write(w)
	}
	switch form.Get("DialCallStatus") {
	case "completed", "answered":
		p.over(r, form)
		return twilio.Response{Hangup: &twilio.Hangup{}}.Write(w)
	}
	return p.unreached(w, r, form) // busy, no-answer, failed, canceled, or what we do not know
}

// unreached goes on with a call whose caller was to be put through to somebody who does not answer. Where it cannot, they are told so, and
// whom to call instead.
func (p *Phone) unreached(w http.ResponseWriter, r *http.Request, form url.Values) error {
	ticket, ok := p.again(r)
	if ok {
		ticket.Unreached = true
		return p.answer(w, r, form, ticket)
	}
	return turnedAway(p.over(r, form), ours("unreached")).Write(w)
}

// apart goes on with a call whose caller was to be put through, and has accused somebody who serves at the church. Where it cannot, they
// are told whom to call instead.
func (p *Phone) apart(w http.ResponseWriter, r *http.Request, form url.Values) error {
	ticket, ok := p.again(r)
	if ok {
		ticket.Apart = true
		return p.answer(w, r, form, ticket)
	}
	return turnedAway(p.over(r, form), ours("trouble")).Write(w)
}
