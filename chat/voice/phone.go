package voice

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/chat/voice/line"
	"narthex/chat/voice/number"
	"narthex/chat/voice/relay"
	"narthex/chat/voice/twilio"
	"narthex/static/messages"
	"narthex/static/web"
)

// texts are what callers are told.
var texts = messages.Load("voice")

// Phone is what the telephone service asks when somebody calls a church. Every request has to carry the service's signature.
type Phone struct {
	lines    *line.Finder
	personas line.Personas
	relay    *relay.Relay
	tickets  *relay.Tickets
	token    string // the account's, which requests are signed with
	base     string // where the service reaches us, without a slash at its end
	edge     *web.Edge
	logger   *slog.Logger
}

// PhoneParts are what a Phone is put together from.
type PhoneParts struct {
	Lines    *line.Finder
	Personas line.Personas
	Relay    *relay.Relay
	Tickets  *relay.Tickets
	Token    string
	BaseURL  string
	Edge     *web.Edge
	Logger   *slog.Logger
}

// NewPhone returns a phone.
func NewPhone(p PhoneParts) *Phone {
	return &Phone{p.Lines, p.Personas, p.Relay, p.Tickets, p.Token, strings.TrimSuffix(p.BaseURL, "/"), p.Edge, p.Logger}
}

// Routes adds where calls come in, where the telephone service asks what comes next, and the sockets of calls.
func (p *Phone) Routes(r chi.Router) {
	r.Post("/api/voice/incoming", p.edge.Handle(p.incoming))
	r.Post("/api/voice/ended", p.edge.Handle(p.ended))
	r.Post("/api/voice/dialed", p.edge.Handle(p.dialed))
	r.Get("/api/voice/relay/{ticket}", p.edge.Handle(p.open))
}

// maxForm is more than the service ever sends, in bytes.
const maxForm = 64 << 10

// maxAgain is how many times a call is put on a fresh socket.
const maxAgain = 5

// form reads a request of the service and checks its signature, which is over the address that the service was told.
func (p *Phone) form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, relay.ErrSignature
	}
	if !twilio.Signed(r, p.token, p.base+r.URL.RequestURI(), r.PostForm) {
		return nil, relay.ErrSignature
	}
	return r.PostForm, nil
}

// incoming says what to do with a call: put it on a socket, or tell the caller why not.
func (p *Phone) incoming(w http.ResponseWriter, r *http.Request) error {
	form, err := p.form(w, r)
	if err != nil {
		return err
	}
	return p.answer(w, r, form, relay.Ticket{Began: p.relay.Now().Unix()})
}

// answer puts a call on a socket, or tells the caller why not. The ticket says when the call has come in, and how often it was cut off.
func (p *Phone) answer(w http.ResponseWriter, r *http.Request, form url.Values, ticket relay.Ticket) error {
	call := form.Get("CallSid")
	found, caller, err := p.find(r, form)
	switch {
	case errors.Is(err, line.ErrClosed) && found != nil:
		return turnedAway(found, line.NotAnswered(found.Church, found.Number)).Write(w)
	case errors.Is(err, line.ErrUnavailable):
		p.logger.ErrorContext(r.Context(), "a call's church could not be looked up", "call", call, "error", err)
		return turnedAway(nil, ours("failed")).Write(w)
	case err != nil:
		return turnedAway(nil, line.NotAnswered(nil, "")).Write(w)
	case call == "" || len(call) > 64:
		return relay.ErrSignature
	}
	c := found.Church
	ticket.Call, ticket.Church, ticket.Called, ticket.Caller = call, c.ID, found.Number, caller
	if err := p.relay.Admit(r.Context(), c, ticket); err != nil {
		return turnedAway(found, refused(c, err)).Write(w)
	}
	ticket.Language = c.Language
	if ticket.Again == 0 {
		ticket.Unkept = !c.Voice.Transcript
	} else {
		if state := p.relay.Resuming(r.Context(), ticket); state != nil {
			ticket.Language, ticket.Retold = state.Language, p.relay.Retold(state) && !ticket.Unreached && !ticket.Apart
		}
	}
	return p.connect(c, p.relay.Greet(r.Context(), c, ticket)).Write(w)
}

// unavailable is the word on a telephone's keys. The service gives it, and the like, for callers who do not show their number: those for
// anonymous, blocked, restricted and unknown are too short for any country.
const unavailable = "+86282452253"

// find gives the line that is called, and the caller's number: "" where they do not show theirs.
func (p *Phone) find(r *http.Request, form url.Values) (found *line.Line, caller string, err error) {
	if from := form.Get("From"); from != unavailable {
		caller, _ = number.E164(from, "")
	}
	found, err = p.lines.Find(r.Context(), form.Get("To"), caller)
	return found, caller, err
}

// refused is what a caller hears who cannot be answered now.
func refused(c *church.Snapshot, why error) map[string]string {
	key := "busy"
	if errors.Is(why, relay.ErrSpent) {
		key = "spent"
	}
	return ours(key, "church", c.Name)
}

