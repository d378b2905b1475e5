package crisis

import (
	"path/filepath"
	"strings"
	"testing"
)

// What a second reader is shown of messages in which nobody is in danger: each costs a request to a model, and its visitor up to
// two seconds.
const (
	mostDoubtfulQuestions = 0.02 // of ordinary questions
	mostDoubtfulHarmless  = 0.02 // of all harmless messages, which were mostly chosen for being close to the words of danger
	leastDoubtfulMissed   = 0.5  // of the dangers that the gate misses
)

// doubts counts the messages of some kind that the gate lets pass, and those of them in the band.
type doubts struct{ messages, passed, doubtful int }

// add counts a message that stands for so many.
func (d *doubts) add(a Assessment, messages int) {
	d.messages += messages
	if a.Found {
		return
	}
	d.passed += messages
	if a.Doubtful {
		d.doubtful += messages
	}
}

func (d *doubts) share() float64 { return float64(d.doubtful) / float64(d.messages) }

// labelled are the messages that the model knows, which are six times as many as all others: one of sampled is read, for all of them.
const (
	labelled = "testdata/labelled/*.yaml"
	sampled  = 10
)

func TestFewHarmlessMessagesAndManyMissedDangersAreInTheBand(t *testing.T) {
	var questions, harmless, missed doubts
	count := func(name string, lessons []lesson) {
		var here doubts
		each := 1
		if name == labelled {
			each = sampled
		}
		for i := 0; i < len(lessons); i += each {
			l := lessons[i]
			a := Read(l.text, l.earlier) // once: it is most of what this test takes
			if l.category != "" {
				missed.add(a, each)
				continue
			}
			harmless.add(a, each)
			here.add(a, each)
			if name == "ordinary" {
				questions.add(a, each)
			}
		}
		if here.messages > 0 {
			t.Logf("%s: %d of %d harmless messages (%.4f)", name, here.doubtful, here.messages, here.share())
		}
	}
	for _, name := range []string{"ordinary", "personal", "troubles", "innocent_en", "innocent_es", "wide_harmless"} {
		count(name, readSlots(t, name, 1))
	}
	for _, pattern := range []string{labelled, "testdata/unseen/*.yaml", "testdata/heldout.yaml", "testdata/learned.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, error %v", pattern, len(files), err)
		}
		var lessons []lesson
		for _, file := range files {
			lessons = append(lessons, readForeign(t, file, 1)...)
		}
		count(pattern, lessons)
	}
	var everyday []lesson
	for message := range strings.Lines(string(readAll(t, "testdata/everyday.txt"))) {
		everyday = append(everyday, lesson{text: strings.TrimSpace(message)})
	}
	count("everyday", everyday)
	caught := float64(missed.doubtful) / float64(missed.passed)
	t.Logf("ordinary questions: %d of %d (%.4f)", questions.doubtful, questions.messages, questions.share())
	t.Logf("all harmless messages: %d of %d (%.4f)", harmless.doubtful, harmless.messages, harmless.share())
	t.Logf("dangers that the gate misses: %d of %d (%.3f)", missed.doubtful, missed.passed, caught)
	if questions.messages < 500 || questions.share() > mostDoubtfulQuestions || harmless.share() > mostDoubtfulHarmless {
		t.Error("too many harmless messages would be read twice")
	}
	if caught < leastDoubtfulMissed {
		t.Error("too few of the dangers that the gate misses would be read twice")
	}
}
