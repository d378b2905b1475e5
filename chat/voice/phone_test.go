package voice_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/voice"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/line"
	"narthex/chat/voice/record"
	"narthex/chat/voice/relay"
	"narthex/chat/voice/switchboard"
	"narthex/static/web"
)

const (
	accountToken = "the-account-token"
	publicURL    = "https://narthex.example" // what the telephone service is told, wherever the test listens
	called       = "+12075550145"
	caller       = "+12075550123"
	minutePrice  = 85_000 // millionths of a US dollar
)

// exchange answers calls for a server of the chat.
type exchange struct {
	*chattest.Server
	relay    *relay.Relay
	settler  *record.Settler
	refuse   atomic.Pointer[func(session uuid.UUID) bool] // whether what was said in a call cannot be deleted; nil: it can
	answered chan string
	config   relay.Config
	registry line.Registry // of numbers that are fixed to churches; filled before the first call
}

// newExchange starts a server that answers calls. Words are spoken at once, and silence is long, unless the test is about that.
func newExchange(t *testing.T, adjust func(*relay.Config), more ...func(*chattest.Config)) *exchange {
	t.Helper()
	return newTextingExchange(t, nil, adjust, more...)
}

// newTextingExchange starts one that sends text messages, too.
func newTextingExchange(t *testing.T, texts *texting, adjust func(*relay.Config), more ...func(*chattest.Config)) *exchange {
	t.Helper()
	return newExchangeWith(t, switchboard.Limits{}, texts, adjust, more...)
}

// newExchangeWith starts one with limits of its own; how many calls may be at once is the relay's configuration.
func newExchangeWith(t *testing.T, limits switchboard.Limits, texts *texting, adjust func(*relay.Config), more ...func(*chattest.Config)) *exchange {
	t.Helper()
	x := &exchange{registry: line.Registry{}, answered: make(chan string, 64), config: relay.Config{Pace: time.Microsecond, Silence: time.Hour}}
	if adjust != nil {
		adjust(&x.config)
	}
	x.config.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	routes := func(c *chattest.Config) {
		c.Routes = func(s *chattest.Server, r chi.Router) {
			tickets, err := relay.NewTickets([]byte(strings.Repeat("k", 32)), time.Now)
			chattest.Must(t, err)
			x.config.Registerer = s.Registry
			limits.PerChurch, limits.PerCaller = x.config.PerChurch, x.config.PerCaller
			board, kept := switchboard.New(s.Redis, limits), record.NewStore(s.Pool, x.config.Logger, s.Registry)
			x.settler = &record.Settler{Store: kept, Minute: minutePrice, OnLine: board.OnLine, Forget: x.forget(s), Charge: func(ctx context.Context, id uuid.UUID, micros int64) error {
				snapshot, err := s.Churches.ByID(ctx, id)
				if err == nil {
					s.Service.Charge(snapshot, micros)
				}
				return err
			}}
			x.relay = relay.New(relay.Parts{
				Turns: s.Service, Closing: s.Service.Closing(), Church: s.Churches.ByID, Tickets: tickets, Board: board, Record: kept,
				Texts: texts.send(), Answered: func(_ context.Context, _ uuid.UUID, from string) { x.answered <- from },
			}, x.config)
			voice.NewPhone(voice.PhoneParts{
				Lines: line.NewFinder(s.Pool, s.Churches, x.registry, x.config.Logger, nil), Personas: line.Preset, Relay: x.relay, Tickets: tickets, Token: accountToken, BaseURL: publicURL,
				Edge: web.NewEdge(x.config.Logger, prometheus.NewRegistry(), nil), Logger: x.config.Logger,
			}).Routes(r)
		}
	}
	x.Server = chattest.NewServer(t, append([]func(*chattest.Config){routes}, more...)...)
	chattest.RunUntilCleanup(t, x.relay.Run)
	chattest.RunUntilCleanup(t, func(ctx context.Context) error { x.settler.Run(ctx); return nil })
	return x
}

// forget deletes what was said in a call, unless that is refused.
func (x *exchange) forget(s *chattest.Server) func(ctx context.Context, church, session uuid.UUID) error {
	return func(ctx context.Context, church, session uuid.UUID) error {
		if refuse := x.refuse.Load(); refuse != nil && (*refuse)(session) {
			return errors.New("it cannot be deleted")
		}
		return s.Service.ForgetSaid(ctx, church, session)
	}
}

