package alarm_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
)

// TestAReportFromAnOutageIsMadeOnceAndSaysWhatWasAnswered has a visitor be in danger while Postgres is away, and say so again.
func TestAReportFromAnOutageIsMadeOnceAndSaysWhatWasAnswered(t *testing.T) {
	server, churches, network := withPostgresCut(t, 1)
	question := chattest.Question{Message: chattest.InDanger, Session: uuid.New(), Address: "2001:db8:0:1::1"}
	events := server.Ask(t, churches[0], question)
	chattest.CheckCrisis(t, events)
	server.Ask(t, churches[0], question)
	network.Restore()
	server.WaitSpoolEmpty(t)
	notices := server.CrisisNotices(churches[0])
	if len(notices) != 1 || !notices[0].Urgent {
		t.Fatalf("the church is told %+v", notices)
	}
	answered := ""
	for _, line := range notices[0].Lines {
		if line.Label == "answered" {
			answered = line.Text
		}
	}
	if !strings.Contains(answered, chattest.CrisisBlessing) {
		t.Errorf("the church is told that the visitor was answered %q", answered)
	}
}
