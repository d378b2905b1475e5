package turns_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
	"narthex/chat/safety"
)

func reason(events []event) any {
	for _, e := range events {
		if e.name == "tier" {
			return e.data["reason"]
		}
	}
	return nil
}

func TestHarassmentIsAnsweredCalmlyThenFirmlyThenNotForAWhile(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("Gladly."))
	visitor := uuid.New()
	say := func(message string) []event {
		t.Helper()
		return p.ask(t, churchID, question{message: message, session: visitor})
	}
	var answers []string
	for _, insult := range []string{"You are a stupid worthless bot", "shut up you fucking idiot", "you stupid piece of shit"} {
		events := say(insult)
		if reason(events) != "restricted" {
			t.Fatalf("%q was answered for %v: %s", insult, reason(events), text(events))
		}
		answers = append(answers, text(events))
	}
	if answers[0] == answers[1] || answers[1] == answers[2] {
		t.Errorf("the answers do not grow firmer: %q", answers)
	}
	if chats := p.upstream.Chats(); len(chats) != 0 {
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
	if events := p.ask(t, churchID, question{message: "Which groups may rent the hall on weekdays?"}); tier(events) != 4 {
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
	moderator, err := safety.NewModerator(safety.ModerationConfig{APIKey: "test", BaseURL: service.URL})
	must(t, err)
	t.Cleanup(moderator.Close)
	p := openPorch(t, func(s *settings) { s.moderator = moderator })
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("Gladly."))
	for message, want := range map[string]any{
		"Everything is blue and far away these days in this house":   "crisis",
		"Your green people at the office are hypocrites and liars":   "restricted",
		"Which broken groups may rent the hall on weekdays again?":   "model",
		"Which friendly groups may rent the hall on weekdays again?": "model",
	} {
		if events := p.ask(t, churchID, question{message: message}); reason(events) != want {
			t.Errorf("%q was answered for %v, want %v", message, reason(events), want)
		}
	}
	// What the stored facts or the crisis gate answer is not shown to anybody.
	if events := p.ask(t, churchID, question{message: "What time is church on Sunday?"}); tier(events) != 0 {
		t.Errorf("a fact was answered for %v", reason(events))
	}
}
