package pages_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/pages"
)

func TestProgramsLearnAChurchsIDFromItsAddress(t *testing.T) {
	grace := graceHarbor()
	listed := directoryOf(grace)
	off := func(s *church.Snapshot) { s.ChatbotEnabled = false }
	for name, test := range map[string]struct {
		lookup  pages.Lookup
		answers bool
	}{
		"one that answers":           {having(grace), true},
		"one whose assistant is off": {with(off), false},
		"one that is only listed":    {having(), false},
		"one that is not subscribed": {failing(church.ErrNotSubscribed), false},
	} {
		t.Run(name, func(t *testing.T) {
			response := visitWith(t, test.lookup, func(parts *pages.Parts) {
				parts.Directory = func(context.Context, string) (*church.Directory, error) { return listed, nil }
			}, "/api/churches/grace-harbor")
			var entry pages.Entry
			if err := json.Unmarshal(response.Body.Bytes(), &entry); err != nil || response.Code != http.StatusOK {
				t.Fatalf("%d %v %s", response.Code, err, response.Body)
			}
			if entry.ID != grace.ID || entry.Name != listed.Name || entry.Page != "https://narthex.example/churches/grace-harbor" || entry.TimeZone == "" {
				t.Errorf("%+v", entry)
			}
			if entry.Answers != test.answers || slices.Contains(entry.Agents, church.Coordinator) != test.answers {
				t.Errorf("answers: %v by %v", entry.Answers, entry.Agents)
			}
			if response.Header().Get("Access-Control-Allow-Origin") != "*" {
				t.Error("pages of other sites cannot read it")
			}
			if body := response.Body.String(); strings.Contains(body, "null") {
				t.Errorf("an empty list is not null: %s", body)
			}
		})
	}
	if missing := visit(t, having(), http.MethodGet, "/api/churches/nowhere"); missing.Code != http.StatusNotFound || missing.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("a church that there is not: %d %v", missing.Code, missing.Header())
	}
}