func (x *exchange) church(t *testing.T) uuid.UUID {
	t.Helper()
	id := x.NewChurch(t)
	onThePhone(t, x.Server, id, called)
	return id
}

func (x *exchange) service(call string) *callertest.Service {
	return &callertest.Service{Base: x.URL, Told: publicURL, Token: accountToken, Call: call, From: caller, To: called}
}

func (x *exchange) dial(t *testing.T, call string) *callertest.Caller {
	t.Helper()
	c, err := x.service(call).Dial(t.Context())
	chattest.Must(t, err)
	t.Cleanup(func() { _ = c.Drop() })
	return c
}

// hears sends something and gives what is said to it.
func hears(t *testing.T, c *callertest.Caller, said string) string {
	t.Helper()
	chattest.Must(t, c.Say(t.Context(), said))
	return listen(t, c)
}

func listen(t *testing.T, c *callertest.Caller) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
	defer cancel()
	heard, err := c.Hear(ctx)
	if err != nil {
		t.Fatalf("after %q: %v", heard, err)
	}
	return heard
}

// ends waits until the call is handed back, and gives the data.
func ends(t *testing.T, c *callertest.Caller) (said, handoff string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
	defer cancel()
	for {
		heard, err := c.Hear(ctx)
		said += heard
		if ended, ok := errors.AsType[*callertest.Ended](err); ok {
			return said, ended.HandoffData
		}
		chattest.Must(t, err)
	}
}

func TestACallIsAnsweredLikeAChat(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	if c.Greeting != "Thank you for calling Harbor Church. How can I help you? I am an AI assistant, and this call is written down for the church." {
		t.Errorf("the greeting is %q", c.Greeting)
	}
	if heard := hears(t, c, "What time is church on Sunday?"); !strings.Contains(heard, "nine in the morning") || strings.ContainsAny(heard, "*0123456789") {
		t.Errorf("tier 0 says %q", heard)
	}
	x.Upstream.Script(modeltest.Stream(modeltest.Text("The **blue** one"), modeltest.Text(", see [our page](https://x.example/a)"), modeltest.Text(" 🙂."), modeltest.Finish("stop"), modeltest.Done()))
	if heard := hears(t, c, chattest.ModelQuestion); heard != "The blue one, see our page." {
		t.Errorf("the model is read out as %q", heard)
	}
	chattest.Must(t, c.HangUp())
	messages := x.Messages(t, church, 4)
	if messages[0].Content != "What time is church on Sunday?" {
		t.Errorf("recorded is %+v", messages)
	}
	if from := <-x.answered; from != caller {
		t.Errorf("answered was %s", from)
	}
}

func TestNothingIsGivenToWhoCannotSign(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	good := x.service("CA1")
	for name, change := range map[string]func(*callertest.Service){
		"another token":                func(s *callertest.Service) { s.Token = "guessed" },
		"no token":                     func(s *callertest.Service) { s.Token = "" },
		"signed for where it listens":  func(s *callertest.Service) { s.Told = "" },
		"signed for another's address": func(s *callertest.Service) { s.Told = "https://evil.example" },
	} {
		forged := *good
		change(&forged)
		if answer, status, err := forged.Ring(t.Context()); status != http.StatusForbidden {
			t.Errorf("%s: a call gets %d %+v %v", name, status, answer, err)
		}
	}
	answer, _, err := good.Ring(t.Context())
	chattest.Must(t, err)
	forged := *good
	forged.Token = "guessed"
	for _, fields := range []url.Values{{"SessionStatus": {"failed"}}, {"HandoffData": {`{"reason":"transfer"}`}}} {
		if next, status, err := forged.Post(t.Context(), answer.Connect.Action, fields); status != http.StatusForbidden {
			t.Errorf("what comes after a call is told to who cannot sign: %d %+v %v", status, next, err)
		}
	}
	for name, change := range map[string]func(*callertest.Service, *callertest.Answer){
		"a forged signature": func(s *callertest.Service, _ *callertest.Answer) { s.Token = "guessed" },
		"another ticket": func(_ *callertest.Service, a *callertest.Answer) {
			a.Connect.Relay.URL = strings.Replace(a.Connect.Relay.URL, "/relay/", "/relay/A", 1)
		},
		"no ticket": func(_ *callertest.Service, a *callertest.Answer) {
			at := strings.Index(a.Connect.Relay.URL, "/relay/")
			a.Connect.Relay.URL = a.Connect.Relay.URL[:at] + "/relay/x"
		},
	} {
		forged, changed := *good, answer
		connect := *answer.Connect
		changed.Connect = &connect
		change(&forged, &changed)
		if _, err := forged.Connect(t.Context(), changed); err == nil || !strings.Contains(err.Error(), "status 403") {
			t.Errorf("%s: the socket says %v", name, err)
		}
	}
	// A socket that was opened for one call cannot become another's.
	other := *good
	other.Call = "CA2"
	c, err := other.Connect(t.Context(), answer)
	chattest.Must(t, err)
	if _, err := c.Next(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("another call's setup gets %v", err)
	}
}

