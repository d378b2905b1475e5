package turns_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

const (
	askPrayer  = "Please pray for my mother Ruth, she has surgery on Monday"
	prayerDone = "Your prayer request was passed on."
)

// prayer is a model that passes a prayer request on.
func prayer() modeltest.Behaviour {
	return modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "submit_prayer_request", Arguments: `{"request":"my mother Ruth, she has surgery on Monday"}`})
}

func calling(name, arguments string) modeltest.Behaviour {
	return modeltest.Call(modeltest.ToolCall{ID: "call_" + name, Name: name, Arguments: arguments})
}

// toolEvents writes what a stream says of tools: "name status: summary".
func toolEvents(events []event) (all []string) {
	for _, e := range events {
		if e.name == "tool" {
			all = append(all, fmt.Sprintf("%v %v: %v", e.data["name"], e.data["status"], e.data["summary"]))
		}
	}
	return all
}

// toolResults are the results that the model was given in a request.
func toolResults(request modeltest.ChatRequest) (all []string) {
	for _, m := range request.Messages {
		if m.Role == "tool" {
			all = append(all, m.Content)
		}
	}
	return all
}

func (p *porch) count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	must(t, p.db.Admin.QueryRow(context.Background(), sql, args...).Scan(&n))
	return n
}

func (p *porch) requests(t testing.TB, churchID uuid.UUID) int {
	t.Helper()
	return p.count(t, `select count(*) from visitor_requests where church_id = $1`, churchID)
}

// newOpenChurch stores a church that takes what visitors ask for.
func (p *porch) newOpenChurch(t testing.TB) uuid.UUID {
	t.Helper()
	churchID := p.newChurch(t)
	p.exec(t, `insert into church_voice_agents (church_id) values ($1)`, churchID)
	return churchID
}

func (p *porch) newEvent(t testing.TB, churchID uuid.UUID, title string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	p.exec(t, `insert into events (id, church_id, title, starts_at, takes_registrations) values ($1, $2, $3, now() + interval '3 days', true)`, id, churchID, title)
	return id
}

func TestAPrayerRequestIsPassedOnInFrontOfTheVisitor(t *testing.T) {
	p := openPorch(t, patient)
	for name, test := range map[string]struct {
		message, said string
		shown         []string
	}{
		"in English": {askPrayer, "my mother Ruth, she has surgery on Monday", []string{
			"submit_prayer_request running: Passing on your prayer request…", "submit_prayer_request done: " + prayerDone}},
		"in Spanish": {"Por favor oren por mi madre Ruth, la operan el lunes", "mi madre Ruth, la operan el lunes", []string{
			"submit_prayer_request running: Enviando su petición de oración…", "submit_prayer_request done: Su petición de oración fue enviada."}},
	} {
		t.Run(name, func(t *testing.T) {
			churchID, session := p.newOpenChurch(t), uuid.New()
			before := len(p.upstream.Chats())
			p.upstream.Script(
				modeltest.Stream(modeltest.Text("One moment. "), modeltest.ToolDelta(0, "call_1", "submit_prayer_request", `{"request":"`+test.said+`"}`), modeltest.Finish("tool_calls"), modeltest.Done()),
				modeltest.Reply("They will ", "pray."))
			events := p.ask(t, churchID, question{message: test.message, session: session})
			if got := toolEvents(events); !slices.Equal(got, test.shown) {
				t.Errorf("shown is %q", got)
			}
			if got := text(events); got != "One moment. \n\nThey will pray." && got != "One moment.\n\nThey will pray." {
				t.Errorf("said is %q", got)
			}
			asked := p.upstream.Chats()[before:]
			if len(asked) != 2 || len(asked[0].Tools) == 0 || len(asked[1].Tools) != len(asked[0].Tools) {
				t.Fatalf("%d requests to the model", len(asked))
			}
			sent := asked[1].Messages
			call, result := sent[len(sent)-2], sent[len(sent)-1]
			if call.Role != "assistant" || len(call.ToolCalls) != 1 || call.ToolCalls[0].ID != "call_1" || strings.TrimSpace(call.Content) != "One moment." {
				t.Errorf("the call is told as %+v", call)
			}
			if result.Role != "tool" || result.ToolCallID != "call_1" || !strings.HasPrefix(result.Content, `<tool_result name="submit_prayer_request">`) || !strings.Contains(result.Content, `"ok":true`) {
				t.Errorf("the result is told as %+v", result)
			}
			if p.requests(t, churchID) != 1 {
				t.Errorf("%d requests are stored", p.requests(t, churchID))
			}
			told := p.notices.all()
			if notice := told[len(told)-1]; notice.ChurchID != churchID || notice.Kind != "prayer" || !strings.Contains(fmt.Sprint(notice.Lines), test.said) {
				t.Errorf("the church is told %+v", notice)
			}
			turn := events[0].data["turnId"].(string)
			if again := p.resume(t, churchID, session, turn, 0); !slices.Equal(toolEvents(again), test.shown) {
				t.Errorf("read again it shows %q", toolEvents(again))
			}
			p.messages(t, churchID, 2)
		})
	}
}

