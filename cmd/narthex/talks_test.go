package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/migrations/seed"
)

// The talks of a folder are conversations with the demonstration churches, with the whole program and without a service about words. Of those
// in unseen.txt only the count is told, so that nobody learns from them.
func TestTheDemonstrationChurchesTakeWhatPeopleWish(t *testing.T) {
	p := startDemo(t)
	for _, set := range []struct {
		name  string
		held  float64
		told  bool
		least int
	}{{"known", .65, true, 24}, {"unseen", .8, false, 12}} {
		t.Run(set.name, func(t *testing.T) {
			talks := readTalks(t, filepath.Join("testdata", "talks", set.name+".txt"))
			held := 0
			for _, talk := range talks {
				heard, missed := p.hold(t, talk)
				switch {
				case missed == "":
					held++
				case talk.always:
					t.Errorf("%s: %s\n%s", talk.name, missed, heard)
				case set.told:
					t.Logf("%s: %s\n%s", talk.name, missed, heard)
				}
			}
			t.Logf("%d of %d conversations held", held, len(talks))
			if len(talks) < set.least || float64(held) < set.held*float64(len(talks)) {
				t.Errorf("%d of %d", held, len(talks))
			}
		})
	}
}

// talk is a conversation: what the visitor says, and behind each message what must come of it.
type talk struct {
	name, church, agent string
	always              bool // whatever the share of the others
	said                []remark
}

type remark struct {
	message string
	must    []string // lines of "= tool | part | !part" for a card, "- " for none, "~ text" and "! text" for the answer
}

func readTalks(t *testing.T, path string) (talks []talk) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			parts := strings.Split(heading, " | ")
			talks = append(talks, talk{name: parts[1], church: parts[0], always: len(parts) > 2 && parts[2] == "always"})
			continue
		}
		if len(talks) == 0 || line == "" {
			continue
		}
		current := &talks[len(talks)-1]
		line = addressOf.ReplaceAllString(line, fmt.Sprintf("talk%d.$0", len(talks))) // its own: who is registered is so for all
		if message, ok := strings.CutPrefix(line, "> "); ok {
			current.said = append(current.said, remark{message: message})
		} else if n := len(current.said); n > 0 {
			current.said[n-1].must = append(current.said[n-1].must, line)
		}
	}
	return talks
}

// addressOf is an address of who takes part in a talk.
var addressOf = regexp.MustCompile(`[\w.]+@exa?ma?ple`)

// hold has a conversation. missed is the first line that was not kept.
func (p *program) hold(t *testing.T, of talk) (heard, missed string) {
	t.Helper()
	session := uuid.New()
	for _, each := range of.said {
		got := p.say(t, of.church, session, each.message, of.agent)
		heard += "> " + each.message + "\n-> " + got.shown() + "\n"
		for _, line := range each.must {
			if !got.keeps(line) && missed == "" {
				missed = line
			}
		}
	}
	return heard, missed
}

// spoken is what a message came to.
type spoken struct{ text, tool, fields, words string } // words are the visitor's own, on the card

func (s spoken) shown() string {
	text := strings.ReplaceAll(s.text, "\n", " / ")
	if s.tool != "" {
		return "CARD " + s.tool + " {" + s.fields + "} " + text
	}
	return text
}

func (s spoken) keeps(line string) bool {
	kind, rest, _ := strings.Cut(line, " ")
	holds := func(text, own, part string) bool {
		if absent, ok := strings.CutPrefix(part, "!"); ok {
			return !strings.Contains(text, absent)
		}
		return strings.Contains(text, part) || strings.Contains(own, part)
	}
	switch kind {
	case "=":
		parts := strings.Split(rest, " | ")
		if s.tool != parts[0] {
			return false
		}
		for _, part := range parts[1:] {
			if !holds(s.fields, s.words, part) {
				return false
			}
		}
		return true
	case "-":
		return s.tool == ""
	case "~":
		return strings.Contains(s.text, rest)
	case "!":
		return !strings.Contains(s.text, rest)
	}
	return false
}

// say sends a message of a conversation.
func (p *program) say(t *testing.T, slug string, session uuid.UUID, message, agent string) (got spoken) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	body := fmt.Sprintf(`{"message":%q,"churchId":%q,"sessionId":%q,"agentType":%q}`, message, seed.ChurchID(slug), session, agent)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.base+"/api/chatbot/stream", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusOK:
	case http.StatusServiceUnavailable: // as clients do: on a busy machine Redis and Postgres may both be late
		select {
		case <-time.After(time.Second):
			return p.say(t, slug, session, message, agent)
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		}
	default:
		t.Fatalf("%s: %s", message, res.Status)
	}
	name := ""
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = event
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var event struct {
			Text, Name, Status string
			Fields             []struct{ Label, Value string }
		}
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		switch {
		case name == "delta":
			got.text += event.Text
		case name == "reset":
			got = spoken{}
		case name == "tool" && event.Status == "confirm":
			got.tool = event.Name
			for _, field := range event.Fields {
				if field.Label == "In your words" || field.Label == "En sus palabras" {
					got.words = field.Value
					continue
				}
				got.fields += field.Label + ": " + field.Value + "; "
			}
		}
	}
	return got
}
