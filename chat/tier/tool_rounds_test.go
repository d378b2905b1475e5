package tier_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/prompt"
	"narthex/cmd/dev/stack"
)

const (
	askPrayer  = "Please pray for my mother Ruth, she has surgery on Monday"
	prayerDone = "Your prayer request was passed on."
	// What is done at once is done within the turn.
	askPastor  = "I need to speak with a pastor about my mother Ruth, she has surgery on Monday"
	pastorDone = "The pastor is being told."
)

// reach is a model that reaches the pastor.
func reach() modeltest.Behaviour {
	return modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "escalate_to_pastor", Arguments: `{"reason":"my mother Ruth, she has surgery on Monday"}`})
}

// prayer is a model that wants a prayer request passed on.
func prayer() modeltest.Behaviour {
	return modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "submit_prayer_request", Arguments: `{"request":"my mother Ruth, she has surgery on Monday"}`})
}

func calling(name, arguments string) modeltest.Behaviour {
	return modeltest.Call(modeltest.ToolCall{ID: "call_" + name, Name: name, Arguments: arguments})
}

// toolEvents writes what a stream says of tools: "name status: summary".
func toolEvents(events chattest.Events) (all []string) {
	for _, e := range events {
		if e.Name == "tool" {
			all = append(all, fmt.Sprintf("%v %v: %v", e.Data["name"], e.Data["status"], e.Data["summary"]))
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

func countRequests(t testing.TB, server *chattest.Server, churchID uuid.UUID) int {
	t.Helper()
	return server.Count(t, `select count(*) from visitor_requests where church_id = $1`, churchID)
}

// newOpenChurch stores a church that takes what visitors ask for.
func newOpenChurch(t testing.TB, server *chattest.Server) uuid.UUID {
	t.Helper()
	churchID := server.NewChurch(t)
	server.Exec(t, `insert into church_voice_agents (church_id) values ($1)`, churchID)
	return churchID
}

func newEvent(t testing.TB, server *chattest.Server, churchID uuid.UUID, title string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	server.Exec(t, `insert into events (id, church_id, title, starts_at, takes_registrations) values ($1, $2, $3, now() + interval '3 days', true)`, id, churchID, title)
	return id
}

// What a visitor wants passed on is passed on when they have said yes, with a button or in words, and the model is not asked for that.
func TestAPrayerRequestIsPassedOnWhenTheVisitorSaysYes(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	for name, test := range map[string]struct {
		message, said, question, yes string
		shown                        []string
		done                         string
	}{
		"in English": {askPrayer, "my mother Ruth, she has surgery on Monday", "Shall I pass this on to Harbor Church?", "Yes, please", []string{
			"submit_prayer_request running: Passing on your prayer request…", "submit_prayer_request confirm: Your prayer request"}, prayerDone},
		"in Spanish": {"Por favor oren por mi madre Ruth, la operan el lunes", "mi madre Ruth, la operan el lunes", "¿Lo hago llegar a Harbor Church?", "Sí", []string{
			"submit_prayer_request running: Enviando su petición de oración…", "submit_prayer_request confirm: Su petición de oración"}, "Su petición de oración fue enviada."},
		"with a button": {askPrayer, "my mother Ruth, she has surgery on Monday", "Shall I pass this on to Harbor Church?", "", []string{
			"submit_prayer_request running: Passing on your prayer request…", "submit_prayer_request confirm: Your prayer request"}, prayerDone},
	} {
		t.Run(name, func(t *testing.T) {
			churchID, session := newOpenChurch(t, server), uuid.New()
			before, notices := len(server.Upstream.Chats()), len(server.Notices.All())
			server.Upstream.Script(modeltest.Stream(modeltest.Text("I am so sorry. "), modeltest.ToolDelta(0, "call_1", "submit_prayer_request", `{"request":"`+test.said+`"}`), modeltest.Finish("tool_calls"), modeltest.Done()))
			events := server.Ask(t, churchID, chattest.Question{Message: test.message, Session: session})
			if got := toolEvents(events); !slices.Equal(got, test.shown) {
				t.Errorf("shown is %q", got)
			}
			if got := events.Text(); got != "I am so sorry. \n\n"+test.question && got != "I am so sorry.\n\n"+test.question {
				t.Errorf("said is %q", got)
			}
			if fields := fmt.Sprint(events.Asked()[0].Data["fields"]); !strings.Contains(fields, test.said) {
				t.Errorf("on the card is %s", fields)
			}
			if countRequests(t, server, churchID) != 0 || len(server.Notices.All()) != notices {
				t.Error("it is passed on before a yes")
			}
			if again := server.Resume(t, churchID, session, events[0].Data["turnId"].(string), 0); !slices.Equal(toolEvents(again), test.shown) {
				t.Errorf("read again it shows %q", toolEvents(again))
			}
			if test.yes == "" {
				for range 2 {
					if became := server.Confirm(t, churchID, events, true); became[0].Status != "done" || became[0].Summary != test.done {
						t.Errorf("%+v", became)
					}
				}
			} else if answered := server.Ask(t, churchID, chattest.Question{Message: test.yes, Session: session}); answered.Text() != test.done || reason(answered) != chat.ReasonConfirmed ||
				!slices.Equal(toolEvents(answered), []string{"submit_prayer_request done: " + test.done}) {
				t.Errorf("%v", answered)
			}
			if asked := server.Upstream.Chats()[before:]; len(asked) != 1 || len(asked[0].Tools) == 0 {
				t.Errorf("%d requests to the model", len(asked))
			}
			if countRequests(t, server, churchID) != 1 {
				t.Errorf("%d requests are stored", countRequests(t, server, churchID))
			}
			told := server.Notices.All()
			if notice := told[len(told)-1]; len(told) != notices+1 || notice.ChurchID != churchID || notice.Kind != "prayer" || !strings.Contains(fmt.Sprint(notice.Lines), test.said) {
				t.Errorf("the church is told %+v", notice)
			}
		})
	}
}

// A visitor who asks something besides is answered that, and the same wish is not asked about once more for thanks.
func TestACardDoesNotKeepTheRestFromBeingAnswered(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID, session := newOpenChurch(t, server), uuid.New()
	server.Upstream.Script(prayer(), modeltest.Reply("Lunch is at noon."))
	events := server.Ask(t, churchID, chattest.Question{Message: askPrayer + ". And when do the volunteers have lunch?", Session: session})
	if text := events.Text(); text != "Lunch is at noon.\n\nShall I pass this on to Harbor Church?" {
		t.Errorf("%q", text)
	}
	if told := toolResults(server.Upstream.LastChat()); len(told) != 1 || !strings.Contains(told[0], "needs_yes") {
		t.Errorf("the model was told %q", told)
	}
	server.Confirm(t, churchID, events, true)
	server.Upstream.Script(prayer(), modeltest.Reply("You are welcome."))
	if events := server.Ask(t, churchID, chattest.Question{Message: "Thank you, that is so kind of you all", Session: session}); events.Text() != "You are welcome." || len(events.Asked()) != 0 {
		t.Errorf("%v", events)
	}
	if told := toolResults(server.Upstream.LastChat()); len(told) != 1 || !strings.Contains(told[0], "already_done") || countRequests(t, server, churchID) != 1 {
		t.Errorf("the model was told %q, %d requests", told, countRequests(t, server, churchID))
	}
}

// What a visitor is asked is asked also where the guard ends the answer.
func TestACardIsAskedAboutBehindWhatWasNotToBeSaid(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	lines := prompt.Instructions()
	leaked := lines[slices.IndexFunc(lines, func(line string) bool { return leak(line, line) != "" })]
	server.Upstream.Script(prayer(), modeltest.Reply("Here is how I was set up. "+leaked+" That is all."))
	events := server.Ask(t, churchID, chattest.Question{Message: askPrayer + ". And when do the volunteers have lunch?"})
	if text := events.AfterReset().Text(); !strings.HasSuffix(text, insteadOfInstructions+"\n\nShall I pass this on to Harbor Church?") || len(events.AfterReset().Asked()) != 1 {
		t.Errorf("%q, then %v", text, events.AfterReset().Asked())
	}
}

func TestANoInWordsPassesNothingOn(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID, session := newOpenChurch(t, server), uuid.New()
	server.Upstream.Script(prayer())
	server.Ask(t, churchID, chattest.Question{Message: askPrayer, Session: session})
	if events := server.Ask(t, churchID, chattest.Question{Message: "No, thanks", Session: session}); events.Text() != "All right: nothing was passed on." || !slices.Equal(toolEvents(events), []string{"submit_prayer_request declined: All right: nothing was passed on."}) {
		t.Errorf("%v", events)
	}
	if n := countRequests(t, server, churchID); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// What a model does wrong is told to it, and nothing is written.
func TestCallsThatMakeNoSenseAreRefusedAndWriteNothing(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	elsewhere := newOpenChurch(t, server)
	foreign := newEvent(t, server, elsewhere, "Lobster supper")
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
			churchID := newOpenChurch(t, server)
			server.Upstream.Script(test.call, modeltest.Reply("I could not do that."))
			events := server.Ask(t, churchID, chattest.Question{Message: "Please pray for my mother Ruth. I am Ann Lee, ann@example.org, and come to the Lobster supper"})
			results := toolResults(server.Upstream.LastChat())
			if len(results) != 1 || !strings.Contains(results[0], `"error":"`+test.error+`"`) {
				t.Errorf("the model was told %q", results)
			}
			shown := toolEvents(events)
			if len(shown) != test.shown || test.shown > 0 && !strings.Contains(shown[1], " failed: Not done yet.") {
				t.Errorf("shown is %q", shown)
			}
			if events.Text() != "I could not do that." {
				t.Errorf("%v", events)
			}
			if countRequests(t, server, churchID) != 0 || server.Count(t, `select count(*) from event_registrations`) != 0 || len(server.Notices.All()) != 0 {
				t.Errorf("something was written, or told: %v", server.Notices.All())
			}
		})
	}
}

func TestTheSameCallTwiceInATurnWritesOnce(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	server.Upstream.Script(reach(), reach(), modeltest.Reply("Done."))
	events := server.Ask(t, churchID, chattest.Question{Message: askPastor})
	results := toolResults(server.Upstream.LastChat())
	if len(results) != 2 || !strings.Contains(results[1], `"error":"already_done"`) {
		t.Errorf("the model was told %q", results)
	}
	if countRequests(t, server, churchID) != 1 || len(server.Notices.All()) != 1 {
		t.Errorf("%d requests, notices %v", countRequests(t, server, churchID), server.Notices.All())
	}
	if events.Text() != "Done." {
		t.Errorf("%v", events)
	}
}

func TestAfterFourRoundsNoToolsAreOffered(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	rounds := []string{"get_service_times", "get_directions", "get_staff_directory", "list_events"}
	for _, name := range rounds {
		server.Upstream.Script(calling(name, `{}`))
	}
	server.Upstream.Script(modeltest.Reply("That is all I know."))
	events := server.Ask(t, churchID, chattest.Question{Message: "Tell me of everything that happens around here and who does it"})
	asked := server.Upstream.Chats()
	if len(asked) != 5 {
		t.Fatalf("the model was asked %d times: %v", len(asked), events)
	}
	for i, request := range asked {
		if offered := len(request.Tools) > 0; offered != (i < 4) {
			t.Errorf("request %d offers %d tools", i+1, len(request.Tools))
		}
	}
	if len(toolEvents(events)) != 8 || events.Text() != "That is all I know." {
		t.Errorf("%v", events)
	}
}

// A model that goes on calling although it is offered nothing must not keep a turn busy, nor lose what was said and done.
func TestAModelThatNeverStopsCallingIsBroughtToAnEnd(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	server.Upstream.Script(reach())
	server.Upstream.Default(calling("get_service_times", `{}`))
	events := server.Ask(t, churchID, chattest.Question{Message: askPastor})
	if asked := len(server.Upstream.Chats()); asked > 5 {
		t.Errorf("the model was asked %d times", asked)
	}
	if last := events[len(events)-1]; last.Name != "done" || !strings.Contains(events.Text(), pastorDone) {
		t.Errorf("the visitor was told %q, then %v", events.Text(), last)
	}
	if countRequests(t, server, churchID) != 1 {
		t.Errorf("%d requests are stored", countRequests(t, server, churchID))
	}
}

func TestAVisitorIsToldWhatWasDoneWhenTheModelDies(t *testing.T) {
	server := chattest.NewServer(t, chattest.Impatient)
	for name, test := range map[string]struct {
		death modeltest.Behaviour
		told  string
	}{
		"before a word":        {modeltest.Stream(modeltest.Cut()), pastorDone},
		"refusing":             {modeltest.Status(500), pastorDone},
		"in the middle":        {modeltest.Stream(modeltest.Text("I have pas"), modeltest.Cut()), "I have pas\n\n" + pastorDone},
		"without a word":       {modeltest.Stream(modeltest.Finish("stop"), modeltest.Done()), pastorDone},
		"with another call":    {modeltest.Stream(modeltest.ToolDelta(0, "x", "get_service_times", `{`), modeltest.Cut()), pastorDone},
		"saying nothing ever":  {modeltest.Stream(modeltest.Silence()), pastorDone},
		"in a forbidden start": {modeltest.Stream(modeltest.Text("Well. Purga"), modeltest.Cut()), "Well. Purga\n\n" + pastorDone},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := newOpenChurch(t, server)
			server.Upstream.Script(reach(), test.death)
			events := server.Ask(t, churchID, chattest.Question{Message: askPastor})
			if last := events[len(events)-1]; last.Name != "done" || events.Text() != test.told {
				t.Errorf("the visitor was told %q, then %v", events.Text(), last)
			}
			if answer := server.Messages(t, churchID, 2)[1]; answer.Content != test.told || *answer.Outcome != "stop" {
				t.Errorf("stored %+v", answer)
			}
			if countRequests(t, server, churchID) != 1 {
				t.Errorf("%d requests are stored", countRequests(t, server, churchID))
			}
		})
	}
	t.Run("having done nothing", func(t *testing.T) {
		churchID := newOpenChurch(t, server)
		server.Upstream.Script(calling("get_service_times", `{}`), modeltest.Stream(modeltest.Cut()))
		events := server.Ask(t, churchID, chattest.Question{Message: "Is anything happening around here that newcomers enjoy?"})
		if last := events[len(events)-1]; last.Name != "error" {
			t.Errorf("%v", events)
		}
	})
}

