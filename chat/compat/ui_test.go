package compat_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/compat"
	"narthex/chat/live"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

// page is what a visitor of the AI SDK's chat sees.
type page struct {
	Status       string
	Error        string
	StatusCode   int
	IsError      bool
	FinishReason string
	Messages     []message
}

type message struct {
	ID, Role, Text string
	Metadata       map[string]any
	Parts          []map[string]any
}

// last is the newest message, which must be the assistant's.
func (p page) last(t *testing.T) message {
	t.Helper()
	if len(p.Messages) == 0 || p.Messages[len(p.Messages)-1].Role != "assistant" {
		t.Fatalf("no answer on the page: %+v", p)
	}
	return p.Messages[len(p.Messages)-1]
}

// kinds are the types of the parts, in order.
func (m message) kinds() string {
	var kinds []string
	for _, part := range m.Parts {
		kinds = append(kinds, part["type"].(string))
	}
	return strings.Join(kinds, " ")
}

type step map[string]any

func do(what string) step { return step{"do": what} }

func send(text string) step { return step{"do": "send", "text": text} }

func until(text string) step { return step{"do": "until", "text": text} }

// visit lets a visitor of the church take steps.
func (s *server) visit(session uuid.UUID, steps ...step) *client {
	s.t.Helper()
	return run(s.t, "ui.mjs", map[string]any{
		"api": s.api(), "id": session, "body": map[string]any{"agentType": "coordinator"}, "steps": steps,
	})
}

func (s *server) api() string { return s.URL + "/api/chatbot/ui?churchId=" + s.churchID.String() }

func TestAVisitorOfTheAISDKsChatIsAnswered(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Script(modeltest.Reply("Grace", " is a \"gift\".\n", "¡Sí! 🙂"))
	session := uuid.New()
	var seen page
	s.visit(session, send("What is grace about in your view?"), do("finish"), do("print")).heard(&seen)
	answer := seen.last(t)
	if seen.Status != "ready" || seen.Error != "" || seen.FinishReason != "stop" {
		t.Errorf("status %q, error %q, finish %q", seen.Status, seen.Error, seen.FinishReason)
	}
	if answer.Text != "Grace is a \"gift\".\n¡Sí! 🙂" || answer.kinds() != "step-start text" || answer.Parts[1]["state"] != "done" {
		t.Errorf("answer %+v", answer)
	}
	if m := answer.Metadata; m["turnId"] != answer.ID || m["sessionId"] != session.String() || m["agent"] != "coordinator" ||
		m["tier"] != 4.0 || m["finish"] != "stop" || m["usage"] == nil {
		t.Errorf("metadata %v", m)
	}
}

func TestTheChurchsOwnAnswerCitesItsSource(t *testing.T) {
	s := newServer(t, turns.Config{})
	id := s.knows("Can I bring my dog to church?", "Service animals are welcome.")
	var seen page
	s.visit(uuid.New(), send("Can I bring my dog to church?"), do("finish"), do("print")).heard(&seen)
	answer := seen.last(t)
	if answer.Text != "Service animals are welcome." || answer.kinds() != "step-start text source-document" {
		t.Fatalf("answer %+v", answer)
	}
	if source := answer.Parts[2]; source["sourceId"] != id.String() || source["title"] != "Can I bring my dog to church?" {
		t.Errorf("source %v", source)
	}
	if answer.Metadata["tier"] != 1.0 || answer.Metadata["similarity"] == nil {
		t.Errorf("metadata %v", answer.Metadata)
	}
}

func TestAnEarlierConversationCountsWhereTheServerKnowsNone(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Script(modeltest.Reply("Grace is a gift."), modeltest.Reply("Because it is free."))
	var seen page
	s.visit(uuid.New(), send("What is grace about in your view?"), do("finish"), send("And why do you say that?"), do("finish"), do("print")).heard(&seen)
	if len(seen.Messages) != 4 || seen.last(t).Text != "Because it is free." {
		t.Fatalf("page %+v", seen)
	}
	if asked := string(s.Upstream.LastChat().Body); !strings.Contains(asked, "Grace is a gift.") {
		t.Errorf("the model was not told of the conversation: %s", asked)
	}
}

// held lets the model say the beginning of an answer, and the rest when it is released.
func (s *server) held() (release func()) {
	hold := make(chan struct{})
	s.Upstream.Script(modeltest.Stream(modeltest.Role(), modeltest.Text("One. "), modeltest.Text("Two. "),
		modeltest.Hold(hold), modeltest.Text("Three."), modeltest.Finish("stop"), modeltest.Usage(10, 0, 3), modeltest.Done()))
	return func() { close(hold) }
}