func TestANumberThatIsNotAnsweredSaysSo(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	ring := func(to string) string {
		t.Helper()
		s := x.service("CA1")
		s.To = to
		answer, status, err := s.Ring(t.Context())
		chattest.Must(t, err)
		if status != http.StatusOK || answer.Hangup == nil || answer.Connect != nil {
			t.Errorf("%s gets %d %+v", to, status, answer)
		}
		return strings.Join(answer.Says, " ")
	}
	unknown := "This number is not in service. Please check it and call again. If a life is in danger, call your local emergency number. " +
		"Este número no está en servicio. Por favor, verifíquelo y vuelva a llamar. Si hay una vida en peligro, llame al número de emergencias de su país."
	for _, to := range []string{"+12075550199", "anonymous"} {
		if said := ring(to); said != unknown {
			t.Errorf("called at %s, which nobody has, it says %q", to, said)
		}
	}
	x.Exec(t, `update church_voice_agents set status = 'disabled' where church_id = $1`, church)
	chattest.Eventually(t, func() bool {
		snapshot, err := x.Churches.ByID(t.Context(), church)
		return err == nil && snapshot.Voice.Status == "disabled"
	})
	if said := ring(called); !strings.Contains(said, "Harbor Church does not take calls") || !strings.Contains(said, "two zero seven") || !strings.Contains(said, "nine, one, one") {
		t.Errorf("a closed line says %q", said)
	}
}

func TestWhoseSocketsAreAllLostIsToldWhomToCall(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	chattest.Must(t, c.Drop())
	c.Action = strings.Replace(c.Action, "again=0", "again=5", 1)
	answer, err := c.After(t.Context(), "")
	chattest.Must(t, err)
	if said := strings.Join(answer.Says, " "); len(answer.Says) != 1 || !strings.Contains(said, "there is a fault on the line") || !strings.Contains(said, "nine, one, one") {
		t.Errorf("it says %q", answer.Says)
	}
}

func TestAmountsAreSaidInTheChurchsCurrency(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	x.Exec(t, `update churches set country = 'MX' where id = $1`, church)
	chattest.Eventually(t, func() bool {
		snapshot, err := x.Churches.ByID(t.Context(), church)
		return err == nil && snapshot.Address.Country == "MX"
	})
	c := x.dial(t, "CA1")
	x.Upstream.Script(modeltest.Reply("Camp is $500."))
	if heard := hears(t, c, chattest.ModelQuestion); heard != "Camp is five hundred pesos." {
		t.Errorf("it says %q", heard)
	}
}

// A church whose office number is answered here tells nobody to call it as if it were another.
func TestNobodyIsToldToCallTheNumberThatTheyAreCalling(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	x.Exec(t, `update churches set phone = '(207) 555-0145' where id = $1`, church)
	chattest.Eventually(t, func() bool {
		snapshot, err := x.Churches.ByID(t.Context(), church)
		return err == nil && snapshot.Phone == "(207) 555-0145"
	})
	c := x.dial(t, "CA1")
	x.Upstream.Script(modeltest.Reply("Please call the office at (207) 555-0145."))
	if heard := hears(t, c, chattest.ModelQuestion); heard != "Please call the office at this number." {
		t.Errorf("it says %q", heard)
	}
}

