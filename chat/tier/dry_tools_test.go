package tier_test

import (
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/model/modeltest"
)

func TestNoToolOfATrialWritesAndAllSayWhatTheyWould(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, fixedClock)
	server.Upstream.Default(modeltest.Reply("There you are.")) // not asked for where the visitor is
	for name, test := range toolCases {
		t.Run(name, func(t *testing.T) {
			at := newFullChurch(t, server)
			q := evaluate.Question{ChurchID: at.id, Message: test.said, Agent: church.Agent(test.agent)}
			server.Upstream.Script(calling(name, at.ids.Replace(test.arguments)))
			trial, err := server.Trials.Ask(t.Context(), q)
			chattest.Must(t, err)
			if len(trial.Tools) != 1 || trial.Answer.Failed {
				t.Fatalf("tools %+v, answer %+v", trial.Tools, trial.Answer)
			}
			tool := trial.Tools[0]
			writes := test.writes != ""
			if tool.Name != name || !tool.OK || tool.Wrote != writes || (len(tool.Told) == 1) != writes || tool.Summary == "" || tool.Result == "" {
				t.Errorf("%+v", tool)
			}
			if asks := writes && name != "escalate_to_pastor"; asks != (tool.Asked != "") || !strings.Contains(trial.Answer.Text, tool.Asked) {
				t.Errorf("asked %q, answered %q", tool.Asked, trial.Answer.Text)
			}
			if got := writtenRows(t, server, at.id); len(got) != 0 || noticesFor(server, at.id) != 0 {
				t.Errorf("written %v, %d notices", got, noticesFor(server, at.id))
			}
		})
	}
}