// What a model does wrong is told to it, and nothing is written.
func TestCallsThatMakeNoSenseAreRefusedAndWriteNothing(t *testing.T) {
	p := openPorch(t, patient)
	elsewhere := p.newOpenChurch(t)
	foreign := p.newEvent(t, elsewhere, "Lobster supper")
	for name, test := range map[string]struct {
		call  modeltest.Behaviour
		error string
		shown int
	}{
		"a tool that is not there":        {calling("transfer_money", `{"amount":100}`), "unknown_tool", 0},
		"a tool of a larger plan":         {calling("request_facility_use", `{"purpose":"a party"}`), "not_allowed", 0},
		"a tool of another agent":         {calling("get_giving_link", `{}`), "not_allowed", 0},
		"broken JSON":                     {calling("submit_prayer_request", `{"request":"my mother`), "invalid_arguments", 2},
		"an array":                        {calling("submit_prayer_request", `["my mother"]`), "invalid_arguments", 2},
		"nothing":                         {calling("submit_prayer_request", ``), "invalid_arguments", 2},
		"a church id of the model's own":  {calling("submit_prayer_request", `{"request":"my mother Ruth","church_id":"`+elsewhere.String()+`"}`), "invalid_arguments", 2},
		"what the visitor never said":     {calling("submit_prayer_request", `{"request":"a new boat for the treasurer"}`), "not_from_visitor", 2},
		"an address that nobody gave":     {calling("submit_prayer_request", `{"request":"my mother Ruth","email":"evil@example.org"}`), "not_from_visitor", 2},
		"another church's event, by id":   {calling("register_for_event", `{"event":"`+foreign.String()+`","name":"Ann Lee","email":"ann@example.org"}`), "not_found", 2},
		"another church's event, by name": {calling("register_for_event", `{"event":"Lobster supper","name":"Ann Lee","email":"ann@example.org"}`), "not_found", 2},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := p.newOpenChurch(t)
			p.upstream.Script(test.call, modeltest.Reply("I could not do that."))
			events := p.ask(t, churchID, question{message: "Please pray for my mother Ruth. I am Ann Lee, ann@example.org, and come to the Lobster supper"})
			results := toolResults(p.upstream.LastChat())
			if len(results) != 1 || !strings.Contains(results[0], `"error":"`+test.error+`"`) {
				t.Errorf("the model was told %q", results)
			}
			shown := toolEvents(events)
			if len(shown) != test.shown || test.shown > 0 && !strings.Contains(shown[1], " failed: Not done yet.") {
				t.Errorf("shown is %q", shown)
			}
			if text(events) != "I could not do that." {
				t.Errorf("%v", events)
			}
			if p.requests(t, churchID) != 0 || p.count(t, `select count(*) from event_registrations`) != 0 || len(p.notices.all()) != 0 {
				t.Errorf("something was written, or told: %v", p.notices.all())
			}
		})
	}
}

func TestTheSameCallTwiceInATurnWritesOnce(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	p.newEvent(t, churchID, "Lobster supper")
	register := calling("register_for_event", `{"event":"Lobster supper","name":"Ann Lee","email":"ann@example.org"}`)
	p.upstream.Script(prayer(), prayer(), register, register, modeltest.Reply("Done."))
	events := p.ask(t, churchID, question{message: askPrayer + ". And register me, Ann Lee, ann@example.org, for the Lobster supper"})
	results := toolResults(p.upstream.LastChat())
	if len(results) != 4 || !strings.Contains(results[1], `"error":"already_done"`) || !strings.Contains(results[3], `"error":"already_done"`) {
		t.Errorf("the model was told %q", results)
	}
	if p.requests(t, churchID) != 1 || p.count(t, `select count(*) from event_registrations where church_id = $1`, churchID) != 1 || len(p.notices.all()) != 2 {
		t.Errorf("%d requests, notices %v", p.requests(t, churchID), p.notices.all())
	}
	if text(events) != "Done." {
		t.Errorf("%v", events)
	}
}

