package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"narthex/admin/reference"
	"narthex/cmd/dev/stack"
	"narthex/migrations/seed"
)

// isAPI reports whether an address is one that the reference is to describe.
func isAPI(pattern string) bool {
	return strings.HasPrefix(pattern, "/api/chatbot/") || strings.HasPrefix(pattern, "/api/churches/") || strings.HasPrefix(pattern, "/v1/")
}

func TestTheReferenceNamesAllRoutesOfTheAPIAndNoOthers(t *testing.T) {
	s, _ := inProcess(t)
	routes := make(map[string]bool)
	err := chi.Walk(s.public.Handler.(chi.Routes), func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if isAPI(pattern) && pattern != "/v1/*" && method != http.MethodHead {
			routes[method+" "+pattern] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	document, err := reference.Describe("http://127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	described := make(map[string]bool)
	for path, item := range document["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			described[strings.ToUpper(method)+" "+path] = true
		}
	}
	for route := range routes {
		if !described[route] {
			t.Errorf("%s is not described", route)
		}
	}
	for route := range described {
		if !routes[route] {
			t.Errorf("%s is described, and there is no such route", route)
		}
	}
	if len(routes) < 12 {
		t.Errorf("only %d routes were found", len(routes))
	}
}

// TestTheReferenceIsTrue runs the reference's own programs against the server, and holds what the server says against its schemas.
func TestTheReferenceIsTrue(t *testing.T) {
	p := startDemo(t)
	base := "http://" + p.base
	key := strings.TrimSpace(p.run(t, "apikey", "create", "--church", "grace-harbor", "--name", "trial"))
	key = key[strings.LastIndex(key, "\n")+1:]
	t.Run("programs", func(t *testing.T) { runExamples(t, base, key) })
	s := readSchemas(t, base)
	t.Run("exchanges", func(t *testing.T) { s.checkExchanges(t, base, key) })
	t.Run("a conversation", func(t *testing.T) { s.checkConversation(t, base) })
	t.Run("a socket", func(t *testing.T) { s.checkSocket(t, base) })
}

// runExamples runs each program of the reference as a reader would.
func runExamples(t *testing.T, base, key string) {
	examples, err := reference.Examples()
	if err != nil {
		t.Fatal(err)
	}
	if len(examples) != 5 {
		t.Errorf("%d programs", len(examples))
	}
	const question = "What time is church on Sunday?"
	for name, source := range examples {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
				t.Fatal(err)
			}
			interpreter, whom := "sh", "grace-harbor"
			switch filepath.Ext(name) {
			case ".mjs":
				interpreter = stack.NeedNode(t)
			case ".py":
				interpreter = "python3"
			}
			if name == "openai.sh" {
				whom = key
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			command := exec.CommandContext(ctx, interpreter, path, base, whom, question)
			var complaints bytes.Buffer
			command.Stderr = &complaints
			out, err := command.Output()
			if err != nil || !strings.Contains(string(out), "9:00 AM") {
				t.Errorf("%v: %s%s", err, out, &complaints)
			}
		})
	}
}

// described are the schemas of an OpenAPI document.
type described struct{ compiler *jsonschema.Compiler }

const documentURL = "https://narthex.example/openapi.json"

