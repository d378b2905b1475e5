package notify

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestALanguageIsAddedAsAFile(t *testing.T) {
	english, err := messageFiles.ReadFile("messages/en.json")
	if err != nil {
		t.Fatal(err)
	}
	korean := strings.Replace(string(english), `"urgent": "URGENT"`, `"urgent": "긴급"`, 1)
	loaded, err := loadWordings(fstest.MapFS{"messages/en.json": {Data: english}, "messages/ko.json": {Data: []byte(korean)}})
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]struct{ urgent, said string }{"ko": {"긴급", "ko"}, "en": {"URGENT", "en"}, "fr": {"URGENT", "en"}} {
		if w, said := loaded.in(language); w.Urgent != want.urgent || said != want.said {
			t.Errorf("in %s: %s, in the words of %s", language, w.Urgent, said)
		}
	}
}

func TestWordsThatAreNotWholeAreRefused(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"none in the default language": {"messages/ko.json": {Data: []byte(`{"days":["","","","","","",""],"months":["","","","","","","","","","","",""]}`)}},
		"a week of one day":            {"messages/en.json": {Data: []byte(`{"days":["Sunday"]}`)}},
		"no JSON":                      {"messages/en.json": {Data: []byte(`{`)}},
	} {
		if _, err := loadWordings(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
