package seed

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"narthex/static/messages"
)

// The crisis gate speaks English and Spanish, and has a phrase book for each of the others.
func TestTheLanguagesOfTheCrisisGateAreNamed(t *testing.T) {
	entries := mustLoad(t, ProductKnowledge)
	entry := slices.IndexFunc(entries, func(e ProductEntry) bool { return e.Topic == "languages" })
	if entry < 0 {
		t.Fatal("no entry is about languages")
	}
	files, err := os.ReadDir("../../chat/crisis/phrases")
	if err != nil {
		t.Fatal(err)
	}
	spoken := []language.Tag{language.English, language.Spanish}
	for _, file := range files {
		name, isBook := strings.CutSuffix(file.Name(), ".txt")
		if tag, err := language.Parse(name); isBook && err == nil && len(name) == 2 {
			spoken = append(spoken, tag)
		}
	}
	if len(spoken) < 12 {
		t.Fatalf("only %v", spoken)
	}
	pages := messages.Load("pages-teaching")
	for _, tag := range spoken {
		for where, text := range map[string]struct {
			says string
			name display.Namer
		}{
			"product knowledge":    {entries[entry].Answer, display.English.Languages()},
			"the Safety page, en.": {pages["en"].Text("safety.always.gate"), display.English.Languages()},
			"the Safety page, es.": {pages["es"].Text("safety.always.gate"), display.Spanish.Languages()},
		} {
			if name := text.name.Name(tag); !strings.Contains(text.says, name) {
				t.Errorf("%s: %s is not named in %q", where, name, text.says)
			}
		}
	}
}