// What a tool did is shown again when the words around it are taken back.
func TestWhatToolsDidIsKnownAlsoWhenASentenceIsTakenBack(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	server.Upstream.Script(reach(), modeltest.Reply("It is done. Some souls ", "rest in ", "purgatory", " now."), modeltest.Reply("She is in good hands."))
	events := server.Ask(t, churchID, chattest.Question{Message: askPastor})
	final := events.AfterReset()
	if final.Text() != "It is done. She is in good hands." || !slices.Equal(toolEvents(final), []string{"escalate_to_pastor done: " + pastorDone}) {
		t.Errorf("in the end there is %q with %q", final.Text(), toolEvents(final))
	}
	results := toolResults(server.Upstream.LastChat())
	if len(results) != 1 || countRequests(t, server, churchID) != 1 {
		t.Errorf("%d results, %d requests", len(results), countRequests(t, server, churchID))
	}
}

// A term may be said up to the moment when a tool is called, or around it.
func TestAForbiddenTermBesideACallIsNeverSeen(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	call := modeltest.ToolDelta(0, "call_1", "escalate_to_pastor", `{"reason":"my mother Ruth"}`)
	for before, after := range map[string]string{
		"Purgatory": "", "Well. There is purgatory": "", "There is purgatory. ": "",
		"Name it and": "claim it! It is done.", "Well.": "Purgatory",
	} {
		t.Run(before, func(t *testing.T) {
			server.Upstream.Default(modeltest.Reply("They will pray."))
			server.Upstream.Script(modeltest.Stream(modeltest.Text(before), call, modeltest.Finish("tool_calls"), modeltest.Done()))
			if after != "" { // before the call nothing was wrong
				server.Upstream.Script(modeltest.Reply(after))
			}
			events := server.Ask(t, churchID, chattest.Question{Message: askPastor})
			for _, version := range versions(events) {
				if words := plainWords(version); strings.Contains(words, " purgatory") || strings.Contains(words, " name it and claim it") {
					t.Errorf("seen is %q", version)
				}
			}
			if final := events.AfterReset().Text(); !strings.HasSuffix(final, "They will pray.") {
				t.Errorf("in the end there is %q: %v", final, events)
			}
		})
	}
}

