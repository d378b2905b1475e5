package turns_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

// admitsOne has one message at work for each processor.
func admitsOne(c *chattest.Config) { c.Turns = turns.Config{Admitted: 1} }

// colours is what a church knows of its rooms, and what a model says of it.
const (
	colours = "The Blessing Room is painted blue every year, and nobody remembers why."
	blue    = "It is painted blue every year."
)

// sourcesOf are the titles of the sources of an answer.
func sourcesOf(events chattest.Events) (titles []string) {
	for _, event := range events {
		if event.Name == "sources" {
			for _, item := range event.Data["items"].([]any) {
				titles = append(titles, item.(map[string]any)["title"].(string))
			}
		}
	}
	return titles
}

func TestBeyondItsLimitANodeRefusesWhatItWouldLookUp(t *testing.T) {
	server := chattest.NewServer(t, admitsOne)
	churchID, session := server.NewChurch(t), uuid.New()
	server.AddKnowledge(t, churchID, "faq", "Can I bring my dog to church?", "Please leave your dog at home.", true)
	server.AddKnowledge(t, churchID, "document", "Rooms", colours, false)
	server.Upstream.Default(modeltest.Reply(blue))
	idle := server.Ask(t, churchID, chattest.Question{Message: chattest.SearchedQuestion + "9?"})
	if idle.Tier() != 4 || len(sourcesOf(idle)) == 0 {
		t.Fatalf("tier %d from %v", idle.Tier(), sourcesOf(idle))
	}
	server.WaitIdle(t)
	admitted, release := server.Overload(t, churchID)

	refused := chattest.Question{Message: chattest.ModelQuestion, Session: session, Client: uuid.New()}
	mustBeRefused(t, server, churchID, refused)
	mustBeRefused(t, server, churchID, chattest.Question{Message: "And what about the evening?"})

	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself tonight"}))
	for message, tier := range map[string]int{"What time is church on Sunday?": 0, "can I bring my dog to church": 1} {
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); events.Tier() != tier {
			t.Errorf("%s: tier %d", message, events.Tier())
		}
	}
	cared := []*chattest.Stream{
		server.Stream(t, churchID, chattest.Question{Message: "My mother died yesterday and I do not know how to go on without her"}),
		server.Stream(t, churchID, chattest.Question{Message: "Where do they meet on Mondays?", History: []chat.HistoryItem{{Role: "user", Content: "I want to kill myself tonight"}}}),
	}
	if counted := server.Counted(t, "narthex_overload_refused_total", ""); counted != 2 {
		t.Errorf("%v refused", counted)
	}
	if counted := server.Counted(t, "narthex_degradations_total", "overloaded"); counted != 2 {
		t.Errorf("%v told of", counted)
	}

	release()
	for _, stream := range admitted {
		events := stream.Rest(t)
		if events.Tier() != idle.Tier() || len(sourcesOf(events)) != len(sourcesOf(idle)) {
			t.Errorf("who was admitted is answered by tier %d from %v, and on an idle node by tier %d from %v", events.Tier(), sourcesOf(events), idle.Tier(), sourcesOf(idle))
		}
	}
	for _, stream := range cared {
		if events := stream.Rest(t); events[len(events)-1].Name != "done" {
			t.Errorf("who was not to be refused: %v", events.Names())
		}
	}
	server.WaitGauge(t, "narthex_overload_in_flight", 0)
	if events := server.Ask(t, churchID, refused); events[len(events)-1].Name != "done" { // nothing was acknowledged, and nothing is known of it
		t.Errorf("sent again: %v", events.Names())
	}
	server.Messages(t, churchID, 2*(1+len(admitted)+3+len(cared)+1))
}

// mustBeRefused holds that a question is, for the moment, with a time to come back.
func mustBeRefused(t *testing.T, server *chattest.Server, churchID uuid.UUID, q chattest.Question) {
	t.Helper()
	res, err := server.Post(t.Context(), churchID, q)
	chattest.Must(t, err)
	defer res.Body.Close()
	var problem struct{ Code string }
	chattest.Must(t, json.NewDecoder(res.Body).Decode(&problem))
	wait, err := strconv.Atoi(res.Header.Get("Retry-After"))
	if res.StatusCode != http.StatusServiceUnavailable || problem.Code != "busy" || err != nil || wait < 2 || wait > 6 {
		t.Errorf("%q: %d %s, Retry-After %q", q.Message, res.StatusCode, problem.Code, res.Header.Get("Retry-After"))
	}
}

// TestASlowModelIsNoOverload has many times as many answers come as may be at work before a model is asked.
func TestASlowModelIsNoOverload(t *testing.T) {
	server := chattest.NewServer(t, admitsOne)
	churchID, release := server.NewChurch(t), make(chan struct{})
	server.Upstream.Default(chattest.Held(release, 1, "One ", "moment"))
	var answers []*chattest.Stream
	for i := range 40 {
		server.WaitGauge(t, "narthex_overload_in_flight", 0)
		stream := server.Stream(t, churchID, chattest.Question{Message: chattest.SearchedQuestion + strconv.Itoa(i) + "?"})
		stream.Until(t, "One")
		answers = append(answers, stream)
	}
	close(release)
	for _, stream := range answers {
		if events := stream.Rest(t); events[len(events)-1].Name != "done" {
			t.Errorf("%v", events.Names())
		}
	}
}