func TestAReopenedPageResumesInMidAnswer(t *testing.T) {
	for name, other := range map[string]bool{"on the same node": false, "on another node": true} {
		for kept, keep := range map[string]int{"with the half answer": 2, "with the question alone": 1} {
			t.Run(name+" "+kept, func(t *testing.T) {
				s := newServer(t, turns.Config{})
				reopen := step{"do": "reopen", "keep": keep}
				if other {
					reopen["at"] = s.another().api()
				}
				release := s.held()
				visitor := s.visit(uuid.New(), send("Which three groups of the town rent our large hall most often"), until("Two."), reopen,
					do("resume"), until("Two."), do("print"), do("finish"), do("print"))
				var half, whole page
				visitor.said(&half)
				release()
				visitor.heard(&whole)
				if len(half.Messages) != 2 || half.Status != "streaming" || half.last(t).Text != "One. Two. " {
					t.Errorf("while it was being answered: %+v", half)
				}
				if len(whole.Messages) != 2 || whole.Status != "ready" || whole.last(t).Text != "One. Two. Three." || whole.FinishReason != "stop" {
					t.Errorf("in the end: %+v", whole)
				}
				if n := s.Upstream.Counts().Chats; n != 1 {
					t.Errorf("the model was asked %d times", n)
				}
			})
		}
	}
}

func TestThereIsNothingToResume(t *testing.T) {
	s := newServer(t, turns.Config{})
	var seen page
	s.visit(uuid.New(), do("resume"), do("finish"), do("print")).heard(&seen)
	if seen.Status != "ready" || seen.Error != "" || len(seen.Messages) != 0 {
		t.Errorf("page %+v", seen)
	}
	session := uuid.New()
	s.visit(session, send("What time is church on Sunday?"), do("finish"), do("print")).heard(&seen)
	turn := seen.last(t).ID
	for path, want := range map[string]int{
		"/" + session.String() + "/stream?churchId=" + s.churchID.String():                   204,
		"/" + session.String() + "/stream":                                                   204,
		"/" + session.String() + "/stream?turn=" + turn:                                      200, // it ended meanwhile
		"/" + session.String() + "/stream?churchId=" + s.churchID.String() + "&turn=" + turn: 200,
		"/" + uuid.NewString() + "/stream?turn=" + turn:                                      204, // another visitor's
		"/chat-1/stream": 400,
		"/" + session.String() + "/stream?churchId=one": 400,
		"/" + session.String() + "/stream?turn=one":     404,
	} {
		res, err := http.Get(s.URL + "/api/chatbot/ui" + path)
		chattest.Must(t, err)
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != want || want == 200 && !strings.Contains(string(body), "9:00 AM") {
			t.Errorf("%s: %d, want %d: %s", path, res.StatusCode, want, body)
		}
	}
}

func TestAnAnswerThatBreaksOffIsAnError(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Stream(modeltest.Role(), modeltest.Text("Grace is "), modeltest.Cut()))
	var seen page
	s.visit(uuid.New(), send("What is grace about in your view?"), do("finish"), do("print")).heard(&seen)
	answer := seen.last(t)
	if seen.Status != "error" || seen.Error == "" || !seen.IsError || answer.Text != "Grace is " {
		t.Fatalf("page %+v", seen)
	}
	if told, _ := answer.Metadata["error"].(map[string]any); told["code"] != "answer_cut" || told["retryable"] != true {
		t.Errorf("metadata %v", answer.Metadata)
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	s := newServer(t, turns.Config{PerSession: 1})
	var seen page
	session := uuid.New()
	s.visit(session, send("What time is church on Sunday?"), do("finish"), send("What time is it?"), do("finish"), do("print")).heard(&seen)
	if seen.Status != "error" || seen.StatusCode != http.StatusTooManyRequests || !strings.Contains(seen.Error, `"code":"rate_limited"`) {
		t.Errorf("page %+v", seen)
	}
	user := `{"id":"m","role":"user","parts":[{"type":"text","text":"Hello"}]}`
	for body, want := range map[string]string{
		`{`:                                 "400 invalid_json",
		`{"id":7}`:                          "400 invalid_json",
		`{"id":"` + session.String() + `"}`: "400 message_required",
		`{"id":"chat","messages":[` + user + `]}`:                                                                                             "400 invalid_session_id",
		`{"id":"` + session.String() + `","messages":[{"role":"assistant","parts":[]}]}`:                                                      "400 message_required",
		`{"id":"` + session.String() + `","agentType":"pope","messages":[` + user + `]}`:                                                      "400 unknown_agent",
		`{"id":"` + session.String() + `","churchId":"` + session.String() + `","messages":[` + user + `]}`:                                   "404 church_not_found",
		`{"id":"` + session.String() + `","messages":[{"role":"user","parts":[{"type":"text","text":"` + strings.Repeat("x", 2001) + `"}]}]}`: "400 message_too_long",
		`{"id":"` + strings.Repeat("x", 1<<20) + `"}`:                                                                                         "413 body_too_large",
	} {
		res, err := http.Post(s.api(), "application/json", strings.NewReader(body))
		chattest.Must(t, err)
		var problem struct{ Code string }
		decodeErr := json.NewDecoder(res.Body).Decode(&problem)
		res.Body.Close()
		if got := res.Status[:4] + problem.Code; decodeErr != nil || got != want || res.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%.100s: %s, %v", body, got, decodeErr)
		}
	}
	res, err := http.Post(s.api(), "text/plain", strings.NewReader("{}"))
	chattest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("text: %d", res.StatusCode)
	}
}