func TestAnAnswerWithToolsIsForOneVisitorAlone(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	release := make(chan struct{})
	const asked = "Which suppers does the parish hall see this month?"
	speaking := modeltest.Stream(modeltest.Text("Let me look. "), modeltest.Hold(release),
		modeltest.ToolDelta(0, "call_1", "list_events", `{}`), modeltest.Finish("tool_calls"), modeltest.Done())
	server.Upstream.Script(speaking)
	server.Upstream.Default(modeltest.Echo(func(request modeltest.ChatRequest) []string {
		if len(toolResults(request)) > 0 {
			return []string{"For the first visitor."}
		}
		return []string{"For another visitor."}
	}))
	leader := server.Stream(t, churchID, chattest.Question{Message: asked})
	seenByLeader := leader.Until(t, "Let me look. ")
	listener := server.Stream(t, churchID, chattest.Question{Message: asked})
	seen := listener.Until(t, "Let me look. ")
	if n := len(server.Upstream.Chats()); n != 1 {
		t.Fatalf("the model was asked %d times: nobody listens", n)
	}
	close(release)
	first, second := append(seenByLeader, leader.Rest(t)...), append(seen, listener.Rest(t)...)
	chattest.CheckStream(t, first)
	chattest.CheckStream(t, second)
	if !strings.HasSuffix(first.Text(), "For the first visitor.") || len(toolEvents(first)) != 2 {
		t.Errorf("the first was told %q: %q", first.Text(), toolEvents(first))
	}
	if got := second.AfterReset().Text(); got != "For another visitor." || len(toolEvents(second)) != 0 {
		t.Errorf("the other was told %q: %q", got, toolEvents(second))
	}
	server.Upstream.Script(calling("list_events", `{}`))
	other := newOpenChurch(t, server)
	if events := server.Ask(t, other, chattest.Question{Message: asked}); events.Text() != "For the first visitor." {
		t.Fatalf("%v", events)
	}
	if events := server.Ask(t, other, chattest.Question{Message: asked}); events.Tier() != 4 {
		t.Errorf("an answer with tools was cached: %v", events)
	}
}

