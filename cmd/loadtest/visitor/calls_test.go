package visitor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"narthex/chat/voice/twilio"
	"narthex/cmd/loadtest/token"
)

// fakeTelephone answers calls as Narthex does, made for the ear.
type fakeTelephone struct {
	address string
	tokens  int
	skip    int // the token that is left out; 0: none
	hangUp  bool
}

const accountToken = "account"

func (f *fakeTelephone) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		if r.ParseForm() != nil || !twilio.Signed(r, accountToken, "http://"+f.address+r.URL.Path, r.PostForm) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		fmt.Fprintf(w, `<Response><Connect><ConversationRelay url="ws://%s/call/%s"/></Connect></Response>`, f.address, r.PostForm.Get("From"))
		return
	}
	if !twilio.Signed(r, accountToken, "ws://"+f.address+r.URL.Path, nil) {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	send := func(text string, last bool) {
		out, _ := json.Marshal(map[string]any{"type": "text", "token": text, "last": last})
		_ = conn.Write(r.Context(), websocket.MessageText, out)
	}
	for {
		_, data, err := conn.Read(r.Context())
		if err != nil {
			return
		}
		switch {
		case bytes.Contains(data, []byte(`"setup"`)):
			_ = conn.Write(r.Context(), websocket.MessageText, []byte(`{"type":"language","ttsLanguage":"en-US"}`)) // is not spoken
		case f.hangUp:
			return
		default:
			for place := range f.tokens {
				if place == 0 || place != f.skip {
					send(" "+string(bytes.Trim(token.Append(nil, place, time.Now()), "~ ")), false)
				}
			}
			send(".", true)
		}
	}
}

func openFake(t *testing.T, f *fakeTelephone) *Calls {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.address = strings.TrimPrefix(server.URL, "http://")
	calls, err := OpenCalls(t.Context(), f.address, 5, TelephoneService{Address: f.address, Token: accountToken, Called: "+12075550145"}.Ring)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(calls.Close)
	return calls
}

func TestCallersHearWholeAnswers(t *testing.T) {
	calls := openFake(t, &fakeTelephone{tokens: 4})
	if said, err := calls.Hear("When?"); err != nil || !strings.HasSuffix(said, ".") {
		t.Errorf("%q, %v", said, err)
	}
	recorder, err := calls.Ask(t.Context(), Prompts{Rate: 200, For: 250 * time.Millisecond, Tokens: 4, Say: NewPrompts(4)})
	if err != nil {
		t.Fatal(err)
	}
	failures, ended := recorder.Failures(), recorder.TurnsEnded.Load()
	const late = "speaking: the caller still hears the last answer" // where the machine is busy
	if ended+uint64(failures[late]) != 50 || recorder.TurnsBegun.Load() != 50 || recorder.Tokens.Load() != 4*ended || recorder.First.Count() != ended {
		t.Errorf("%d answers of %d tokens, failures %v", ended, recorder.Tokens.Load(), failures)
	}
}

func TestWhatCallersDoNotHearIsNoticed(t *testing.T) {
	for why, test := range map[string]struct {
		telephone fakeTelephone
		tokens    int
	}{
		"tokens out of their order": {fakeTelephone{tokens: 4, skip: 2}, 3},
		"answers of another length": {fakeTelephone{tokens: 4}, 0}, // a stored fact is asked for, and the model answers
		"calls that were cut off":   {fakeTelephone{hangUp: true}, 4},
	} {
		calls := openFake(t, &test.telephone)
		_, err := calls.Ask(t.Context(), Prompts{Rate: 100, For: 50 * time.Millisecond, Tokens: test.tokens, Say: NewPrompts(4)})
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestACallThatIsNotAnsweredIsNotOpened(t *testing.T) {
	f := &fakeTelephone{}
	server := httptest.NewServer(f)
	defer server.Close()
	f.address = strings.TrimPrefix(server.URL, "http://")
	if _, err := OpenCalls(t.Context(), f.address, 3, TelephoneService{Address: f.address, Token: "another's"}.Ring); err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("%v, want a 403", err)
	}
}