func TestSpeakingIntoAnAnswerStopsTheModel(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	x.Upstream.Script(chattest.Held(release, 3, "One ", "two ", "three ", "four ", "five."))
	chattest.Must(t, c.Say(t.Context(), chattest.ModelQuestion))
	heard := ""
	for !strings.Contains(heard, "three") {
		m, err := c.Next(t.Context())
		chattest.Must(t, err)
		heard += m.Token
	}
	chattest.Must(t, c.Interrupt(t.Context(), "One"))
	messages := x.Messages(t, church, 2) // the model was stopped, for the record came although the rest is still held
	if messages[1].Outcome == nil || *messages[1].Outcome != "stopped" || strings.Contains(messages[1].Content, "four") {
		t.Errorf("recorded is %+v", messages[1])
	}
	if heard := hears(t, c, "What time is church on Sunday?"); strings.Contains(heard, "four") || !strings.Contains(heard, "nine in the morning") {
		t.Errorf("after that is heard %q", heard)
	}
}

// Who asks what was just said does not mean the answer before it.
func TestAnAnswerThatIsSpokenIntoIsTheOneThatIsRepeated(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	x.Upstream.Script(chattest.Held(release, 3, "One ", "two ", "three ", "four ", "five."))
	chattest.Must(t, c.Say(t.Context(), chattest.ModelQuestion))
	heard := ""
	for !strings.Contains(heard, "three") {
		m, err := c.Next(t.Context())
		chattest.Must(t, err)
		heard += m.Token
	}
	chattest.Must(t, c.Interrupt(t.Context(), "One two"))
	if again := hears(t, c, "Sorry, what?"); again != heard+"." {
		t.Errorf("of %q is repeated %q", heard, again)
	}
}

func TestOnlyTheWholeOfWhatWasSaidIsAnswered(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	for _, part := range []string{"What", "What time is", "What time is church on Monday"} {
		chattest.Must(t, c.Send(t.Context(), map[string]any{"type": "prompt", "voicePrompt": part, "lang": "en-US", "last": false}))
	}
	if heard := hears(t, c, "What time is church on Sunday?"); !strings.Contains(heard, "Sunday") {
		t.Errorf("heard is %q", heard)
	}
	x.Messages(t, church, 2)
}

func TestALongAnswerIsToldInPortions(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	x.Upstream.Script(modeltest.Stream(modeltest.Text("First comes this one. Second comes that one. Third is another. Fourth is the next one. Fifth is the last of all."), modeltest.Finish("stop"), modeltest.Done()))
	if heard := hears(t, c, chattest.ModelQuestion); heard != "First comes this one. Second comes that one. Would you like to hear more?" {
		t.Errorf("heard is %q", heard)
	}
	if heard := hears(t, c, "Yes, please."); heard != "Third is another. Fourth is the next one. Fifth is the last of all." {
		t.Errorf("the rest is %q", heard)
	}
}

// What a caller wants passed on is read out to them, and passed on when they say yes.
func TestACallerIsAskedAloudAndSaysYes(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	requests := func() int { return x.Count(t, `select count(*) from visitor_requests where church_id = $1`, church) }
	prayer := modeltest.Stream(modeltest.Text("I am so sorry. That is hard. I will be glad to help. "), modeltest.ToolDelta(0, "call_1", "submit_prayer_request",
		`{"request":"my mother Ruth, she has surgery on Monday","name":"Ann"}`), modeltest.Finish("tool_calls"), modeltest.Done())
	for _, answer := range []struct {
		said, heard string
		requests    int
	}{{"No.", "All right: nothing was passed on.", 0}, {"Yes.", "Your prayer request was passed on.", 1}} {
		x.Upstream.Script(prayer)
		heard := hears(t, c, "Please pray for my mother Ruth, she has surgery on Monday. I am Ann.")
		for _, words := range []string{"I will be glad to help.", "Your prayer request.", "my mother Ruth, she has surgery on Monday.", "Ann.", "Shall I pass this on to Harbor Church? Please say yes or no."} {
			if !strings.Contains(heard, words) {
				t.Errorf("%q is not said: %s", words, heard)
			}
		}
		if heard := hears(t, c, answer.said); heard != answer.heard || requests() != answer.requests {
			t.Errorf("%s: heard is %q, %d requests", answer.said, heard, requests())
		}
	}
}