func TestAMessageSentAgainIsAnsweredOnce(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Script(modeltest.Reply("First."), modeltest.Reply("Second."), modeltest.Reply("Third."))
	session := uuid.New()
	ask := func(id, text, extra string) (turn, answer string) {
		t.Helper()
		body := `{"id":"` + session.String() + `","messages":[{"id":"` + id + `","role":"user","parts":[{"type":"step-start"},{"type":"text","text":"` + text + `"}]}]` + extra + `}`
		res, err := http.Post(s.api(), "application/json", strings.NewReader(body))
		chattest.Must(t, err)
		defer res.Body.Close()
		data, err := io.ReadAll(res.Body)
		chattest.Must(t, err)
		for line := range strings.Lines(string(data)) {
			var part struct{ Type, MessageID, Delta string }
			if json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &part) == nil {
				turn, answer = turn+part.MessageID, answer+part.Delta
			}
		}
		if res.Header.Get("x-vercel-ai-ui-message-stream") != "v1" || !strings.HasSuffix(string(data), "data: [DONE]\n\n") {
			t.Errorf("%v %s", res.Header, data)
		}
		return turn, answer
	}
	first, answer := ask("a", "Tell me of grace in your own words", "")
	again, same := ask("a", "Tell me of grace in your own words", `,"trigger":"submit-message"`)
	if first != again || answer != "First." || same != answer {
		t.Errorf("%s %q, then %s %q", first, answer, again, same)
	}
	if edited, answer := ask("a", "Tell me of mercy in your own words", ""); edited == first || answer != "Second." {
		t.Errorf("an edited message got %s %q", edited, answer)
	}
	if anew, answer := ask("a", "Tell me of mercy in your own words", `,"trigger":"regenerate-message"`); anew == first || answer == "" {
		t.Errorf("asked anew got %s %q", anew, answer)
	}
}

func TestRegeneratingStopsTheAnswerUnderWay(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.held()
	s.Upstream.Script(modeltest.Reply("Anew."))
	var seen page
	s.visit(uuid.New(), send("Which three groups of the town rent our large hall most often"), until("Two."), do("stop"), do("regenerate"), do("finish"), do("print")).heard(&seen)
	if seen.Status != "ready" || len(seen.Messages) != 2 || seen.last(t).Text != "Anew." {
		t.Errorf("page %+v", seen)
	}
	chattest.Must(t, s.Upstream.WaitCancelled(t.Context()))
}

func TestAnAnswerGoesOnWhereNoneMayTakeItsPlace(t *testing.T) {
	s := newServer(t, turns.Config{PerSession: 1})
	release := s.held()
	session := uuid.New()
	const asked = "Which three groups of the town rent our large hall most often"
	visitor := s.visit(session, send(asked), until("Two."), do("print"), do("finish"), do("print"))
	var half, whole page
	visitor.said(&half)
	res, err := http.Post(s.api(), "application/json", strings.NewReader(`{"id":"`+session.String()+`","trigger":"regenerate-message","messages":[{"id":"m","role":"user","parts":[{"type":"text","text":"`+asked+`"}]}]}`))
	chattest.Must(t, err)
	res.Body.Close()
	release()
	visitor.heard(&whole)
	if res.StatusCode != http.StatusTooManyRequests || whole.last(t).Text != "One. Two. Three." || whole.last(t).Metadata["finish"] != "stop" {
		t.Errorf("answered anew %d; page %+v", res.StatusCode, whole)
	}
}

func TestStoppingIsToldToThePage(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.held()
	session := uuid.New()
	visitor := s.visit(session, send("Which three groups of the town rent our large hall most often"), until("Two."), do("print"), do("finish"), do("print"))
	var half, whole page
	visitor.said(&half)
	res, err := http.Post(s.URL+"/api/chatbot/turns/"+half.last(t).ID+"/stop", "application/json", strings.NewReader(`{"sessionId":"`+session.String()+`"}`))
	chattest.Must(t, err)
	res.Body.Close()
	visitor.heard(&whole)
	if whole.Status != "ready" || whole.last(t).Text != "One. Two. " || whole.FinishReason != "interrupted" || whole.last(t).Metadata["finish"] != "stopped" {
		t.Errorf("stop answered %d; page %+v", res.StatusCode, whole)
	}
}

