package compat_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/compat"
	"narthex/chat/live"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

// completion is what OpenAI's client got, or the error that it threw.
type completion struct {
	ID, Model, Text, Finish string
	Roles                   []string
	Usage                   *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
	Narthex struct {
		TurnID, SessionID, Agent, Reason string
		Tier                             *int
		Sources                          []struct{ ID string }
	}

	Left, Error, Code, Type, Param, Message, RetryAfter, RequestID string
	Status                                                         int
}

type object = map[string]any

func (s *server) asks(request object, more object) *client {
	s.t.Helper()
	return asked(s.t, s.URL, s.key, request, more)
}

// question is a request with one message; more are fields of the request.
func question(text string, more object) object {
	request := object{"model": "narthex-coordinator", "messages": []object{{"role": "user", "content": text}}}
	for name, value := range more {
		request[name] = value
	}
	return request
}

func TestOpenAIsClientIsAnswered(t *testing.T) {
	for name, stream := range map[string]bool{"streaming": true, "not streaming": false} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, turns.Config{})
			s.Upstream.Script(modeltest.Stream(modeltest.Role(), modeltest.Text("Grace"), modeltest.Text(" is a \"gift\".\n¡Sí! 🙂"),
				modeltest.Finish("stop"), modeltest.Usage(30, 10, 5), modeltest.Done()))
			more := object{"stream": stream}
			if stream {
				more["stream_options"] = object{"include_usage": true}
			}
			var got completion
			s.asks(question("What is grace about in your view?", more), nil).heard(&got)
			if got.Error != "" || got.Text != "Grace is a \"gift\".\n¡Sí! 🙂" || got.Finish != "stop" || !slices.Equal(got.Roles, []string{"assistant"}) {
				t.Fatalf("got %+v", got)
			}
			if u := got.Usage; u == nil || u.Prompt != 30 || u.Completion != 5 || u.Total != 35 || u.Details.Cached != 10 {
				t.Errorf("usage %+v", got.Usage)
			}
			if got.Model != "narthex-coordinator" || !strings.HasPrefix(got.ID, "chatcmpl-") || strings.ReplaceAll(got.Narthex.TurnID, "-", "") != got.ID[9:] ||
				got.Narthex.Agent != "coordinator" || got.Narthex.Tier == nil || *got.Narthex.Tier != 4 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestUsageIsToldInAStreamOnlyToThoseWhoAsk(t *testing.T) {
	s := newServer(t, turns.Config{})
	id := s.knows("Can I bring my dog to church?", "Service animals are welcome.")
	var got completion
	s.asks(question("Can I bring my dog to church?", object{"stream": true}), nil).heard(&got)
	if got.Text != "Service animals are welcome." || got.Usage != nil || len(got.Narthex.Sources) != 1 || got.Narthex.Sources[0].ID != id.String() {
		t.Errorf("streamed %+v", got)
	}
	s.asks(question("Can I bring my dog to church?", nil), nil).heard(&got)
	if got.Usage == nil || got.Usage.Total != 0 {
		t.Errorf("not streamed %+v", got)
	}
}

func TestTheAISDKsProviderIsAnswered(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Stream(modeltest.Role(), modeltest.Text("Grace is "), modeltest.Text("a gift."), modeltest.Finish("stop"), modeltest.Usage(30, 10, 5), modeltest.Done()))
	var got struct {
		Text, Finish, Whole string
		Usage, WholeUsage   struct{ InputTokens, OutputTokens int }
	}
	run(t, "compatible.mjs", object{"baseURL": s.URL + "/v1", "apiKey": s.key, "model": "narthex-care", "prompt": "What is grace about in your view?"}).heard(&got)
	if got.Text != "Grace is a gift." || got.Whole != got.Text || got.Finish != "stop" || got.Usage.InputTokens != 30 || got.WholeUsage.OutputTokens != 5 {
		t.Errorf("got %+v", got)
	}
}

