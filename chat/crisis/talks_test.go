package crisis

import (
	"path/filepath"
	"strings"
	"testing"
)

// talk is what one visitor says, message after message.
type talk struct {
	messages []string
	danger   bool // the last one completes what none of them tells by itself
}

// readTalks reads files of testdata/talks: a talk in a line, a bar between its messages, "!" before a danger.
func readTalks(t testing.TB, pattern string) (talks []talk) {
	t.Helper()
	files, err := filepath.Glob("testdata/talks/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no talks %s: %v", pattern, err)
	}
	for _, file := range files {
		for _, line := range lines(string(readAll(t, file))) {
			line, danger := strings.CutPrefix(line, "! ")
			messages := strings.Split(line, "|")
			for i := range messages {
				messages[i] = strings.TrimSpace(messages[i])
			}
			talks = append(talks, talk{messages, danger})
		}
	}
	return talks
}

// lessonsOfTalks are harmless talks half way and whole, and dangers whole. Of the older talks each harmless message teaches by itself as well; of
// the newer ones, which close as dangers do, none: "no puedo más" is harmless only after a password that is not taken.
func lessonsOfTalks(t testing.TB) (lessons []lesson) {
	t.Helper()
	lessons = lessonsOf(readTalks(t, "lessons_*_[cd].txt"), true)
	return append(lessons, lessonsOf(readTalks(t, "lessons_*_e.txt"), false)...)
}

func lessonsOf(talks []talk, alone bool) (lessons []lesson) {
	known := make(map[string]bool)
	for _, talk := range talks {
		last := len(talk.messages) - 1
		whole := lesson{text: talk.messages[last], earlier: talk.messages[:last], weight: weightHarmless}
		if talk.danger {
			whole.category = unnamed
			lessons = append(lessons, whole)
			continue
		}
		half := lesson{text: talk.messages[last/2], earlier: talk.messages[:last/2], weight: weightHarmless}
		lessons = append(lessons, whole, half)
		for _, message := range talk.messages {
			if alone && !known[message] {
				known[message] = true
				lessons = append(lessons, lesson{text: message, weight: weightHarmless})
			}
		}
	}
	return lessons
}

// assess gives where in a talk something is found, -1 where nothing is, and whether any of it is sure.
func (t talk) assess() (at int, sure bool) {
	at = -1
	for i, message := range t.messages {
		if f, found := Assess(message, t.messages[:i]); found {
			at = i
			sure = sure || !f.Unsure
		}
	}
	return at, sure
}

// Whole talks of short messages, each read with those before it: what is harmless in one message may look like a danger after six, and of the
// harmless ones a third say what frightens before they say what they mean. The unseen ones are by two authors of whose talks none was looked
// at. Bounds are what was reached.
func TestTalksOfShortMessages(t *testing.T) {
	for file, bounds := range map[string]struct{ leastFound, leastSure, mostWoken, mostTaken float64 }{
		"seen_en.txt":   {0.92, 0.84, 0.06, 0.08},
		"unseen_en.txt": {0.875, 0.82, 0.071, 0.08},
		"seen_es.txt":   {0.98, 0.965, 0.095, 0.125},
		"unseen_es.txt": {0.88, 0.795, 0.067, 0.092},
	} {
		t.Run(file, func(t *testing.T) {
			var dangers, found, foundSure, harmless, taken, woken float64
			for _, talk := range readTalks(t, file) {
				at, sure := talk.assess()
				was, surely := at >= 0, sure
				switch {
				case talk.danger:
					dangers++
					found, foundSure = found+one(was), foundSure+one(surely)
				default:
					harmless++
					taken, woken = taken+one(was), woken+one(surely)
				}
				if was != talk.danger && strings.HasPrefix(file, "seen_") {
					t.Logf("%d: %q", at, talk.messages)
				}
			}
			found, foundSure, taken, woken = found/dangers, foundSure/dangers, taken/harmless, woken/harmless
			t.Logf("of %.0f dangers %.3f found, %.3f without doubt; of %.0f harmless talks %.3f taken, %.3f without doubt", dangers, found, foundSure, harmless, taken, woken)
			if found < bounds.leastFound || foundSure < bounds.leastSure {
				t.Error("too little danger is found")
			}
			if taken > bounds.mostTaken || woken > bounds.mostWoken {
				t.Error("too much that is harmless is taken for a danger")
			}
		})
	}
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
