package words

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLanguageOfMessages(t *testing.T) {
	for _, test := range []struct{ text, fallback, want string }{
		{"When are your services?", "es", "en"},
		{"¿A qué hora es el culto?", "en", "es"},
		{"hola, quiero saber el horario de la misa", "en", "es"},
		{"parking", "es", "es"}, // a word of both
		{"parking", "en", "en"},
		{"¿Parking?", "en", "es"},
		{"MISA DOMINGO", "en", "es"},
		{"Misa  dominical mañana", "en", "es"},
		{"Me llamo Juan Pérez", "en", "es"},
		{"do you have misa en espanol", "es", "en"},
		{"tienen sunday school para ninos", "en", "es"},
		{"Pastor Dan touches me", "es", "en"}, // a name that is a Spanish word
		{"Pastor Dan keeps touching me", "es", "en"},
		{"pastor dan molests me", "en", "en"},
		{"El pastor Mark me pega", "en", "es"},
		{"el padre me toca", "en", "es"},
		{"me pega", "en", "es"},
		{"", "en", "en"},
		{"Привет, как дела?", "en", "en"},
		{"안녕하세요", "es", "es"},
	} {
		if got := Language(test.text, test.fallback); got != test.want {
			t.Errorf("%q with fallback %s: %s, want %s", test.text, test.fallback, got, test.want)
		}
	}
}

func TestNamesAndNumbersAreOfNoLanguage(t *testing.T) {
	for _, text := range []string{
		"Juan", "Juan Perez", "John Smith", "maria lopez", "Maria Guadalupe Hernandez", "jose", "José García", "Fernando Ruiz", "Nicole Fleming",
		"Elizabeth Johnson", "Kelly", "michael brown", "555 123 4567", "(207) 555-0199", "555-123-4567 Juan", "ana@example.org", "12/24",
		"10:30", "3", "04101", "Juan M.", "J. T. Walker", "???", "😀",
	} {
		if got := Language(text, ""); got != "" {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// Of each language a list for writing the files of the languages, and one that was not looked at meanwhile. What is found
// of the second is what short messages of real visitors may expect.
// An hour is written alike in both languages.
func TestAnHourTellsNoLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"6 pm": "xx", "8:30 PM": "xx", "after 6 pm": "en", "until 3 pm": "en", "around 5 pm": "en", "before noon": "en", "9 am on sunday": "en",
		"domingo 10 am": "es", "el domingo 6 pm": "es", "a las 6 pm por favor": "es", "como a las 5 pm": "es",
	} {
		if got := Language(text, "xx"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestShortMessagesAreReadInTheirLanguage(t *testing.T) {
	for language, other := range map[string]string{"en": "es", "es": "en"} {
		for list, wanted := range map[string]float64{"short": 0.98, "heldout": 0.95} {
			t.Run(list+" "+language, func(t *testing.T) {
				messages := readMessages(t, list+"_"+language)
				var missed []string
				for _, message := range messages {
					if got := Language(message, other); got != language {
						missed = append(missed, message)
					}
				}
				found := float64(len(messages)-len(missed)) / float64(len(messages))
				t.Logf("%d of %d", len(messages)-len(missed), len(messages))
				if found < wanted {
					t.Errorf("%.2f are found, want %.2f", found, wanted)
					if list == "short" {
						t.Errorf("missed: %q", missed)
					}
				}
			})
		}
	}
}

func readMessages(t *testing.T, list string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + list + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func TestAThirdLanguageIsOneFile(t *testing.T) {
	withThird := fstest.MapFS{"languages/pt.json": {Data: []byte(
		`{"small": ["o os uma um em nao voce qual"], "common": ["culto missa domingo horario oracao"], "endings": ["cao", "coes"], "letters": "ãõ"}`)}}
	for _, language := range []string{"en", "es"} {
		data, err := files.ReadFile("languages/" + language + ".json")
		if err != nil {
			t.Fatal(err)
		}
		withThird["languages/"+language+".json"] = &fstest.MapFile{Data: data}
	}
	x, err := load(withThird)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x.codes, []string{"en", "es", "pt"}) {
		t.Fatalf("languages %v", x.codes)
	}
	for text, want := range map[string]string{"missa domingo": "pt", "qual o horário": "pt", "misa domingo": "es", "sunday mass": "en", "domingo": "", "Maria": ""} {
		if got := x.languageOf(text, ""); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFilesOfLanguagesAreWrittenFolded(t *testing.T) {
	for word := range known.words {
		if Fold(word) != word || len(slices.Collect(Split(word))) != 1 {
			t.Errorf("%q is no folded word", word)
		}
	}
	for ending := range known.endings {
		if Fold(ending) != ending {
			t.Errorf("ending %q is not folded", ending)
		}
	}
}

func TestSmallWords(t *testing.T) {
	for _, test := range []struct {
		language, word string
		small          bool
	}{
		{"en", "the", true}, {"en", "el", false}, {"es", "el", true}, {"es", "the", false}, {"en", "mass", false},
		{"es", "misa", false}, {"pt", "o", false}, {"", "the", false},
	} {
		if got := SmallWord(test.language, test.word); got != test.small {
			t.Errorf("%q in %q: %v", test.word, test.language, got)
		}
	}
	if !SmallInAny("the") || !SmallInAny("el") || SmallInAny("misa") {
		t.Error("small words of any language are not those of each")
	}
}

func BenchmarkLanguage(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Language("¿Me puede decir a qué hora es la misa del domingo en español?", "en")
	}
}