func TestAfterFourRoundsNoToolsAreOffered(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	rounds := []string{"get_service_times", "get_directions", "get_staff_directory", "list_events"}
	for _, name := range rounds {
		p.upstream.Script(calling(name, `{}`))
	}
	p.upstream.Script(modeltest.Reply("That is all I know."))
	events := p.ask(t, churchID, question{message: "Tell me of everything that happens around here and who does it"})
	asked := p.upstream.Chats()
	if len(asked) != 5 {
		t.Fatalf("the model was asked %d times", len(asked))
	}
	for i, request := range asked {
		if offered := len(request.Tools) > 0; offered != (i < 4) {
			t.Errorf("request %d offers %d tools", i+1, len(request.Tools))
		}
	}
	if len(toolEvents(events)) != 8 || text(events) != "That is all I know." {
		t.Errorf("%v", events)
	}
}

// A model that goes on calling although it is offered nothing must not keep a turn busy, nor lose what was said and done.
func TestAModelThatNeverStopsCallingIsBroughtToAnEnd(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	p.upstream.Script(prayer())
	p.upstream.Default(calling("get_service_times", `{}`))
	events := p.ask(t, churchID, question{message: askPrayer})
	if asked := len(p.upstream.Chats()); asked > 5 {
		t.Errorf("the model was asked %d times", asked)
	}
	if last := events[len(events)-1]; last.name != "done" || !strings.Contains(text(events), prayerDone) {
		t.Errorf("the visitor was told %q, then %v", text(events), last)
	}
	if p.requests(t, churchID) != 1 {
		t.Errorf("%d requests are stored", p.requests(t, churchID))
	}
}

func TestAVisitorIsToldWhatWasDoneWhenTheModelDies(t *testing.T) {
	p := openPorch(t, impatient)
	for name, test := range map[string]struct {
		death modeltest.Behaviour
		told  string
	}{
		"before a word":        {modeltest.Stream(modeltest.Cut()), prayerDone},
		"refusing":             {modeltest.Status(500), prayerDone},
		"in the middle":        {modeltest.Stream(modeltest.Text("I have pas"), modeltest.Cut()), "I have pas\n\n" + prayerDone},
		"without a word":       {modeltest.Stream(modeltest.Finish("stop"), modeltest.Done()), prayerDone},
		"with another call":    {modeltest.Stream(modeltest.ToolDelta(0, "x", "get_service_times", `{`), modeltest.Cut()), prayerDone},
		"saying nothing ever":  {modeltest.Stream(modeltest.Silence()), prayerDone},
		"in a forbidden start": {modeltest.Stream(modeltest.Text("Well. Purga"), modeltest.Cut()), "Well. Purga\n\n" + prayerDone},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := p.newOpenChurch(t)
			p.upstream.Script(prayer(), test.death)
			events := p.ask(t, churchID, question{message: askPrayer})
			if last := events[len(events)-1]; last.name != "done" || text(events) != test.told {
				t.Errorf("the visitor was told %q, then %v", text(events), last)
			}
			if answer := p.messages(t, churchID, 2)[1]; answer.Content != test.told || *answer.Outcome != "stop" {
				t.Errorf("stored %+v", answer)
			}
			if p.requests(t, churchID) != 1 {
				t.Errorf("%d requests are stored", p.requests(t, churchID))
			}
		})
	}
	t.Run("having done nothing", func(t *testing.T) {
		churchID := p.newOpenChurch(t)
		p.upstream.Script(calling("get_service_times", `{}`), modeltest.Stream(modeltest.Cut()))
		events := p.ask(t, churchID, question{message: "Is anything happening around here that newcomers enjoy?"})
		if last := events[len(events)-1]; last.name != "error" {
			t.Errorf("%v", events)
		}
	})
}

// What a tool did is shown again when the words around it are taken back.
func TestWhatToolsDidIsKnownAlsoWhenASentenceIsTakenBack(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.doctrinalChurch(t)
	p.upstream.Script(prayer(), modeltest.Reply("It is done. Some souls ", "rest in ", "purgatory", " now."), modeltest.Reply("She is in good hands."))
	events := p.ask(t, churchID, question{message: askPrayer})
	final := afterReset(events)
	if text(final) != "It is done. She is in good hands." || !slices.Equal(toolEvents(final), []string{"submit_prayer_request done: " + prayerDone}) {
		t.Errorf("in the end there is %q with %q", text(final), toolEvents(final))
	}
	results := toolResults(p.upstream.LastChat())
	if len(results) != 1 || p.requests(t, churchID) != 1 {
		t.Errorf("%d results, %d requests", len(results), p.requests(t, churchID))
	}
}