func TestACallerMayPressKeysAndChangeTheLanguage(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	for _, step := range []struct{ key, said string }{
		{"2", "¿En qué puedo ayudarle?"}, {"0", "Nadie puede atender"}, {"*", "Nadie puede atender"}, {"1", "How can I help you?"}, {"7", "Press zero"},
	} {
		chattest.Must(t, c.Press(t.Context(), step.key))
		if heard := listen(t, c); !strings.Contains(heard, step.said) {
			t.Errorf("key %s says %q", step.key, heard)
		}
	}
	if heard := hears(t, c, "¿A qué hora es el culto del domingo?"); !strings.Contains(heard, "nueve de la mañana") {
		t.Errorf("in Spanish is heard %q", heard)
	}
}

// Who speaks the other language cannot know of the key before somebody tells them in it.
func TestACallBeginsWithTheKeyOfTheOtherLanguage(t *testing.T) {
	t.Parallel()
	for language, offer := range map[string]string{"en": "Para español, oprima dos.", "es": "For English, press one."} {
		x := newExchange(t, nil)
		x.Exec(t, `update churches set language = $2 where id = $1`, x.church(t), language)
		if c := x.dial(t, "CA1"); strings.TrimSpace(c.Offer) != offer {
			t.Errorf("in %s a call begins with %q and %q", language, c.Greeting, c.Offer)
		}
	}
}

func TestNobodyIsAskedWhetherTheyAreThereWhileTheyAreGreeted(t *testing.T) {
	t.Parallel()
	const pace = 50 * time.Millisecond
	x := newExchange(t, func(c *relay.Config) { c.Silence, c.Pace = 50*time.Millisecond, pace })
	x.church(t)
	began := time.Now()
	c := x.dial(t, "CA1")
	m, err := c.Next(t.Context())
	chattest.Must(t, err)
	greeting := pace * time.Duration(len(strings.Fields(c.Greeting)))
	if waited := time.Since(began); m.Token != "Are you still there?" || waited < greeting {
		t.Errorf("%q is said after %v; the greeting takes %v", m.Token, waited, greeting)
	}
}

func TestSilenceAndNoiseEndACallKindly(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.Silence = 20 * time.Millisecond })
	x.church(t)
	said, handoff := ends(t, x.dial(t, "CA1"))
	if !strings.HasPrefix(said, "Are you still there?Are you still there?I cannot hear you") || handoff != `{"reason":"silence"}` {
		t.Errorf("silence hears %q, %s", said, handoff)
	}

	noise := newExchange(t, nil)
	noise.church(t)
	c := noise.dial(t, "CA2")
	for _, want := range []string{"did not catch", "did not catch"} {
		if heard := hears(t, c, " ... "); !strings.Contains(heard, want) {
			t.Errorf("noise hears %q", heard)
		}
	}
	chattest.Must(t, c.Say(t.Context(), ""))
	if said, handoff := ends(t, c); !strings.Contains(said, "cannot hear you well") || handoff != `{"reason":"unclear"}` {
		t.Errorf("at last noise hears %q, %s", said, handoff)
	}
}

func TestTenBadMessagesInARowEndTheCallInPeace(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	bad := []string{`{`, `[]`, `"x"`, `{"type":7}`, `{"kind":"prompt"}`, `{"type":"unheard-of"}`, ``, `null`, `{"type":"prompt","voicePrompt":{}}`}
	send := func(text string) { chattest.Must(t, c.Raw(t.Context(), websocket.MessageText, []byte(text))) }
	for _, text := range bad {
		send(text)
	}
	if heard := hears(t, c, "What time is church on Sunday?"); !strings.Contains(heard, "nine") {
		t.Errorf("after nine is heard %q", heard)
	}
	for _, text := range bad {
		send(text)
	}
	chattest.Must(t, c.Raw(t.Context(), websocket.MessageBinary, []byte{1, 2, 3}))
	if said, handoff := ends(t, c); !strings.Contains(said, "fault on the line") || handoff != `{"reason":"confused"}` {
		t.Errorf("after ten is heard %q, %s", said, handoff)
	}
}

