package seed

import (
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// named is the beginning of a document's name in a text: its first word that is a name of its own.
var named = regexp.MustCompile(`\p{Lu}[\p{L}-]+`)

func TestEveryLensHasTextsThatNameWhatTheyRestOn(t *testing.T) {
	texts, err := LensTexts()
	if err != nil {
		t.Fatal(err)
	}
	count, titles := map[int]int{}, map[string]bool{}
	for _, text := range texts {
		count[text.Lens]++
		if titles[text.Title+"/"+text.Content[:40]] {
			t.Errorf("%s is there twice", text.Title)
		}
		titles[text.Title+"/"+text.Content[:40]] = true
		first, _, _ := strings.Cut(text.Source, ";")
		if !slices.ContainsFunc(named.FindAllString(first, -1), func(word string) bool { return len(word) > 4 && strings.Contains(text.Content, word) }) {
			t.Errorf("lens %d, %s: the text does not name %q", text.Lens, text.Title, first)
		}
		if !regexp.MustCompile(`\d{3,4}|Creed`).MatchString(text.Source) {
			t.Errorf("lens %d, %s: %q has no year", text.Lens, text.Title, text.Source)
		}
	}
	if len(count) != lensCount || slices.Min(slices.Collect(maps.Values(count))) < minLensTexts {
		t.Errorf("texts by lens: %v", count)
	}
}

// The Coptic, the Armenian, the Ethiopian, the Eritrean, the Syriac and the Malankara churches, which are answered from the same texts, receive
// three councils, and no confession of the seventeenth century.
func TestNothingIsSaidInTheNameOfOrthodoxChurchesThatSomeOfThemDeny(t *testing.T) {
	texts, err := LensTexts()
	if err != nil {
		t.Fatal(err)
	}
	disputed, looked := regexp.MustCompile(`Ecumenical Council|[Cc]ouncil of|787|Dositheus|Philaret|Chalcedon|Seventh`), 0
	for _, text := range texts {
		if text.Lens != 9 {
			continue
		}
		// A source is one sentence: what it names is of whom it names.
		for _, sentence := range append(strings.Split(text.Content, ". "), text.Source) {
			if !disputed.MatchString(sentence) {
				continue
			}
			looked++
			if !strings.Contains(sentence, "Eastern Orthodox churches") {
				t.Errorf("%s: %q does not say whose it is", text.Title, sentence)
			}
		}
	}
	if looked < 8 {
		t.Errorf("only %d sentences name what some deny", looked)
	}
}

// The nine points of the Evangelical Alliance (1846) in their order: the eighth is of the last things, the ninth of the ministry, of baptism and
// of the Lord's Supper.
func TestThePointsOf1846AreCountedAsTheyStand(t *testing.T) {
	counted := regexp.MustCompile(`(?i)\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|last)\b[^.]*\bpoints?\b[^.]*`)
	found := false
	texts, err := LensTexts()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if !strings.Contains(text.Source, "Evangelical Alliance") {
			continue
		}
		for _, sentence := range counted.FindAllString(text.Content, -1) {
			found = found || strings.Contains(sentence, "resurrection of the body")
			if strings.Contains(sentence, "resurrection of the body") && !strings.HasPrefix(sentence, "eighth of the nine points") {
				t.Errorf("%s: %q", text.Title, sentence)
			}
		}
	}
	if !found {
		t.Error("no text says which point speaks of the resurrection of the body")
	}
}

func TestATextOfALensThatIsNotFitIsRefused(t *testing.T) {
	lenses, err := Lenses()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Repeat("Grace is free and given to all who come. ", 18)
	for name, c := range map[string]struct{ file, field string }{
		"without a heading":            {"Grace\n\nSource: Creed\n\n" + words, "head"},
		"without a source":             {"# Grace\n\n" + words, "head"},
		"too short":                    {"# Grace\n\nSource: Creed\n\nGrace is free.", "content"},
		"too long":                     {"# Grace\n\nSource: Creed\n\n" + words + words + words, "content"},
		"with a word never to be said": {"# Grace\n\nSource: Creed\n\n" + words + "It is a mere symbol.", "content"},
	} {
		files := fstest.MapFS{}
		for _, lens := range lenses {
			for _, n := range []string{"a", "b", "c", "d", "e"} {
				files["texts/"+lens.Slug+"/"+n+".md"] = &fstest.MapFile{Data: []byte("# Grace\n\nSource: Creed\n\n" + words)}
			}
		}
		if _, err := loadLensTexts(files, lenses); err != nil {
			t.Fatalf("before: %v", err)
		}
		files["texts/catholic/a.md"].Data = []byte(c.file)
		_, err := loadLensTexts(fs.FS(files), lenses)
		if fault, ok := errors.AsType[*CatalogError](err); !ok || fault.File != "texts/catholic/a.md" || fault.Field != c.field {
			t.Errorf("%s: %v", name, err)
		}
		delete(files, "texts/catholic/a.md")
		if _, err := loadLensTexts(files, lenses); err == nil {
			t.Errorf("%s: four texts are enough", name)
		}
	}
}