// A node hands its turn over, or is cut off from the others, after a tool wrote and before the answer was whole.
func TestATurnThatIsTakenOverBetweenItsToolsWritesOnce(t *testing.T) {
	leave := map[string]func(server *chattest.Server, network *stack.Outage){
		"handed over": func(server *chattest.Server, _ *stack.Outage) {
			server.Service.Close()
			patience, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			server.Service.Finish(patience)
		},
		"cut off": func(_ *chattest.Server, network *stack.Outage) { network.Silence() },
	}
	for name, leave := range leave {
		t.Run(name, func(t *testing.T) {
			other := chattest.NewServer(t, chattest.Patient)
			var network *stack.Outage
			server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) {
				config.Beside = other
				config.RedisURL, network = stack.NewOutage(t, other.RedisURL)
			})
			t.Cleanup(network.Restore) // to end without an error, whatever it had left to store
			churchID, session := newOpenChurch(t, server), uuid.New()
			server.Upstream.Script(reach(), modeltest.Stream(modeltest.Text("They "), modeltest.Silence()), reach(), modeltest.Reply("They will pray."))
			live := server.Stream(t, churchID, chattest.Question{Message: askPastor, Session: session})
			seen := live.Until(t, "They ")
			if countRequests(t, server, churchID) != 1 {
				t.Fatal("nothing was written before")
			}
			leave(server, network)
			events := other.Resume(t, churchID, session, seen[0].Data["turnId"].(string), 0)
			chattest.CheckStream(t, events)
			final := events.AfterReset()
			if final.Text() != "They will pray." || !slices.Contains(toolEvents(final), "escalate_to_pastor done: "+pastorDone) {
				t.Errorf("%v", events)
			}
			if told := append(server.Notices.All(), other.Notices.All()...); countRequests(t, server, churchID) != 1 || len(told) != 1 {
				t.Errorf("%d requests, notices %+v", countRequests(t, server, churchID), told)
			}
			if answer := other.Messages(t, churchID, 2)[1]; answer.Content != "They will pray." {
				t.Errorf("stored %+v", answer)
			}
		})
	}
}
