package turns_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

func TestAnAnswerIsFinishedForAVisitorWhoLeaves(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	stream := server.Stream(t, churchID, q)
	seen := stream.Until(t, "The ")
	stream.Close()
	close(release)
	if m := server.Messages(t, churchID, 2)[1]; m.Content != "The blue one." || *m.Outcome != "stop" {
		t.Errorf("stored %+v", m)
	}
	for name, node := range map[string]*chattest.Server{"the same node": server, "another node": other} {
		events := slices.Concat(seen, node.Resume(t, churchID, q.Session, seen[0].Data["turnId"].(string), len(seen)))
		chattest.CheckStream(t, events)
		if events.Text() != "The blue one." {
			t.Errorf("resumed on %s: %v", name, events)
		}
	}
}

func TestAMessageSentAgainWhileItIsAnsweredJoinsItsTurn(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	streams := []*chattest.Stream{server.Stream(t, churchID, q), server.Stream(t, churchID, q), other.Stream(t, churchID, q)}
	var all []chattest.Events
	for _, s := range streams {
		all = append(all, s.Until(t, "The "))
	}
	close(release)
	for i, s := range streams {
		events := append(all[i], s.Rest(t)...)
		chattest.CheckStream(t, events)
		if events.Text() != "The blue one." || events[0].Data["resumed"] != (i > 0) {
			t.Errorf("reader %d: %v", i, events)
		}
	}
	if asked := len(server.Upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	server.Messages(t, churchID, 2)
}

func TestATurnIsResumedFromAnyEventOnAnyNode(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	var words []string
	for i := range 100 {
		words = append(words, fmt.Sprintf("word%d ", i))
	}
	server.Upstream.Script(chattest.Held(release, 50, words...))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	live := server.Stream(t, churchID, q)
	whole := live.Until(t, "word49 ")
	turn := whole[0].Data["turnId"].(string)
	nodes := []*chattest.Server{server, other}
	var midway []*chattest.Stream
	afters := []int{0, 1, 2, len(whole) / 2, len(whole) - 1, len(whole)} // words that arrive together make one event
	for _, node := range nodes {
		for _, after := range afters {
			midway = append(midway, node.ResumeStream(t, churchID, q.Session, turn, after))
		}
	}
	close(release)
	whole = append(whole, live.Rest(t)...)
	chattest.CheckStream(t, whole)
	check := func(name string, after int, got chattest.Events) {
		t.Helper()
		if after == 0 && len(got) > 0 {
			got[0].Data["resumed"] = false
		}
		if fmt.Sprint(got) != fmt.Sprint(whole[after:]) {
			t.Errorf("%s after %d: %d events instead of %d: %v", name, after, len(got), len(whole)-after, got)
		}
	}
	for i, s := range midway {
		check(fmt.Sprintf("midway on node %d", i/len(afters)), afters[i%len(afters)], s.Rest(t))
	}
	for i, node := range nodes {
		for after := range len(whole) {
			check(fmt.Sprintf("afterwards on node %d", i), after, node.Resume(t, churchID, q.Session, turn, after))
		}
		check("without the church", 3, node.Resume(t, uuid.Nil, q.Session, turn, 3))
	}
}

func TestOnlyItsSessionReachesATurn(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID, elsewhere := server.NewChurch(t), server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	live := server.Stream(t, churchID, q)
	turn := live.Until(t, "The ")[0].Data["turnId"].(string)
	try := func(node *chattest.Server, church, session uuid.UUID, turn string, status int) {
		t.Helper()
		res, err := node.RequestResume(t.Context(), church, session, turn, 0)
		chattest.Must(t, err)
		res.Body.Close()
		if res.StatusCode != status {
			t.Errorf("resume: %d, want %d", res.StatusCode, status)
		}
		if status == http.StatusOK {
			return
		}
		for _, action := range []string{"stop", "feedback"} {
			body := map[string]any{"sessionId": session, "value": "up"}
			if church != uuid.Nil {
				body["churchId"] = church
			}
			if got := node.PostToTurn(t, turn, action, body); got != http.StatusNotFound {
				t.Errorf("%s: %d", action, got)
			}
		}
	}
	for _, ended := range []bool{false, true} {
		for _, node := range []*chattest.Server{server, other} {
			try(node, churchID, uuid.New(), turn, http.StatusNoContent)
			try(node, uuid.Nil, uuid.New(), turn, http.StatusNoContent)
			try(node, elsewhere, q.Session, turn, http.StatusNoContent)
			try(node, churchID, q.Session, uuid.NewString(), http.StatusNoContent)
		}
		if !ended {
			close(release)
			live.Rest(t)
		}
	}
	try(other, churchID, q.Session, turn, http.StatusOK)
	if got := server.PostToTurn(t, "x", "stop", map[string]any{"sessionId": q.Session}); got != http.StatusBadRequest {
		t.Errorf("a bad turn id: %d", got)
	}
	res, err := server.RequestResume(t.Context(), churchID, q.Session, turn, 1_000)
	chattest.Must(t, err)
	defer res.Body.Close()
	if events, err := chattest.ReadEvents(res.Body); err != nil || events.Text() != "The blue one." || events[0].Name != "start" {
		t.Errorf("after an event that there never was: %v, %v", events, err)
	}
}

func TestAnEndedTurnHasNothingMoreToSay(t *testing.T) {
	server, other := chattest.TwoNodes(t)
	churchID := server.NewChurch(t)
	q := chattest.Question{Message: "Is there parking?", Session: uuid.New()}
	events := server.Ask(t, churchID, q)
	for _, node := range []*chattest.Server{server, other} {
		res, err := node.RequestResume(t.Context(), churchID, q.Session, events[0].Data["turnId"].(string), len(events))
		chattest.Must(t, err)
		res.Body.Close()
		if res.StatusCode != http.StatusNoContent {
			t.Errorf("status %d", res.StatusCode)
		}
	}
}

func TestStopEndsTheModelsRequestWithin100Milliseconds(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	for name, node := range map[string]*chattest.Server{"on the same node": server, "on another node": other} {
		t.Run(name, func(t *testing.T) {
			chattest.MustStopSoon(t, func() time.Duration { return stopOnce(t, server, node) })
		})
	}
}

// stopOnce has one node stop a turn of the other, holds what becomes of it, and gives how long its model was still asked.
func stopOnce(t *testing.T, server, node *chattest.Server) (took time.Duration) {
	t.Helper()
	churchID := server.NewChurch(t)
	server.Upstream.Script(modeltest.Stream(modeltest.Text("Once upon "), modeltest.Silence()))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	stream := server.Stream(t, churchID, q)
	seen := stream.Until(t, "Once upon ")
	turn := seen[0].Data["turnId"].(string)
	waiting, cancel := context.WithTimeout(t.Context(), chattest.WaitLimit)
	defer cancel()
	stopped := time.Now()
	if status := node.PostToTurn(t, turn, "stop", map[string]any{"sessionId": q.Session, "churchId": churchID}); status != http.StatusNoContent {
		t.Fatalf("status %d", status)
	}
	chattest.Must(t, server.Upstream.WaitCancelled(waiting))
	took = time.Since(stopped)
	events := append(seen, stream.Rest(t)...)
	chattest.CheckStream(t, events)
	if last := events[len(events)-1]; last.Data["finish"] != "stopped" {
		t.Errorf("%v", last)
	}
	if m := server.Messages(t, churchID, 2)[1]; m.Content != "Once upon " || *m.Outcome != "stopped" {
		t.Errorf("stored %+v", m)
	}
	if status := node.PostToTurn(t, turn, "stop", map[string]any{"sessionId": q.Session, "churchId": churchID}); status != http.StatusNoContent {
		t.Errorf("stopped again: %d", status)
	}
	if again := node.Resume(t, churchID, q.Session, turn, 0); again[len(again)-1].Data["finish"] != "stopped" {
		t.Errorf("resumed: %v", again)
	}
	return took
}

func TestFeedbackIsKeptChangedAndTakenBack(t *testing.T) {
	server, other := chattest.TwoNodes(t)
	churchID := server.NewChurch(t)
	q := chattest.Question{Message: "Is there parking?", Session: uuid.New()}
	turn := server.Ask(t, churchID, q)[0].Data["turnId"].(string)
	for i, value := range []string{"up", "up", "down", "", "sideways"} {
		node := []*chattest.Server{server, other}[i%2]
		status := node.PostToTurn(t, turn, "feedback", map[string]any{"sessionId": q.Session, "value": value})
		if want := map[bool]int{false: 204, true: 400}[value == "sideways"]; status != want {
			t.Errorf("%q: %d", value, status)
		}
		var kept []string
		rows, err := server.DB.Admin.Query(t.Context(), `select value from message_feedback where church_id = $1 and turn_id = $2`, churchID, turn)
		chattest.Must(t, err)
		for rows.Next() {
			var one string
			chattest.Must(t, rows.Scan(&one))
			kept = append(kept, one)
		}
		want := []string{value}
		if value == "" || value == "sideways" {
			want = nil
		}
		if !slices.Equal(kept, want) {
			t.Errorf("after %q: %v", value, kept)
		}
	}
}

func TestAMessageSentAgainDoesNotCountAgainstTheLimits(t *testing.T) {
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Turns = turns.Config{PerSession: 2, PerAddress: 3} })
	churchID := server.NewChurch(t)
	again := chattest.Question{Message: "Is there parking?", Session: uuid.New(), Client: uuid.New()}
	for range 5 {
		server.Ask(t, churchID, again)
	}
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: again.Session})
	res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Is there parking?", Session: again.Session})
	chattest.Must(t, err)
	res.Body.Close()
	if wait := res.Header.Get("Retry-After"); res.StatusCode != http.StatusTooManyRequests || wait == "" || wait == "0" {
		t.Errorf("status %d, Retry-After %q", res.StatusCode, wait)
	}
	server.Ask(t, churchID, chattest.Question{Message: "Is there parking?"})
	res, err = server.Post(t.Context(), churchID, chattest.Question{Message: "Is there parking?"})
	chattest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the address: status %d", res.StatusCode)
	}
}

