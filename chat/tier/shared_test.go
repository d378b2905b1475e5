package tier_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

func TestTheSameQuestionAtTheSameTimeIsAnsweredOnce(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue one."))
	var streams []*chattest.Stream
	var seen []chattest.Events
	for _, message := range []string{chattest.ModelQuestion, chattest.ModelQuestion, "which hymnal stands in the pews here", chattest.ModelQuestion} {
		s := server.Stream(t, churchID, chattest.Question{Message: message})
		streams, seen = append(streams, s), append(seen, s.Until(t, "The "))
	}
	close(release)
	turns := make(map[any]bool)
	for i, s := range streams {
		events := append(seen[i], s.Rest(t)...)
		chattest.CheckStream(t, events)
		if events.Text() != "The blue one." || events[len(events)-1].Data["finish"] != "stop" {
			t.Errorf("visitor %d: %v", i, events)
		}
		turns[events[0].Data["turnId"]] = true
	}
	if asked := len(server.Upstream.Chats()); asked != 1 || len(turns) != 4 {
		t.Errorf("%d turns, the model was asked %d times", len(turns), asked)
	}
	server.Messages(t, churchID, 8)
}

func TestWhatIsNotForOthersIsNotShared(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID, other := server.NewChurch(t), server.NewChurch(t)
	release := make(chan struct{})
	defer close(release)
	server.Upstream.Default(chattest.Held(release, 1, "The ", "blue one."))
	server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion}).Until(t, "The ")
	for i, q := range []chattest.Question{
		{Message: chattest.ModelQuestion, Agent: "care"},
		{Message: "I left my blue umbrella in the third pew and I miss it"},
		{Message: "I left my blue umbrella in the third pew and I miss it"},
		{Message: "Which hymnal stands not in the pews here?"},
	} {
		server.Stream(t, churchID, q).Until(t, "The ")
		if asked := len(server.Upstream.Chats()); asked != i+2 {
			t.Errorf("%q: the model was asked %d times", q.Message, asked)
		}
	}
	server.Stream(t, other, chattest.Question{Message: chattest.ModelQuestion}).Until(t, "The ")
	if asked := len(server.Upstream.Chats()); asked != 6 {
		t.Errorf("another church: the model was asked %d times", asked)
	}
}

func TestAListenerWhoseLeaderStopsIsAnsweredAllTheSame(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	defer close(release)
	server.Upstream.Script(chattest.Held(release, 1, "The red ", "one."), modeltest.Reply("The blue one."))
	leader := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	first := server.Stream(t, churchID, leader)
	turn := first.Until(t, "The red ")[0].Data["turnId"].(string)
	second := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	third := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	seen, seen3 := second.Until(t, "The red "), third.Until(t, "The red ")
	if status := server.PostToTurn(t, turn, "stop", map[string]any{"sessionId": leader.Session}); status != 204 {
		t.Fatalf("status %d", status)
	}
	for _, events := range []chattest.Events{append(seen, second.Rest(t)...), append(seen3, third.Rest(t)...)} {
		chattest.CheckStream(t, events)
		if got := events.AfterReset().Text(); got != "The blue one." || events.AfterReset().Tier() < 2 {
			t.Errorf("answered %q: %v", got, events)
		}
	}
	for _, m := range server.Messages(t, churchID, 6) {
		if m.Role == "assistant" && m.Content != "The blue one." && *m.Outcome != "stopped" {
			t.Errorf("stored %+v", m)
		}
	}
}
