package compat_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/turns"
)

// posted posts a body as a program does, and gives what came back.
func posted(t *testing.T, s *server, body, idempotency string) (status int, answer string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
	chattest.Must(t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	req.Header.Set("Content-Type", "application/json")
	if idempotency != "" {
		req.Header.Set("Idempotency-Key", idempotency)
	}
	res, err := http.DefaultClient.Do(req)
	chattest.Must(t, err)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	chattest.Must(t, err)
	return res.StatusCode, string(data)
}

func TestAFieldOfAWrongTypeIsNamed(t *testing.T) {
	s := newServer(t, turns.Config{})
	const asked = `"model":"narthex-care","messages":[{"role":"user","content":"What is grace?"}]`
	for body, param := range map[string]string{
		`{` + asked + `,"user":123}`:                              "user",
		`{` + asked + `,"stream":"true"}`:                         "stream",
		`{` + asked + `,"n":1.0}`:                                 "n",
		`{` + asked + `,"response_format":"text"}`:                "response_format",
		`{` + asked + `,"stream_options":{"include_usage":1}}`:    "stream_options.include_usage",
		`{"model":"narthex-care","messages":{"role":"user"}}`:     "messages",
		`{"model":7,"messages":[]}`:                               "model",
		`{"model":"narthex-care","messages":[{"role":["user"]}]}`: "messages.role",
		`{"model":"narthex-care","messages":[["user"]]}`:          "messages",
		`{` + asked + `,"stream_options":[]}`:                     "stream_options",
		`[]`:                                                      "body",
		`"What is grace?"`:                                        "body",
	} {
		status, answer := posted(t, s, body, "")
		var refusal struct {
			Error struct{ Code, Param, Message string }
		}
		chattest.Must(t, json.Unmarshal([]byte(answer), &refusal))
		if status != 400 || refusal.Error.Code != "invalid_type" || refusal.Error.Param != param || !strings.Contains(refusal.Error.Message, " must be ") || strings.Contains(refusal.Error.Message, "must be ,") {
			t.Errorf("%s: %d %s", body, status, answer)
		}
	}
	if status, answer := posted(t, s, `{`+asked, ""); status != 400 || !strings.Contains(answer, "invalid_json") {
		t.Errorf("broken JSON: %d %s", status, answer)
	}
}