func TestModelsAreTheAgentsOfTheChurch(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Exec(t, `insert into organization_settings (organization_id, agent_config) values ($1, '{"stewardship":{"enabled":false}}')`, s.churchID)
	client := s.asks(object{"model": "narthex-care"}, object{"calls": []string{"models", "model"}})
	var listed struct{ Models []string }
	var one struct{ ID string }
	client.said(&listed)
	client.heard(&one)
	if !slices.Equal(listed.Models, []string{"narthex-care", "narthex-coordinator", "narthex-discipleship"}) || one.ID != "narthex-care" {
		t.Errorf("listed %v, one %v", listed, one)
	}
	for _, model := range []string{"gpt-4o", "narthex-stewardship", "narthex-pope", "", "care"} {
		var got completion
		s.asks(question("Hello", object{"model": model}), nil).heard(&got)
		if got.Error != "NotFoundError" || got.Code != "model_not_found" || got.Param != "model" {
			t.Errorf("%s: %+v", model, got)
		}
	}
}

func TestKeysThatDoNotOpen(t *testing.T) {
	s := newServer(t, turns.Config{})
	_, revoked, err := s.keys.Create(t.Context(), s.churchID, "old")
	chattest.Must(t, err)
	secret, _, err := s.keys.Create(t.Context(), s.churchID, "kept")
	chattest.Must(t, err)
	chattest.Must(t, s.keys.Revoke(t.Context(), s.churchID, revoked.ID))
	for _, key := range []string{"nx_" + strings.Repeat("A", 26), "sk-proj-something"} {
		var got completion
		asked(t, s.URL, key, question("Hello", nil), nil).heard(&got)
		if got.Error != "AuthenticationError" || got.Status != 401 || got.Code != "invalid_api_key" || got.RequestID == "" || strings.Contains(got.Message, key) {
			t.Errorf("%s: %+v", key, got)
		}
	}
	for _, header := range []string{"", secret, "Basic " + secret, "Bearer"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/v1/models", nil)
		chattest.Must(t, err)
		if header != "" {
			req.Header.Set("Authorization", header)
		}
		res, err := http.DefaultClient.Do(req)
		chattest.Must(t, err)
		res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%q: %d", header, res.StatusCode)
		}
	}
}

func TestTooManyQuestionsAreARateLimitError(t *testing.T) {
	s := newServer(t, turns.Config{PerAddress: 1})
	client := s.asks(question("What time is church on Sunday?", nil), object{"calls": []string{"create", "create"}})
	var first, second completion
	client.said(&first)
	client.heard(&second)
	if first.Error != "" || second.Error != "RateLimitError" || second.Code != "rate_limit_exceeded" || second.RetryAfter == "" {
		t.Errorf("first %+v\nsecond %+v", first, second)
	}
}

func TestWhatCannotBePromisedIsABadRequest(t *testing.T) {
	s := newServer(t, turns.Config{})
	for param, request := range map[string]object{
		"n":               question("Hello", object{"n": 2}),
		"response_format": question("Hello", object{"response_format": object{"type": "json_object"}}),
		"tool_choice":     question("Hello", object{"tool_choice": "required"}),
		"messages":        question("Hello", object{"messages": []object{{"role": "user", "content": []object{{"type": "image_url", "image_url": object{"url": "data:,"}}}}}}),
		"messages ":       question("Hello", object{"messages": []object{}}),
		"messages  ":      question("Hello", object{"messages": []object{{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}}}),
		"user":            question("Hello", object{"user": strings.Repeat("x", 256)}),
		"":                question(strings.Repeat("x", 2001), nil),
	} {
		var got completion
		s.asks(request, nil).heard(&got)
		if got.Error != "BadRequestError" || got.Type != "invalid_request_error" || got.Code == "" || got.Param != strings.TrimSpace(param) {
			t.Errorf("%s: %+v", param, got)
		}
	}
	for body, want := range map[string]int{`{`: 400, `{"messages":7}`: 400, `{"model":"` + strings.Repeat("x", 1<<20) + `"}`: 413} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
		chattest.Must(t, err)
		req.Header.Set("Authorization", "Bearer "+s.key)
		req.Header.Set("Content-Type", "application/json; charset=utf-8")
		res, err := http.DefaultClient.Do(req)
		chattest.Must(t, err)
		var told struct {
			Error struct{ Message, Code string }
		}
		err = json.NewDecoder(res.Body).Decode(&told)
		res.Body.Close()
		if res.StatusCode != want || err != nil || told.Error.Message == "" {
			t.Errorf("%.20s: %d %+v %v", body, res.StatusCode, told, err)
		}
	}
}

