package messages

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestEveryLanguageHasTheSameTexts(t *testing.T) {
	for name, test := range map[string]struct {
		spanish, wanted string
	}{
		"the same":  {`{"hello":"Hola, {name}"}`, ""},
		"one less":  {`{}`, "lack hello"},
		"an empty":  {`{"hello":""}`, "lack hello"},
		"one more":  {`{"hello":"Hola","bye":"Adiós"}`, "have bye"},
		"one twice": {`{"hello":"Hola","hello":"Buenas"}`, "read messages"},
		"not texts": {`{"hello":3}`, "read messages"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(fstest.MapFS{
				"en/greetings.json": {Data: []byte(`{"hello":"Hello, {name}"}`)},
				"es/greetings.json": {Data: []byte(test.spanish)},
			}, "greetings")
			if test.wanted == "" && err != nil || test.wanted != "" && (err == nil || !strings.Contains(err.Error(), test.wanted)) {
				t.Errorf("loading gave %v, want %q", err, test.wanted)
			}
		})
	}
}

func TestTheDefaultLanguageSpeaksForThoseThereAreNoTextsIn(t *testing.T) {
	catalog := Catalog{"en": {"hello": "Hello, {name}, from {church}"}, "es": {"hello": "Hola, {name}, de {church}"}}
	for language, want := range map[string]string{
		"en": "Hello, Ruth, from Grace", "es": "Hola, Ruth, de Grace", "ko": "Hello, Ruth, from Grace", "": "Hello, Ruth, from Grace",
	} {
		if said := catalog.In(language).Text("hello", "name", "Ruth", "church", "Grace"); said != want {
			t.Errorf("in %q: %q, want %q", language, said, want)
		}
	}
}

func TestFillingReplacesWhatIsNamedAndLeavesTheRest(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"{name}":                  "Ruth",
		"{name}, {name}; {place}": "Ruth, Ruth; {name}", // what is filled in is not read again
		"{other} {name":           "{other} {name",
		"{{name}} {}":             "{Ruth} {}",
	} {
		if got := Fill(text, "name", "Ruth", "place", "{name}"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A translation that loses a placeholder loses what is filled in, one that invents one shows braces.
func TestTranslationsKeepPlaceholders(t *testing.T) {
	placeholder := regexp.MustCompile(`\{\w+\}`)
	names, err := fs.Glob(Files, Default+"/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("subjects %v, %v", names, err)
	}
	for _, name := range names {
		subject := strings.TrimSuffix(path.Base(name), ".json")
		if subject == "pages" {
			continue // see package static
		}
		catalog := Load(subject, "opening.", "advice.", "instead.", "child.", "call.") // of which the package that loads them spares some
		for language, texts := range catalog {
			for key, text := range texts {
				english, ok := catalog[Default][key]
				if !ok { // English has it for children and adults alike
					english = catalog[Default][strings.Replace(key, "child.", "", 1)]
				}
				want, got := placeholder.FindAllString(english, -1), placeholder.FindAllString(text, -1)
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(slices.Compact(want), slices.Compact(got)) {
					t.Errorf("%s/%s: %s has %v, %s has %v", language, subject, key, got, Default, want)
				}
			}
		}
	}
}
