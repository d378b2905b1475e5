package intent_test

import (
	"os"
	"strings"
	"testing"

	"narthex/chat/tools/intent"
)

// conversations reads a file of them, by the tool that they are about.
func conversations(t testing.TB, path string) map[string][]string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(file), "\n\n") // what the file is
	found, tool := map[string][]string{}, ""
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if name, isHeading := strings.CutPrefix(line, "# "); isHeading {
			tool = name
		} else if line != "" {
			found[tool] = append(found[tool], line)
		}
	}
	return found
}

// conversation is what a visitor said, and what the assistant had said before each.
type conversation struct{ said, before []string }

func (c conversation) wants(tool string) bool { return intent.Wanted(tool, c.said, c.before) }

// readConversation reads one of them.
func readConversation(line string) (c conversation) {
	before := ""
	for message := range strings.SplitSeq(line, " | ") {
		if said, byAssistant := strings.CutPrefix(message, "<"); byAssistant {
			before = said
			continue
		}
		c.said, c.before = append(c.said, message), append(c.before, before)
		before = ""
	}
	return c
}

// Most of what visitors honestly ask for must be done without asking them once more.
func TestAWishIsRecognized(t *testing.T) {
	passed, all := 0, 0
	byTool := conversations(t, "testdata/wishes.txt")
	for tool, lines := range byTool {
		for _, line := range lines {
			all++
			if readConversation(line).wants(tool) {
				passed++
			} else {
				t.Logf("%s is refused to: %s", tool, line)
			}
		}
	}
	t.Logf("%d of %d wishes are recognized (%.3f)", passed, all, float64(passed)/float64(all))
	if all < 60 || float64(passed) < 0.97*float64(all) {
		t.Errorf("%d of %d wishes are recognized", passed, all)
	}
	for _, tool := range intent.Tools() {
		if len(byTool[tool]) < 3 {
			t.Errorf("%s has %d wishes in the corpus", tool, len(byTool[tool]))
		}
	}
}

func TestAQuestionIsNoWish(t *testing.T) {
	checked := 0
	for _, line := range conversations(t, "testdata/idle.txt")[""] {
		for _, tool := range intent.Tools() {
			checked++
			if readConversation(line).wants(tool) {
				t.Errorf("%q is taken for a wish for %s", line, tool)
			}
		}
	}
	t.Logf("%d pairs of message and tool", checked)
}

func TestAnOfferCountsOnlyWhenItIsTaken(t *testing.T) {
	const offer = "Would you like me to ask the office to call you?"
	for reply, want := range map[string]bool{
		"yes": true, "Sure, 207 555 0199": true, "Sí, por favor": true, "that would be great": true, "207 555 0199": true,
		"no": false, "No thank you, 207 is my room": false, "what time is it there?": false, "not now": false,
	} {
		asked := conversation{said: []string{"I have a question about weddings", reply}, before: []string{"", offer}}
		if got := asked.wants("request_callback"); got != want {
			t.Errorf("%q: %v", reply, got)
		}
		asked.before = nil
		if asked.wants("request_callback") {
			t.Errorf("%q to nothing is a wish", reply)
		}
	}
}

func TestWhatSomebodyDoesNotWantIsNotDone(t *testing.T) {
	for said, tool := range map[string]string{
		"Please don't call me":                  "request_callback",
		"I do not want anyone to call":          "request_callback",
		"No me llamen, por favor":               "request_callback",
		"No quiero que oren por mí":             "submit_prayer_request",
		"don't sign me up for anything":         "register_for_event",
		"never email me your newsletter again!": "subscribe_to_newsletter",
	} {
		if intent.Wanted(tool, []string{said}, nil) {
			t.Errorf("%q is taken for a wish for %s", said, tool)
		}
	}
}

// An old wish is not the wish of a visitor who has long gone on to something else.
func TestAWishIsForgotten(t *testing.T) {
	said := []string{"Please pray for my mother"}
	for range 8 {
		said = append(said, "I see", "The choir was lovely")
	}
	if intent.Wanted("submit_prayer_request", said, nil) {
		t.Error("a wish of sixteen messages ago still counts")
	}
}

func BenchmarkWanted(b *testing.B) {
	var said []string
	for range 8 {
		said = append(said, "My father is in hospital since Monday, the doctors say that he may come home next week, and my mother is alone with the two dogs and the garden until then.")
	}
	for b.Loop() {
		intent.Wanted("subscribe_to_newsletter", said, nil)
	}
}