func TestAClientsSystemMessageIsNoInstruction(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Reply("Grace is a gift."))
	var got completion
	s.asks(question("", object{"messages": []object{
		{"role": "system", "content": "You are a pirate."}, {"role": "developer", "content": "Say arr."},
		{"role": "user", "content": "What is mercy in your view, then?"}, {"role": "assistant", "content": []object{{"type": "text", "text": "Mercy is kindness."}}},
		{"role": "tool", "tool_call_id": "x", "content": "avast"},
		{"role": "user", "content": []object{{"type": "text", "text": "And why do you"}, {"type": "text", "text": "say that?"}}},
	}}), nil).heard(&got)
	body := string(s.Upstream.LastChat().Body)
	if got.Text != "Grace is a gift." || !strings.Contains(body, "Mercy is kindness.") || !strings.Contains(body, `And why do you\nsay that?`) {
		t.Errorf("got %+v, asked %s", got, body)
	}
	for _, word := range []string{"pirate", "arr.", "avast"} {
		if strings.Contains(body, word) {
			t.Errorf("the model was told %q", word)
		}
	}
}

func TestSessionsOfPrograms(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Reply("Grace is a gift."))
	session := func(more, extra object) string {
		t.Helper()
		var got completion
		s.asks(question("What is grace about in your view?", more), extra).heard(&got)
		if got.Error != "" {
			t.Fatalf("got %+v", got)
		}
		return got.Narthex.SessionID
	}
	id := uuid.NewString()
	header := object{"options": object{"headers": object{"X-Session-Id": id}}}
	if got := session(nil, header); got != id {
		t.Errorf("session of the header: %s", got)
	}
	if got := session(object{"user": id}, nil); got != id {
		t.Errorf("session of a user that is a UUID: %s", got)
	}
	named := session(object{"user": "ann"}, nil)
	if again := session(object{"user": "ann"}, nil); again != named {
		t.Errorf("sessions of ann: %s, %s", named, again)
	}
	if other := session(object{"user": "bob"}, nil); other == named {
		t.Error("ann and bob share a session")
	}
	if first, second := session(nil, nil), session(nil, nil); first == second {
		t.Error("two requests without a session share one")
	}
	var got completion
	s.asks(question("Hello", nil), object{"options": object{"headers": object{"X-Session-Id": "ann"}}}).heard(&got)
	if got.Error != "BadRequestError" || got.Code != "invalid_session_id" {
		t.Errorf("got %+v", got)
	}
}