func readSchemas(t *testing.T, base string) described {
	t.Helper()
	response, err := http.Get(base + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	document, err := jsonschema.UnmarshalJSON(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertContent()
	compiler.AssertFormat()
	if err := compiler.AddResource(documentURL, document); err != nil {
		t.Fatal(err)
	}
	return described{compiler}
}

// check holds JSON against a schema, named by its place in the document.
func (s described) check(t *testing.T, pointer string, data any) {
	t.Helper()
	schema, err := s.compiler.Compile(documentURL + "#" + pointer)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(data); err != nil {
		t.Errorf("%s: %v\n%v", pointer, err, data)
	}
}

func (s described) checkJSON(t *testing.T, pointer string, data []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v: %s", pointer, err, data)
	}
	s.check(t, pointer, value)
}

// checkStream holds each item of a stream of events against a schema, and returns the names of the events.
func (s described) checkStream(t *testing.T, pointer, stream string) (names []string) {
	t.Helper()
	for block := range strings.SplitSeq(strings.TrimSpace(stream), "\n\n") {
		item := make(map[string]any)
		for line := range strings.SplitSeq(block, "\n") {
			if name, value, ok := strings.Cut(line, ": "); ok && name != "" {
				item[name] = value
			}
		}
		if len(item) == 0 {
			continue // a comment
		}
		name, _ := item["event"].(string)
		names = append(names, name)
		s.check(t, pointer, item)
	}
	return names
}

const schemaOf = "/components/schemas/"

// exchange is a request, and what the document says of the answer.
type exchange struct {
	name, method, path, body string
	status                   int
	schema                   string // of a JSON answer, or of each item of a stream
	events                   []string
}

func exchanges(church, session string) []exchange {
	message := func(text string) string {
		body, _ := json.Marshal(map[string]any{"churchId": church, "sessionId": session, "message": text, "clientMessageId": uuid.NewString()})
		return string(body)
	}
	parts := "/components/responses/Parts/content/text~1event-stream/itemSchema"
	chunks := "/paths/~1v1~1chat~1completions/post/responses/200/content/text~1event-stream/itemSchema"
	completion := func(stream bool) string {
		body, _ := json.Marshal(map[string]any{
			"model": "narthex-coordinator", "stream": stream, "stream_options": map[string]any{"include_usage": true},
			"messages": []map[string]any{{"role": "user", "content": "Is alcohol allowed in the building?"}},
		})
		return string(body)
	}
	return []exchange{
		{"a church", "GET", "/api/churches/nueva-vida", "", 200, schemaOf + "Church", nil},
		{"no church", "GET", "/api/churches/nowhere", "", 404, schemaOf + "Problem", nil},
		{"a stored fact", "POST", "/api/chatbot/stream", message("What time is church on Sunday?"), 200, schemaOf + "Event", []string{"start", "tier", "delta", "done"}},
		{"a question for the model", "POST", "/api/chatbot/stream", message("Is alcohol allowed in the building?"), 200, schemaOf + "Event", []string{"start", "tier", "delta", "sources", "done"}},
		{"a tool", "POST", "/api/chatbot/stream", message("Please pray for my mother Ruth, she has surgery on Friday"), 200, schemaOf + "Event", []string{"start", "tool", "done"}},
		{"a crisis", "POST", "/api/chatbot/stream", message("I can't go on, I have the pills here"), 200, schemaOf + "Event", []string{"start", "tier", "delta", "done"}},
		{"no message", "POST", "/api/chatbot/stream", message(" "), 400, schemaOf + "Problem", nil},
		{"no turn", "GET", "/api/chatbot/turns/" + uuid.NewString() + "/stream?sessionId=" + session, "", 204, "", nil},
		{"feedback without a turn", "POST", "/api/chatbot/turns/" + uuid.NewString() + "/feedback", `{"sessionId":"` + session + `","value":"up"}`, 404, schemaOf + "Problem", nil},
		{"the AI SDK", "POST", "/api/chatbot/ui?churchId=" + church, `{"id":"` + uuid.NewString() + `","trigger":"submit-message","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"Is alcohol allowed in the building?"}]}]}`, 200, parts, []string{""}},
		{"a completion", "POST", "/v1/chat/completions", completion(false), 200, schemaOf + "Completion", nil},
		{"a streamed completion", "POST", "/v1/chat/completions", completion(true), 200, chunks, []string{""}},
		{"the models", "GET", "/v1/models", "", 200, "/paths/~1v1~1models/get/responses/200/content/application~1json/schema", nil},
		{"a model", "GET", "/v1/models/narthex-care", "", 200, schemaOf + "Model", nil},
		{"no model", "GET", "/v1/models/gpt-9", "", 404, schemaOf + "CompletionError", nil},
		{"only OpenAI's", "POST", "/v1/embeddings", "{}", 404, schemaOf + "CompletionError", nil},
		{"forgetting", "DELETE", "/api/chatbot/conversations/" + session + "?churchId=" + church, "", 204, "", nil},
		{"a forgotten conversation", "POST", "/api/chatbot/stream", message("And on Easter?"), 410, schemaOf + "Problem", nil},
	}
}

func (s described) checkExchanges(t *testing.T, base, key string) {
	for _, e := range exchanges(seed.ChurchID("grace-harbor").String(), uuid.NewString()) {
		t.Run(e.name, func(t *testing.T) {
			request, err := http.NewRequestWithContext(t.Context(), e.method, base+e.path, strings.NewReader(e.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			if strings.HasPrefix(e.path, "/v1/") {
				request.Header.Set("Authorization", "Bearer "+key)
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != e.status {
				t.Fatalf("%d %v: %s", response.StatusCode, err, body)
			}
			s.checkRequest(t, e)
			switch {
			case e.events != nil:
				names := s.checkStream(t, e.schema, string(body))
				for _, want := range e.events {
					if !slices.Contains(names, want) {
						t.Errorf("no %q among %v", want, names)
					}
				}
			case e.schema != "":
				s.checkJSON(t, e.schema, body)
			}
		})
	}
}

// checkRequest holds a request that was taken against what the document says of requests.
func (s described) checkRequest(t *testing.T, e exchange) {
	t.Helper()
	requests := map[*regexp.Regexp]string{
		regexp.MustCompile(`^/api/chatbot/stream$`): "Message", regexp.MustCompile(`^/api/chatbot/ui\b`): "UIRequest", regexp.MustCompile(`^/v1/chat/completions$`): "CompletionRequest",
	}
	for path, name := range requests {
		if path.MatchString(e.path) && e.status == http.StatusOK {
			s.checkJSON(t, schemaOf+name, []byte(e.body))
		}
	}
}

// checkConversation does with one turn what the guide says of resuming, asking before anything is passed on, and asking twice.
func (s described) checkConversation(t *testing.T, base string) {
	church, session := seed.ChurchID("grace-harbor").String(), uuid.NewString()
	do := func(method, path, schema string, body map[string]any, status int, header ...string) string {
		t.Helper()
		var sent []byte
		if body != nil {
			body["sessionId"] = session
			var err error
			if sent, err = json.Marshal(body); err != nil {
				t.Fatal(err)
			}
			s.checkJSON(t, schemaOf+schema, sent)
		}
		request, err := http.NewRequestWithContext(t.Context(), method, base+path, bytes.NewReader(sent))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != status {
			t.Fatalf("%s %s: %d %v: %s", method, path, response.StatusCode, err, answer)
		}
		return string(answer)
	}
	found := func(stream, pattern string) string {
		t.Helper()
		match := regexp.MustCompile(pattern).FindStringSubmatch(stream)
		if match == nil {
			t.Fatalf("there is no %s in %s", pattern, stream)
		}
		return match[1]
	}
	message := map[string]any{"churchId": church, "message": "Please pray for my mother Ruth, she has surgery on Friday", "clientMessageId": uuid.NewString()}
	first := do("POST", "/api/chatbot/stream", "Message", message, http.StatusOK)
	s.checkStream(t, schemaOf+"Event", first)
	turn, call := found(first, `"turnId":"([^"]+)"`), found(found(first, `(data: .*"status":"confirm".*)`), `"callId":"([^"]+)"`)
	again := do("POST", "/api/chatbot/stream", "Message", message, http.StatusOK)
	s.checkStream(t, schemaOf+"Event", again)
	if found(again, `"turnId":"([^"]+)"`) != turn || !strings.Contains(again, `"resumed":true`) {
		t.Errorf("the same message, sent again, is answered anew: %s", again)
	}
	rest := do("GET", "/api/chatbot/turns/"+turn+"/stream?sessionId="+session+"&churchId="+church, "", nil, http.StatusOK, "Last-Event-ID", turn+":1")
	if names := s.checkStream(t, schemaOf+"Event", rest); slices.Contains(names, "start") || !slices.Contains(names, "done") || !strings.HasSuffix(first, rest) {
		t.Errorf("read on, the answer is %q after %q", rest, first)
	}
	s.checkStream(t, "/components/responses/Parts/content/text~1event-stream/itemSchema",
		do("GET", "/api/chatbot/ui/"+session+"/stream?churchId="+church+"&turn="+turn, "", nil, http.StatusOK))
	for _, accept := range []bool{true, true} {
		became := do("POST", "/api/chatbot/turns/"+turn+"/confirm", "Confirmation", map[string]any{"callId": call, "accept": accept}, http.StatusOK)
		s.checkJSON(t, schemaOf+"Tool", []byte(became))
		if !strings.Contains(became, `"status":"done"`) {
			t.Errorf("the yes became %s", became)
		}
	}
	otherwise := do("POST", "/api/chatbot/turns/"+turn+"/confirm", "Confirmation", map[string]any{"callId": call, "accept": false}, http.StatusConflict)
	s.checkJSON(t, schemaOf+"Problem", []byte(otherwise))
	do("POST", "/api/chatbot/turns/"+turn+"/feedback", "Feedback", map[string]any{"value": "up"}, http.StatusNoContent)
	do("POST", "/api/chatbot/turns/"+turn+"/stop", "Stop", map[string]any{}, http.StatusNoContent)
}

// checkSocket holds what a client sends and gets over a WebSocket against the document.
func (s described) checkSocket(t *testing.T, base string) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, strings.Replace(base, "http", "ws", 1)+"/api/chatbot/ws", &websocket.DialOptions{Subprotocols: []string{"narthex.v1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	exchange := func(frame map[string]any, last string) {
		t.Helper()
		data, err := json.Marshal(frame)
		if err != nil {
			t.Fatal(err)
		}
		s.checkJSON(t, schemaOf+"SocketRequest", data)
		if err := conn.Write(ctx, websocket.MessageText, data); err != nil {
			t.Fatal(err)
		}
		for {
			_, answer, err := conn.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			s.checkJSON(t, schemaOf+"SocketFrame", answer)
			if bytes.HasPrefix(answer, []byte(`{"event":"`+last+`"`)) {
				return
			}
		}
	}
	session := uuid.NewString()
	exchange(map[string]any{"type": "ping"}, "pong")
	exchange(map[string]any{"type": "message", "churchId": seed.ChurchID("grace-harbor").String(), "sessionId": session, "message": "What time is church on Sunday?"}, "done")
	exchange(map[string]any{"type": "stop", "turnId": uuid.NewString(), "sessionId": session}, "problem")
}
