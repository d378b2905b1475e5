package compat_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/turns"
)

func TestAnOverloadedNodeSaysSoToEachClientAsItExpects(t *testing.T) {
	s := newServer(t, turns.Config{Admitted: 1})
	s.Overload(t, s.churchID)
	spoken, err := json.Marshal(question(chattest.ModelQuestion, nil))
	chattest.Must(t, err)
	parts, err := json.Marshal(object{"id": uuid.NewString(), "messages": []object{{"id": "m", "role": "user", "parts": []object{{"type": "text", "text": chattest.ModelQuestion}}}}})
	chattest.Must(t, err)
	for name, test := range map[string]struct {
		url, key, body, says string
	}{
		"OpenAI's":     {s.URL + "/v1/chat/completions", "Bearer " + s.key, string(spoken), `"type":"server_error"`},
		"the AI SDK's": {s.api(), "", string(parts), `"status":503`},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, test.url, strings.NewReader(test.body))
		chattest.Must(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", test.key)
		res, err := http.DefaultClient.Do(req)
		chattest.Must(t, err)
		var told json.RawMessage
		chattest.Must(t, json.NewDecoder(res.Body).Decode(&told))
		res.Body.Close()
		wait, err := strconv.Atoi(res.Header.Get("Retry-After"))
		if said := strings.ReplaceAll(string(told), " ", ""); res.StatusCode != http.StatusServiceUnavailable || err != nil || wait < 2 || wait > 6 ||
			!strings.Contains(said, `"code":"busy"`) || !strings.Contains(said, test.says) {
			t.Errorf("%s client: %d %s, Retry-After %q", name, res.StatusCode, told, res.Header.Get("Retry-After"))
		}
	}
}