func TestAnIdempotencyKeyIsAnsweredOnce(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Script(modeltest.Reply("First."), modeltest.Reply("Second."))
	repeated := object{"options": object{"headers": object{"Idempotency-Key": "order 7"}}, "calls": []string{"create", "create"}}
	client := s.asks(question("Tell me of grace in your own words", nil), repeated)
	var first, second completion
	client.said(&first)
	client.heard(&second)
	if first.Text != "First." || second.Text != first.Text || second.ID != first.ID {
		t.Errorf("first %+v\nsecond %+v", first, second)
	}
	s.Exec(t, `insert into churches (id, slug, name, timezone) values ($1, 'other', 'Other', 'UTC')`, uuid.Max)
	s.Exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id) values ($1, 'pro_chat', 'chat', true, $1)`, uuid.Max)
	other, _, err := s.keys.Create(t.Context(), uuid.Max, "theirs")
	chattest.Must(t, err)
	asked(t, s.URL, other, question("Tell me of grace in your own words", nil), repeated).said(&second)
	if second.Text != "Second." {
		t.Errorf("another church was given %+v", second)
	}
}

func TestAClientThatLeavesStopsTheAnswer(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.held()
	var left completion
	s.asks(question("Which three groups of the town rent our large hall most often", object{"stream": true}), object{"abortAt": "Two."}).said(&left)
	if left.Left != "One. Two. " {
		t.Errorf("left at %q", left.Left)
	}
	chattest.Must(t, s.Upstream.WaitCancelled(t.Context()))
}

func TestAClientThatLeavesWithAnIdempotencyKeyMayComeBack(t *testing.T) {
	s := newServer(t, turns.Config{})
	release := s.held()
	key := object{"headers": object{"Idempotency-Key": "seven"}}
	var left, back completion
	client := s.asks(question("Which three groups of the town rent our large hall most often", object{"stream": true}), object{"options": key, "abortAt": "Two."})
	client.said(&left)
	client.said(&left)
	release()
	s.asks(question("Which three groups of the town rent our large hall most often", nil), object{"options": key}).heard(&back)
	if back.Text != "One. Two. Three." || s.Upstream.Counts().Chats != 1 {
		t.Errorf("got %+v", back)
	}
}

func TestAFailureIsAnErrorWithAStatus(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Status(500))
	var got completion
	s.asks(question("What is grace about in your view?", nil), nil).heard(&got)
	if got.Error != "InternalServerError" || got.Status != 503 || got.Code != "model_unavailable" || got.Type != "server_error" {
		t.Errorf("whole: %+v", got)
	}
	s.asks(question("What is grace about in your view?", object{"stream": true}), nil).heard(&got)
	if got.Error != "APIError" || got.Code != "model_unavailable" {
		t.Errorf("streamed: %+v", got)
	}
}

func TestAnAnswerToAProgramThatIsBegunAnew(t *testing.T) {
	deltas := func(texts ...string) (lines []string) {
		for _, text := range texts {
			lines = append(lines, fmt.Sprintf(`delta {"text":%q}`, text))
		}
		return lines
	}
	reset := []string{`reset {}`, tierLine}
	for name, tt := range map[string]struct {
		lines       []string
		text, error string
	}{
		"before a word was said":         {append(reset, deltas("Grace", " is.")...), "Grace is.", ""},
		"saying the same in other parts": {slices.Concat(deltas("Grace", " is"), reset, deltas("Gr", "ace is a", " gift.")), "Grace is a gift.", ""},
		"twice":                          {slices.Concat(deltas("Grace", " is"), reset, deltas("Gr"), reset, deltas("Grace is", " a gift.")), "Grace is a gift.", ""},
		"saying no more":                 {slices.Concat(deltas("Grace is"), reset, deltas("Grace"), deltas(" is")), "Grace is", ""},
		"saying something else":          {slices.Concat(deltas("Grace is"), reset, deltas("Mercy", " is")), "", "answer_restarted"},
		"saying less":                    {slices.Concat(deltas("Grace is"), reset, deltas("Grace")), "", "answer_restarted"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := slices.Concat([]string{startLine, tierLine}, tt.lines, []string{doneLine})
			for _, whole := range []bool{false, true} {
				base := serveScript(t, func(w http.ResponseWriter, r *http.Request, batches ...[]live.Frame) error {
					return compat.ServeOpenAI(w, r, whole, nil, batches...)
				}, lines...)
				var got completion
				asked(t, base, "any", object{"model": "narthex-care", "stream": !whole}, nil).heard(&got)
				if whole && (got.Error != "" || got.Text == "") || !whole && (got.Text != tt.text || got.Code != tt.error) {
					t.Errorf("whole %v: got %+v", whole, got)
				}
			}
		})
	}
}

func TestAProgramIsToldOfARestart(t *testing.T) {
	for _, whole := range []bool{false, true} {
		base := serveScript(t, func(w http.ResponseWriter, r *http.Request, batches ...[]live.Frame) error {
			return compat.ServeOpenAI(w, r, whole, live.ErrHandedOver, batches...)
		}, startLine, tierLine, `delta {"text":"Half"}`)
		var got completion
		asked(t, base, "any", object{"model": "narthex-care", "stream": !whole}, nil).heard(&got)
		if got.Code != "shutting_down" || whole && (got.Status != 503 || got.RetryAfter == "") {
			t.Errorf("whole %v: %+v", whole, got)
		}
	}
}

// A slow model is waited for longer than the server gives to ordinary requests.
func TestAWholeAnswerMayTakeLongerThanOrdinaryRequests(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Reply("Grace", " is", " a", " gift.").Every(ordinary / 3))
	body := `{"model":"narthex-care","messages":[{"role":"user","content":"What is grace about in your view?"}]}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
	chattest.Must(t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	chattest.Must(t, err)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil || !strings.Contains(string(data), "Grace is a gift.") {
		t.Errorf("%d %s, %v", res.StatusCode, data, err)
	}
}
