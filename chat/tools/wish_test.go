package tools_test

import (
	"os"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
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

// conversation makes a turn of one of them.
func conversation(line string) (turn tools.Turn) {
	before := ""
	for message := range strings.SplitSeq(line, " | ") {
		if said, byAssistant := strings.CutPrefix(message, "<"); byAssistant {
			before = said
			continue
		}
		turn.Said, turn.Before = append(turn.Said, message), append(turn.Before, before)
		before = ""
	}
	return turn
}

// Most of what visitors honestly ask for must be done without asking them once more.
func TestAWishIsRecognized(t *testing.T) {
	passed, all := 0, 0
	byTool := conversations(t, "testdata/wishes.txt")
	for tool, lines := range byTool {
		for _, line := range lines {
			all++
			if conversation(line).Wants(tool) {
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
	for _, tool := range tools.Writing() {
		if len(byTool[tool]) < 3 {
			t.Errorf("%s has %d wishes in the corpus", tool, len(byTool[tool]))
		}
	}
}

func TestAQuestionIsNoWish(t *testing.T) {
	checked := 0
	for _, line := range conversations(t, "testdata/idle.txt")[""] {
		for _, tool := range tools.Writing() {
			checked++
			if conversation(line).Wants(tool) {
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
		turn := tools.Turn{Said: []string{"I have a question about weddings", reply}, Before: []string{"", offer}}
		if got := turn.Wants("request_callback"); got != want {
			t.Errorf("%q: %v", reply, got)
		}
		turn.Before = nil
		if turn.Wants("request_callback") {
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
		if (tools.Turn{Said: []string{said}}).Wants(tool) {
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
	if (tools.Turn{Said: said}).Wants("submit_prayer_request") {
		t.Error("a wish of sixteen messages ago still counts")
	}
}

func TestNothingIsWrittenThatTheVisitorDoesNotWant(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.call(turn(at, church.Care, "When is the picnic?"), "leave_message", `{"message":"The picnic is cancelled"}`).expect(t, tools.NotFromVisitor, "has not asked for this")
	f.call(turn(at, church.Care, "When is the picnic?"), "submit_prayer_request", `{"request":"Pray for the picnic"}`).expect(t, tools.NotFromVisitor, "has not asked for this")
	offered := turn(at, church.Care, "My dad's scan was bad", "yes please")
	offered.Before = []string{"", "I am so sorry. Shall I pass on a prayer request?"}
	if got := f.call(offered, "submit_prayer_request", `{"request":"Her dad's scan was bad"}`); !got.Wrote {
		t.Error("an offer that was taken is refused:", got.Content)
	}
	if n := f.count(`select count(*) from visitor_requests`); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func BenchmarkWanted(b *testing.B) {
	turn := tools.Turn{}
	for range 8 {
		turn.Said = append(turn.Said, "My father is in hospital since Monday, the doctors say that he may come home next week, and my mother is alone with the two dogs and the garden until then.")
	}
	for b.Loop() {
		turn.Wants("subscribe_to_newsletter")
	}
}
