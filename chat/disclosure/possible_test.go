package disclosure

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
)

// What asks about the assistant is as good as never taken for what cannot, and most of what a church is asked is not taken for what may.
const (
	leastPossible     = 0.99
	mostOfTheChurches = 0.15
)

func TestWhatMayBeAboutTheAssistantIsTakenForIt(t *testing.T) {
	asked, taken := 0, 0
	note := func(text string) {
		if asked++; Possible(text) {
			taken++
		} else {
			t.Logf("not possible: %q", text)
		}
	}
	for _, language := range []string{"en", "es"} {
		for _, q := range corpus(t, language) {
			if q.about != "none" {
				note(q.text)
			}
		}
	}
	for _, text := range []string{"Who can see what I type?", "Does the app cost anything for our parish?", "你是机器人吗", "¿En qué idiomas contestas?", "Can you give me legal advice?"} {
		note(text)
	}
	if share := float64(taken) / float64(asked); asked < 150 || share < leastPossible {
		t.Errorf("%d of %d are (%.3f), want %.2f", taken, asked, share, leastPossible)
	}
}

// The questions are those that the demonstration churches are held to.
func TestWhatChurchesAreAskedIsSeldomTakenForWhatMayBeAboutTheAssistant(t *testing.T) {
	files, err := filepath.Glob("../../cmd/narthex/testdata/cases/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("%v, %v", files, err)
	}
	asked, taken := 0, 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []struct{ Question string }
		if err := yaml.Unmarshal(content, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if asked++; Possible(c.Question) {
				taken++
				t.Logf("possible: %q", c.Question)
			}
		}
	}
	share := float64(taken) / float64(asked)
	t.Logf("%d of %d (%.3f)", taken, asked, share)
	if asked < 400 || share > mostOfTheChurches {
		t.Errorf("%d of %d (%.3f), at most %.2f", taken, asked, share, mostOfTheChurches)
	}
}