// scripted shows a page what no tier gives on demand.
func scripted(t *testing.T, end error, lines ...string) (seen page) {
	t.Helper()
	base := serveScript(t, func(w http.ResponseWriter, r *http.Request, batches ...[]live.Frame) error {
		return compat.ServeUI(w, r, end, batches...)
	}, lines...)
	for _, query := range []string{"", "?together"} {
		var once page
		run(t, "ui.mjs", map[string]any{"api": base + query, "id": "chat", "steps": []step{send("Hello"), do("finish"), do("print")}}).heard(&once)
		if query != "" && len(seen.Messages) == len(once.Messages) && len(once.Messages) > 1 && once.last(t).Text != seen.last(t).Text {
			t.Errorf("events that come together say %q, one by one %q", once.last(t).Text, seen.last(t).Text)
		}
		seen = once
	}
	return seen
}

func TestToolsAreShownAtWorkAndDone(t *testing.T) {
	seen := scripted(t, nil, startLine, tierLine, `delta {"text":"Let me see. "}`,
		`tool {"name":"find_event","status":"running"}`, `tool {"name":"pray","status":"running"}`, `tool {"name":"find_event","status":"running"}`,
		`tool {"name":"find_event","status":"done","summary":"2 events"}`, `tool {"name":"pray","status":"failed","summary":"no address"}`,
		`tool {"name":"call","status":"failed"}`, `tool {"name":"lend","status":"done"}`,
		`delta {"text":"There are two."}`, doneLine)
	answer := seen.last(t)
	if seen.Status != "ready" || answer.kinds() != "step-start text dynamic-tool dynamic-tool dynamic-tool dynamic-tool dynamic-tool text" {
		t.Fatalf("page %+v", seen)
	}
	ids := map[any]bool{}
	for i, want := range []string{"find_event output-available", "pray output-error", "find_event output-error", "call output-error", "lend output-available"} {
		part := answer.Parts[2+i]
		ids[part["toolCallId"]] = true
		if got := part["toolName"].(string) + " " + part["state"].(string); got != want {
			t.Errorf("tool %d: %s, want %s", i, got, want)
		}
	}
	if output, _ := answer.Parts[2]["output"].(map[string]any); len(ids) != 5 || output["summary"] != "2 events" || answer.Parts[3]["errorText"] != "no address" {
		t.Errorf("parts %v", answer.Parts)
	}
}

func TestAnAnswerBegunAnewIsOneAnswer(t *testing.T) {
	id := uuid.NewString()
	source := `sources {"items":[{"id":"` + id + `","kind":"faq","title":"","similarity":0.9},{"id":"` + id + `","kind":"faq","title":"","similarity":0.9}]}`
	seen := scripted(t, nil, startLine, `tier {"tier":1,"reason":"faq","similarity":0.97}`, `delta {"text":"Old."}`, source,
		`tool {"name":"pray","status":"running"}`, `reset {}`, tierLine, `delta {"text":"New "}`, `delta {"text":"answer."}`, source, doneLine)
	answer := seen.last(t)
	if seen.Status != "ready" || len(seen.Messages) != 2 || answer.Text != "New answer." || answer.kinds() != "step-start text source-document" {
		t.Errorf("page %+v", seen)
	}
	if m := answer.Metadata; m["tier"] != 4.0 || m["reason"] != "model" || m["similarity"] != nil {
		t.Errorf("metadata %v", m)
	}
}

func TestATurnThatCannotBeFollowedIsNoWholeAnswer(t *testing.T) {
	for _, end := range []error{live.ErrHandedOver, errors.New("broken")} {
		seen := scripted(t, end, startLine, tierLine, `delta {"text":"Half"}`)
		if seen.Status != "error" || seen.FinishReason != "" {
			t.Errorf("%v: page %+v", end, seen)
		}
	}
}

func TestAFailureEndsWhatIsOpen(t *testing.T) {
	seen := scripted(t, nil, startLine, tierLine, `delta {"text":"Half"}`, `tool {"name":"pray","status":"running"}`,
		`error {"code":"answer_cut","message":"The answer broke off.","retryable":true}`)
	answer := seen.last(t)
	if seen.Error != "The answer broke off." || answer.Parts[1]["state"] != "done" || answer.Parts[2]["state"] != "output-error" {
		t.Errorf("page %+v", seen)
	}
}