// A term may be said up to the moment when a tool is called, or around it.
func TestAForbiddenTermBesideACallIsNeverSeen(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.doctrinalChurch(t)
	call := modeltest.ToolDelta(0, "call_1", "submit_prayer_request", `{"request":"my mother Ruth"}`)
	for before, after := range map[string]string{
		"Purgatory": "", "Well. There is purgatory": "", "There is purgatory. ": "",
		"Name it and": "claim it! It is done.", "Well.": "Purgatory",
	} {
		t.Run(before, func(t *testing.T) {
			p.upstream.Default(modeltest.Reply("They will pray."))
			p.upstream.Script(modeltest.Stream(modeltest.Text(before), call, modeltest.Finish("tool_calls"), modeltest.Done()))
			if after != "" { // before the call nothing was wrong
				p.upstream.Script(modeltest.Reply(after))
			}
			events := p.ask(t, churchID, question{message: askPrayer})
			for _, version := range versions(events) {
				if words := plainWords(version); strings.Contains(words, " purgatory") || strings.Contains(words, " name it and claim it") {
					t.Errorf("seen is %q", version)
				}
			}
			if final := text(afterReset(events)); !strings.HasSuffix(final, "They will pray.") {
				t.Errorf("in the end there is %q: %v", final, events)
			}
		})
	}
}

func TestAnAnswerWithToolsIsForOneVisitorAlone(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	release := make(chan struct{})
	const asked = "Which suppers does the parish hall see this month?"
	speaking := modeltest.Stream(modeltest.Text("Let me look. "), modeltest.Hold(release),
		modeltest.ToolDelta(0, "call_1", "list_events", `{}`), modeltest.Finish("tool_calls"), modeltest.Done())
	p.upstream.Script(speaking)
	p.upstream.Default(modeltest.Echo(func(request modeltest.ChatRequest) []string {
		if len(toolResults(request)) > 0 {
			return []string{"For the first visitor."}
		}
		return []string{"For another visitor."}
	}))
	leader := p.open(t, churchID, question{message: asked})
	seenByLeader := leader.until(t, "Let me look. ")
	listener := p.open(t, churchID, question{message: asked})
	seen := listener.until(t, "Let me look. ")
	if n := len(p.upstream.Chats()); n != 1 {
		t.Fatalf("the model was asked %d times: nobody listens", n)
	}
	close(release)
	first, second := append(seenByLeader, leader.rest(t)...), append(seen, listener.rest(t)...)
	checkStream(t, first)
	checkStream(t, second)
	if !strings.HasSuffix(text(first), "For the first visitor.") || len(toolEvents(first)) != 2 {
		t.Errorf("the first was told %q: %q", text(first), toolEvents(first))
	}
	if got := text(afterReset(second)); got != "For another visitor." || len(toolEvents(second)) != 0 {
		t.Errorf("the other was told %q: %q", got, toolEvents(second))
	}
	p.upstream.Script(calling("list_events", `{}`))
	other := p.newOpenChurch(t)
	if events := p.ask(t, other, question{message: asked}); text(events) != "For the first visitor." {
		t.Fatalf("%v", events)
	}
	if events := p.ask(t, other, question{message: asked}); tier(events) != 4 {
		t.Errorf("an answer with tools was cached: %v", events)
	}
}

// A node gives its turn away, or is cut off from the others, after a tool wrote and before the answer was whole.
func TestATurnThatIsTakenOverBetweenItsToolsWritesOnce(t *testing.T) {
	leave := map[string]func(p *porch, network *stack.Outage){
		"given away": func(p *porch, _ *stack.Outage) {
			p.service.Close()
			patience, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			p.service.Finish(patience)
		},
		"cut off": func(_ *porch, network *stack.Outage) { network.Silence() },
	}
	for name, leave := range leave {
		t.Run(name, func(t *testing.T) {
			other := openPorch(t, patient)
			var network *stack.Outage
			p := openPorch(t, patient, func(s *settings) {
				s.sharing = other
				s.redisURL, network = stack.NewOutage(t, other.redisURL)
			})
			churchID, session := p.newOpenChurch(t), uuid.New()
			p.upstream.Script(prayer(), modeltest.Stream(modeltest.Text("They "), modeltest.Silence()), prayer(), modeltest.Reply("They will pray."))
			live := p.open(t, churchID, question{message: askPrayer, session: session})
			seen := live.until(t, "They ")
			if p.requests(t, churchID) != 1 {
				t.Fatal("nothing was written before")
			}
			leave(p, network)
			events := other.resume(t, churchID, session, seen[0].data["turnId"].(string), 0)
			checkStream(t, events)
			final := afterReset(events)
			if text(final) != "They will pray." || !slices.Contains(toolEvents(final), "submit_prayer_request done: "+prayerDone) {
				t.Errorf("%v", events)
			}
			if told := append(p.notices.all(), other.notices.all()...); p.requests(t, churchID) != 1 || len(told) != 1 {
				t.Errorf("%d requests, notices %+v", p.requests(t, churchID), told)
			}
			if answer := other.messages(t, churchID, 2)[1]; answer.Content != "They will pray." {
				t.Errorf("stored %+v", answer)
			}
		})
	}
}
