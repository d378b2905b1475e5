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

const atOnce = "escalate_to_pastor"

// Nobody who asks for a person has to ask twice, and no wish is taken for a mere question, which would keep the visitor from being asked.
func TestAWishIsNoMereQuestion(t *testing.T) {
	passed, all := 0, 0
	byTool := conversations(t, "testdata/wishes.txt")
	for tool, lines := range byTool {
		for _, line := range lines {
			all++
			wish := readConversation(line)
			switch {
			case intent.OnlyAsks(wish.said[len(wish.said)-1]):
				t.Logf("%s is not offered to: %s", tool, line)
			case tool == atOnce && !wish.wants(tool):
				t.Errorf("%s is refused to: %s", tool, line)
			default:
				passed++
			}
		}
	}
	t.Logf("%d of %d wishes are recognized (%.3f)", passed, all, float64(passed)/float64(all))
	if all < 60 || float64(passed) < 0.97*float64(all) {
		t.Errorf("%d of %d wishes are recognized", passed, all)
	}
	if len(byTool[atOnce]) < 3 || !intent.Known(atOnce) || intent.Known("submit_prayer_request") {
		t.Error("what is done at once is not what it should be")
	}
}

func TestAQuestionIsNoWish(t *testing.T) {
	lines, asked := conversations(t, "testdata/idle.txt")[""], 0
	for _, line := range lines {
		idle := readConversation(line)
		if idle.wants(atOnce) {
			t.Errorf("%q is taken for a wish for %s", line, atOnce)
		}
		if intent.OnlyAsks(idle.said[len(idle.said)-1]) {
			asked++
		} else {
			t.Logf("may be offered a card: %q", line)
		}
	}
	t.Logf("%d of %d idle messages merely ask", asked, len(lines))
}

func TestAnOfferCountsOnlyWhenItIsTaken(t *testing.T) {
	const offer = "Would you like me to reach the pastor for you?"
	for reply, want := range map[string]bool{
		"yes": true, "Sure, 207 555 0199": true, "Sí, por favor": true, "that would be great": true, "207 555 0199": true,
		"no": false, "No thank you, 207 is my room": false, "what time is it there?": false, "not at this hour": false,
	} {
		asked := conversation{said: []string{"I have a question about weddings", reply}, before: []string{"", offer}}
		if got := asked.wants(atOnce); got != want {
			t.Errorf("%q: %v", reply, got)
		}
		asked.before = nil
		if asked.wants(atOnce) {
			t.Errorf("%q to nothing is a wish", reply)
		}
	}
}

func TestWhatSomebodyDoesNotWantIsNotDone(t *testing.T) {
	for _, said := range []string{"Please don't call the pastor", "I do not want anyone to call", "No llamen al pastor, por favor", "No quiero que llamen al pastor"} {
		if intent.Wanted(atOnce, []string{said}, nil) {
			t.Errorf("%q is taken for a wish for %s", said, atOnce)
		}
	}
}

// An old wish is not the wish of a visitor who has long gone on to something else.
func TestAWishIsForgotten(t *testing.T) {
	said := []string{"I need to speak to the pastor"}
	for range 8 {
		said = append(said, "I see", "The choir was lovely")
	}
	if intent.Wanted(atOnce, said, nil) {
		t.Error("a wish of sixteen messages ago still counts")
	}
}

func BenchmarkWanted(b *testing.B) {
	var said []string
	for range 8 {
		said = append(said, "My father is in hospital since Monday, the doctors say that he may come home next week, and my mother is alone with the two dogs and the garden until then.")
	}
	for b.Loop() {
		intent.Wanted(atOnce, said, nil)
	}
}
