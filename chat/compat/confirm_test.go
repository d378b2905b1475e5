package compat_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

const (
	forRuth   = "Please pray for my mother Ruth, she has surgery on Monday"
	shallI    = "**Your prayer request**\n\n- In your words: my mother Ruth, she has surgery on Monday\n\nShall I pass this on to Harbor Church?"
	passedOn  = "Your prayer request was passed on."
	confirmed = "confirmed"
)

// prays has the church take prayer requests, and the model want to pass one on.
func (s *server) prays() {
	s.t.Helper()
	s.Exec(s.t, `insert into church_voice_agents (church_id) values ($1) on conflict do nothing`, s.churchID)
	s.Upstream.Script(modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "submit_prayer_request", Arguments: `{"request":"my mother Ruth, she has surgery on Monday"}`}))
}

func (s *server) requests() int {
	s.t.Helper()
	return s.Count(s.t, `select count(*) from visitor_requests where church_id = $1`, s.churchID)
}

func TestAProgramIsAskedInWordsAndAnswersInWords(t *testing.T) {
	s := newServer(t, turns.Config{})
	for i, stream := range []bool{false, true} {
		session := object{"stream": stream, "user": uuid.NewString()}
		s.prays()
		var asked, answered completion
		s.asks(question(forRuth, session), nil).heard(&asked)
		if asked.Text != shallI || s.requests() != i {
			t.Errorf("asked is %q, %d requests", asked.Text, s.requests())
		}
		s.asks(question("Yes, please", session), nil).heard(&answered)
		if answered.Text != passedOn || answered.Narthex.Reason != confirmed || s.requests() != i+1 {
			t.Errorf("answered is %+v, %d requests", answered, s.requests())
		}
	}
}

func TestAPageOfTheAISDKIsAskedInWordsAndInTheToolsOutput(t *testing.T) {
	call := uuid.NewString()
	seen := scripted(t, nil, startLine, tierLine, `tool {"name":"submit_prayer_request","status":"running"}`,
		`tool {"name":"submit_prayer_request","status":"confirm","summary":"Your prayer request","callId":"`+call+`","fields":[{"label":"Name","value":"Ann"}]}`,
		`delta {"text":"Shall I pass this on?"}`, doneLine)
	answer := seen.last(t)
	if seen.Status != "ready" || answer.kinds() != "step-start dynamic-tool text" || answer.Text != "**Your prayer request**\n\n- Name: Ann\n\nShall I pass this on?" {
		t.Fatalf("page %+v", seen)
	}
	output, _ := answer.Parts[1]["output"].(map[string]any)
	if output["status"] != "confirm" || output["callId"] != call || len(output["fields"].([]any)) != 1 || !strings.Contains(answer.Parts[1]["state"].(string), "output-available") {
		t.Errorf("the tool is %v", answer.Parts[1])
	}
}