func TestACallWhoseSocketIsLostGoesOn(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	chattest.Must(t, c.Drop())
	answer, err := c.After(t.Context(), "")
	chattest.Must(t, err)
	if answer.Connect == nil || !strings.Contains(answer.Connect.Relay.Greeting, "cut off") || answer.Connect.Relay.Voice != c.Voice {
		t.Fatalf("a lost call is told %+v", answer)
	}
	again, err := c.Service.Connect(t.Context(), answer)
	chattest.Must(t, err)
	t.Cleanup(func() { _ = again.Drop() })
	hears(t, again, "Where do I park?")
	x.Messages(t, church, 4)
	if conversations := x.Count(t, `select count(*) from conversations where church_id = $1`, church); conversations != 1 {
		t.Errorf("the call has become %d conversations", conversations)
	}
	gone, err := again.After(t.Context(), `{"reason":"goodbye"}`)
	chattest.Must(t, err)
	if gone.Hangup == nil || gone.Connect != nil {
		t.Errorf("after a farewell the service is told %+v", gone)
	}
}

func TestOneCallNeverHearsAnothersWords(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 50 })
	x.church(t)
	// What the model says to a call is that call's own word, again and again: answers stream beside each other.
	x.Upstream.Default(modeltest.Echo(func(asked modeltest.ChatRequest) []string {
		mine := regexp.MustCompile(`pew number [a-z]+`).FindAllString(string(asked.Body), -1)
		if len(mine) == 0 {
			return []string{"Nobody asked."}
		}
		return slices.Repeat([]string{strings.TrimPrefix(mine[len(mine)-1], "pew number ") + " "}, 12)
	}).Every(5 * time.Millisecond))
	const calls = 16
	var talking sync.WaitGroup
	for i := range calls {
		name := strings.Repeat(string(rune('a'+i)), 4)
		c := x.dial(t, "CA"+name)
		talking.Go(func() {
			defer c.HangUp()
			for range 2 {
				if err := c.Say(t.Context(), "Which hymnal stands in pew number "+name+"?"); err != nil {
					t.Error(err)
					return
				}
				said, err := c.Hear(t.Context())
				if words := strings.Fields(strings.TrimRight(said, ".")); err != nil || len(words) != 12 || slices.ContainsFunc(words, func(w string) bool { return w != name }) {
					t.Errorf("%s hears %q, %v", name, said, err)
				}
			}
		})
	}
	talking.Wait()
}

func TestACallerWhoIsOnTheLineTooOftenIsToldSo(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 1 })
	x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	answer, _, err := x.service("CA2").Ring(t.Context())
	chattest.Must(t, err)
	if answer.Connect != nil || !strings.Contains(strings.Join(answer.Says, " "), "are in use. Please call again in a few minutes. If you are in danger or thinking of ending your life, call nine, eight, eight, or nine, one, one.") {
		t.Errorf("the second call gets %+v", answer)
	}
	chattest.Must(t, c.HangUp())
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	hears(t, x.dial(t, "CA3"), "What time is church on Sunday?")
}

// A model is asked for two short sentences without addresses in a call, and not on a page: neither is given the other's answer.
func TestWhatIsHeardAndWhatIsReadIsKeptApart(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 10 })
	id := x.church(t)
	read := func(session uuid.UUID) string {
		return x.Ask(t, id, chattest.Question{Message: chattest.ModelQuestion, Session: session}).Text()
	}
	x.Upstream.Script(modeltest.Reply("Written."), modeltest.Reply("Spoken."))
	for i := range 2 {
		if text := read(uuid.New()); text != "Written." {
			t.Errorf("read is %q", text)
		}
		if i == 0 {
			x.WaitIdle(t)
		}
	}
	for _, call := range []string{"CA1", "CA2"} {
		if heard := hears(t, x.dial(t, call), chattest.ModelQuestion); !strings.Contains(heard, "Spoken.") {
			t.Errorf("heard is %q", heard)
		}
		x.WaitIdle(t)
	}
	if asked := len(x.Upstream.Chats()); asked != 2 {
		t.Errorf("the model was asked %d times", asked)
	}
}
