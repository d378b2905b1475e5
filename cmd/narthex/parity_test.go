package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/migrations/seed"
)

// said is what is compared of an answer.
type said struct {
	Tier    int // -1: none
	Text    string
	Sources []string // titles
	Failed  bool
}

// A trial is worth something only if it says what visitors are answered.
func TestAHundredTrialsAnswerAsVisitorsAreAnswered(t *testing.T) {
	s, _ := inProcess(t)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	running.Go(func() { _ = s.churches.Run(ctx) })
	running.Go(func() { _ = s.chat.Run(ctx) })
	t.Cleanup(func() { stop(); running.Wait() })
	server := httptest.NewServer(s.public.Handler)
	t.Cleanup(server.Close)
	asked := readParity(t)
	total, tiers := 0, [6]int{}
	var counting sync.Mutex
	compare := func(t *testing.T, slug, message string) {
		t.Helper()
		trial := tried(t, s, slug, message)
		visitor := visited(t, server.URL, slug, message)
		if diff := cmp.Diff(visitor, trial); diff != "" {
			t.Errorf("%s: %s (- the visitor, + the trial)\n%s", slug, message, diff)
		}
		counting.Lock()
		defer counting.Unlock()
		total++
		tiers[visitor.Tier+1]++
	}
	t.Run("first", func(t *testing.T) {
		for _, slug := range []string{"grace-harbor", "nueva-vida", "st-brigids"} {
			t.Run(slug, func(t *testing.T) {
				t.Parallel()
				for _, message := range asked[slug] {
					compare(t, slug, message)
				}
			})
		}
	})
	for _, message := range asked["again"] {
		awaitIdle(t, s) // an answer is kept for others after its visitor has it
		compare(t, "grace-harbor", message)
	}
	if total < 100 || tiers[0] == 0 || tiers[1] == 0 || tiers[2] == 0 || tiers[3] == 0 || tiers[5] == 0 {
		t.Errorf("%d questions, by tier from none on: %v", total, tiers)
	}
}

func readParity(t *testing.T) (asked map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/parity.yaml")
	chattest.Must(t, err)
	chattest.Must(t, yaml.UnmarshalWithOptions(text, &asked, yaml.Strict()))
	return asked
}

// tried is what a trial says.
func tried(t *testing.T, s *server, slug, message string) said {
	t.Helper()
	e, err := s.trials.Ask(t.Context(), evaluate.Question{ChurchID: seed.ChurchID(slug), Message: message, Agent: church.Coordinator})
	chattest.Must(t, err)
	answer := said{Tier: -1, Text: e.Answer.Text, Failed: e.Answer.Failed}
	if e.Answer.Tier != nil {
		answer.Tier = *e.Answer.Tier
	}
	for _, source := range e.Answer.Sources {
		answer.Sources = append(answer.Sources, source.Title)
	}
	return answer
}

// visited is what a visitor is answered.
func visited(t *testing.T, base, slug, message string) said {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	body, err := json.Marshal(map[string]any{"message": message, "churchId": seed.ChurchID(slug), "sessionId": uuid.New(), "agentType": church.Coordinator})
	chattest.Must(t, err)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/chatbot/stream", bytes.NewReader(body))
	chattest.Must(t, err)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	chattest.Must(t, err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", message, response.Status)
	}
	events, err := chattest.ReadEvents(response.Body)
	chattest.Must(t, err)
	answer := said{Tier: events.Tier(), Text: events.AfterReset().Text(), Failed: true}
	for _, event := range events.AfterReset() {
		switch event.Name {
		case "sources":
			items, _ := event.Data["items"].([]any)
			for _, item := range items {
				source, _ := item.(map[string]any)
				answer.Sources = append(answer.Sources, fmt.Sprint(source["title"]))
			}
		case "done":
			answer.Failed = false
		}
	}
	return answer
}

// awaitIdle waits until no turn is under way.
func awaitIdle(t *testing.T, s *server) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		families, err := s.registry.Gather()
		chattest.Must(t, err)
		for _, family := range families {
			if family.GetName() == "narthex_turns_running" {
				return family.GetMetric()[0].GetGauge().GetValue() == 0
			}
		}
		return false
	})
}
