package compat

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/live"
)

const (
	aChurch  = "0197a3c0-0000-7000-8000-000000000001"
	aSession = "0197a3c0-0000-7000-8000-000000000002"
)

// checkRequest proves what the chat relies on.
func checkRequest(t *testing.T, req *chat.Request, err error) {
	t.Helper()
	if err != nil {
		_, problem := errors.AsType[*chat.Problem](err)
		_, refusal := errors.AsType[*apiError](err)
		if !problem && !refusal {
			t.Fatalf("an error that is not for clients: %v", err)
		}
		return
	}
	if strings.TrimSpace(req.Message) == "" || req.SessionID == uuid.Nil || req.ChurchID == uuid.Nil || len(req.History) > chat.MaxHistoryItems {
		t.Fatalf("accepted %+v", req)
	}
	if _, err := json.Marshal(req.History); err != nil {
		t.Fatal(err)
	}
}

func received(body []byte) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/?churchId="+aChurch, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

func FuzzUIRequest(f *testing.F) {
	for _, body := range []string{
		`{"id":"` + aSession + `","messages":[{"id":"m","role":"user","parts":[{"type":"text","text":"Hello"}]}],"trigger":"submit-message"}`,
		`{"id":"` + aSession + `","messages":[{"role":"user","parts":[{"type":"text","text":"\u0000"}]}],"agentType":"care","lensOverride":4}`,
		`{"messages":[{"role":"assistant"},{"role":"user","parts":null}]}`, `[]`, `{"messages":{}}`, "\xff",
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := received(body)
		var decoded uiRequest
		err := readJSON(httptest.NewRecorder(), r, time.Second, &decoded)
		var req *chat.Request
		if err == nil {
			req, err = decoded.decode(r)
		}
		checkRequest(t, req, err)
	})
}

func FuzzCompletionRequest(f *testing.F) {
	for _, body := range []string{
		`{"model":"narthex-care","messages":[{"role":"system","content":"x"},{"role":"user","content":"Hello"}],"user":"ann"}`,
		`{"messages":[{"role":"user","content":[{"type":"text","text":"Hello"}]}],"n":1,"tool_choice":"auto"}`,
		`{"messages":[{"role":"user","content":{}}]}`, `{"messages":[{"role":"user","content":null}],"user":"` + aSession + `"}`, `[]`, "\xff",
	} {
		f.Add([]byte(body), "", "")
	}
	f.Add([]byte(`{"messages":[{"role":"user","content":"Hello"}]}`), aSession, "key")
	f.Fuzz(func(t *testing.T, body []byte, session, idempotency string) {
		r := received(body)
		r.Header["X-Session-Id"], r.Header["Idempotency-Key"] = []string{session}, []string{idempotency}
		var decoded completionRequest
		err := readJSON(httptest.NewRecorder(), r, time.Second, &decoded)
		var req *chat.Request
		if err == nil {
			req, err = decoded.decode(&church.APIKey{ChurchID: uuid.MustParse(aChurch)}, church.Care, r.Header)
		}
		checkRequest(t, req, err)
	})
}

// FuzzDelta compares the fast way of a delta with the plain one.
func FuzzDelta(f *testing.F) {
	f.Add([]byte(`{"text":"Hello \"you\""}`))
	f.Add([]byte(`{"text":"a","more":"b"}`))
	f.Add([]byte(`{ "text" : "a" }`))
	f.Fuzz(func(t *testing.T, data []byte) {
		event, err := live.Frame{Kind: chat.KindDelta, Data: data}.Event()
		quoted, ok := quotedText(data)
		if err != nil || !ok {
			return
		}
		var text string
		if err := json.Unmarshal(quoted, &text); err != nil || text != event.Text {
			t.Errorf("%q: %q, %v; want %q", data, text, err, event.Text)
		}
	})
}
