package tier_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/moderation"
)

func reason(events chattest.Events) any {
	for _, e := range events {
		if e.Name == "tier" {
			return e.Data["reason"]
		}
	}
	return nil
}

func TestHarassmentIsAnsweredCalmlyThenFirmlyThenNotForAWhile(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("Gladly."))
	visitor := uuid.New()
	say := func(message string) chattest.Events {
		t.Helper()
		return server.Ask(t, churchID, chattest.Question{Message: message, Session: visitor})
	}
	var answers []string
	for _, insult := range []string{"You are a stupid worthless bot", "shut up you fucking idiot", "you stupid piece of shit"} {
		events := say(insult)
		if reason(events) != "restricted" {
			t.Fatalf("%q was answered for %v: %s", insult, reason(events), events.Text())
		}
		answers = append(answers, events.Text())
	}
	if answers[0] == answers[1] || answers[1] == answers[2] {
		t.Errorf("the answers do not grow firmer: %q", answers)
	}
	if chats := server.Upstream.Chats(); len(chats) != 0 {
		t.Errorf("the model was asked %d times", len(chats))
	}
	if events := say("Which groups may rent the hall on weekdays?"); reason(events) != "restricted" {
		t.Errorf("while the session cools off it was answered for %v", reason(events))
	}
	if events := say("What time is church on Sunday?"); reason(events) != "restricted" {
		t.Errorf("while the session cools off a fact was told for %v", reason(events))
	}
	if events := say("I want to kill myself tonight"); reason(events) != "crisis" {
		t.Errorf("a crisis was answered for %v", reason(events))
	}
	if events := server.Ask(t, churchID, chattest.Question{Message: "Which groups may rent the hall on weekdays?"}); events.Tier() != 4 {
		t.Errorf("another session was answered for %v", reason(events))
	}
}

func TestAModeratedMessageIsCaredForOrRestrictedButNeverLostWithTheService(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		flags := map[string]bool{"self-harm": strings.Contains(string(body), "blue"), "harassment": strings.Contains(string(body), "green")}
		if strings.Contains(string(body), "broken") {
			http.Error(w, "{}", http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "modr-1", "model": "omni-moderation-latest", "results": []any{
			map[string]any{"flagged": flags["self-harm"] || flags["harassment"], "categories": flags, "category_scores": map[string]float64{}},
		}})
	}))
	t.Cleanup(service.Close)
	moderator, err := moderation.New(moderation.Config{APIKey: "test", BaseURL: service.URL})
	chattest.Must(t, err)
	t.Cleanup(moderator.Close)
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Moderator = moderator })
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("Gladly."))
	for message, want := range map[string]any{
		"Everything is blue and far away these days in this house":   "crisis",
		"Your green people at the office are hypocrites and liars":   "restricted",
		"Which broken groups may rent the hall on weekdays again?":   "model",
		"Which friendly groups may rent the hall on weekdays again?": "model",
	} {
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); reason(events) != want {
			t.Errorf("%q was answered for %v, want %v", message, reason(events), want)
		}
	}
	// What the stored facts or the crisis gate answer is not shown to anybody.
	if events := server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"}); events.Tier() != 0 {
		t.Errorf("a fact was answered for %v", reason(events))
	}
}