func TestTheLimitsOfMessagesAreCountedWhereTheyAreDecided(t *testing.T) {
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Turns = turns.Config{PerSession: 2, PerAddress: 200} })
	churchID, session := server.NewChurch(t), uuid.New()
	ask := func(want int) {
		t.Helper()
		res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Is there parking?", Session: session})
		chattest.Must(t, err)
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.Body.Close() != nil || res.StatusCode != want {
			t.Errorf("status %d, want %d; %v", res.StatusCode, want, err)
		}
	}
	ask(http.StatusOK)
	ask(http.StatusOK)
	if allowed, denied := limitDecisions(t, server, "allowed"), limitDecisions(t, server, "denied"); allowed != 4 || denied != 0 {
		t.Errorf("after two messages %v decisions of the limits of session and address allowed them, %v did not", allowed, denied)
	}
	ask(http.StatusTooManyRequests)
	if allowed, denied := limitDecisions(t, server, "allowed"), limitDecisions(t, server, "denied"); allowed != 4 || denied != 1 {
		t.Errorf("after the third %v allowed, %v did not", allowed, denied)
	}
}

// limitDecisions are those that Redis has taken with a result.
func limitDecisions(t *testing.T, server *chattest.Server, result string) (counted float64) {
	t.Helper()
	families, err := server.Registry.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "narthex_limit_decisions_total" && m.GetLabel()[0].GetValue()+m.GetLabel()[1].GetValue() == "redis"+result {
				counted += m.GetCounter().GetValue()
			}
		}
	}
	return counted
}