// turnedAway tells a caller why they are not answered, or no more, and whom to call when a life is in danger: that may be why they call.
// The line may be nil.
func turnedAway(found *line.Line, said map[string]string) twilio.Response {
	var c *church.Snapshot
	language := ""
	if found != nil {
		c, language = found.Church, found.Church.Language
	}
	for spoken := range said {
		said[spoken] += " " + line.WhomToCall(c, spoken)
	}
	return tell(said, language)
}

// connect is the TwiML of a call that is answered.
func (p *Phone) connect(c *church.Snapshot, ticket relay.Ticket) twilio.Response {
	persona := p.personas.For(c.Voice.PersonaID, ticket.Call)
	language := ticket.Language
	if line.Code(language) == "" {
		language = messages.Default
	}
	first := twilio.Relay{
		URL: p.socket("/api/voice/relay/" + p.tickets.Mint(ticket)), WelcomeGreeting: relay.Greeting(c, ticket), Language: line.Code(language), TTSProvider: "Google",
		Voice: persona.Voices[language], Interruptible: "any", DTMFDetection: true,
	}
	for _, other := range texts.Languages() {
		first.Languages = append(first.Languages, twilio.Language{Code: line.Code(other), TTSProvider: "Google", Voice: persona.Voices[other]})
	}
	return twilio.Response{Connect: &twilio.Connect{Action: p.next("/api/voice/ended", ticket), Relay: first}}
}

// socket is an address as the service opens sockets at it.
func (p *Phone) socket(path string) string { return "ws" + strings.TrimPrefix(p.base, "http") + path }

// ended says what comes after a socket. The service tells why it ended: we have handed the call back, with data of ours, the caller
// has gone, or the socket was lost, and then the call goes on with a fresh one
// (https://www.twilio.com/docs/voice/twiml/connect/conversationrelay, action).
func (p *Phone) ended(w http.ResponseWriter, r *http.Request) error {
	form, err := p.form(w, r)
	if err != nil {
		return err
	}
	if form.Get("CallStatus") == "completed" {
		p.over(r, form)
		return twilio.Response{}.Write(w)
	}
	if data := form.Get("HandoffData"); data != "" {
		var handoff relay.Handoff
		if err := json.Unmarshal([]byte(data), &handoff); err != nil {
			p.logger.WarnContext(r.Context(), "a call was handed back with data that are not ours", "call", form.Get("CallSid"), "error", err)
		}
		if handoff.Reason == "transfer" {
			return p.transfer(w, r, form)
		}
		return twilio.Response{Hangup: &twilio.Hangup{}}.Write(w)
	}
	ticket, ok := p.again(r)
	if !ok {
		return turnedAway(p.over(r, form), ours("trouble")).Write(w)
	}
	return p.answer(w, r, form, ticket)
}

// next is an address where the service asks what comes next in a ticket's call.
func (p *Phone) next(path string, ticket relay.Ticket) string {
	next := url.Values{"again": {strconv.Itoa(ticket.Again)}, "since": {strconv.FormatInt(ticket.Began, 10)}}
	if ticket.Unkept {
		next.Set("unkept", "")
	}
	return p.base + path + "?" + next.Encode()
}

// asked is what such an address says of the call.
func (p *Phone) asked(r *http.Request) (ticket relay.Ticket, err error) {
	query := r.URL.Query()
	if ticket.Began, err = strconv.ParseInt(query.Get("since"), 10, 64); err != nil {
		ticket.Began = p.relay.Now().Unix()
	}
	ticket.Unkept = query.Has("unkept")
	ticket.Again, err = strconv.Atoi(query.Get("again"))
	return ticket, err
}

// again is for a call that goes on with a fresh socket; false where it has had enough of them.
func (p *Phone) again(r *http.Request) (relay.Ticket, bool) {
	ticket, err := p.asked(r)
	if err != nil || ticket.Again >= maxAgain {
		return ticket, false
	}
	ticket.Again++
	return ticket, true
}

// over notes that a call does not go on, and gives its line. Where that is not known any more (nil), it is found out later.
func (p *Phone) over(r *http.Request, form url.Values) *line.Line {
	found, caller, _ := p.find(r, form)
	if found != nil {
		p.relay.Over(r.Context(), relay.Ticket{Call: form.Get("CallSid"), Church: found.Church.ID, Caller: caller})
	}
	return found
}

// open takes a request over as the socket of a call. Its signature is over the address with the scheme of sockets.
func (p *Phone) open(w http.ResponseWriter, r *http.Request) error {
	if !twilio.Signed(r, p.token, p.socket(r.URL.RequestURI()), nil) {
		return relay.ErrSignature
	}
	return p.relay.Open(w, r, chi.URLParam(r, "ticket"))
}

// ours is a text of ours in every language that calls are held in.
func ours(key string, pairs ...string) map[string]string {
	said := make(map[string]string)
	for _, language := range texts.Languages() {
		said[language] = texts.In(language).Text(key, pairs...)
	}
	return said
}

// tell says something in the church's language, or in all where that is not known, and ends the call.
func tell(said map[string]string, language string) twilio.Response {
	response := twilio.Response{Hangup: &twilio.Hangup{}}
	for _, other := range texts.Languages() {
		if language == "" || said[language] == "" || other == language {
			response.Say = append(response.Say, twilio.Say{Language: line.Code(other), Text: said[other]})
		}
	}
	return response
}
