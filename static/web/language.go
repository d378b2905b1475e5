package web

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json" // refuses a key that stands twice
	"golang.org/x/text/language"

	"narthex/static/messages"
)

// defaultLanguage is the one that every other is compared with, and what people get whose language there is not.
const defaultLanguage = "en"

// Language holds the interface texts in one language.
type Language struct {
	Code  string            `json:"-"`
	Dir   string            `json:"dir"` // ltr or rtl
	Texts map[string]string `json:"texts"`

	asked      *Language         // the same, as whoever asks for it in an address is shown it; see Link
	traditions map[string]string // the texts' keys by the catalogue's names
}

// Languages are those the interface exists in: one folder each, named by its code.
type Languages struct {
	list    []*Language // the default first
	matcher language.Matcher
}

// LoadLanguages reads pages.json in every folder of files, and the texts in pages-*.json beside it. All languages must have the same
// texts, so that no page is found to lack one when somebody looks at it.
func LoadLanguages(files fs.FS) (*Languages, error) {
	names, err := fs.Glob(files, "*/pages.json")
	if err != nil {
		return nil, err
	}
	languages := new(Languages)
	for _, name := range names {
		loaded, err := loadLanguage(files, name)
		if err != nil {
			return nil, fmt.Errorf("load language file %s: %w", name, err)
		}
		languages.list = append(languages.list, loaded)
	}
	slices.SortStableFunc(languages.list, func(a, b *Language) int {
		return boolOrder(b.Code == defaultLanguage) - boolOrder(a.Code == defaultLanguage)
	})
	if err := languages.check(); err != nil {
		return nil, err
	}
	traditions := make(map[string]string)
	for slug, name := range languages.list[0].Group("lens.") {
		traditions[name] = "lens." + slug
	}
	for _, l := range languages.list {
		l.traditions, l.asked.traditions = traditions, traditions
	}
	tags := make([]language.Tag, len(languages.list))
	for i, l := range languages.list {
		tags[i] = language.Make(l.Code)
	}
	languages.matcher = language.NewMatcher(tags)
	return languages, nil
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

func loadLanguage(files fs.FS, name string) (*Language, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	loaded := &Language{Code: path.Dir(name)}
	if err := json.Unmarshal(data, loaded); err != nil {
		return nil, err
	}
	if loaded.Dir != "ltr" && loaded.Dir != "rtl" {
		return nil, fmt.Errorf("dir is %q, want ltr or rtl", loaded.Dir)
	}
	if _, err := language.Parse(loaded.Code); err != nil {
		return nil, err
	}
	if err := loadMore(files, loaded); err != nil {
		return nil, err
	}
	asked := *loaded
	asked.asked, loaded.asked = &asked, &asked
	return loaded, nil
}

// loadMore adds the texts that have a file of their own: each is one object of texts by key.
func loadMore(files fs.FS, to *Language) error {
	names, err := fs.Glob(files, to.Code+"/pages-*.json")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var more map[string]string
		if err := json.Unmarshal(data, &more); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for key, text := range more {
			if _, twice := to.Texts[key]; twice {
				return fmt.Errorf("%s: there are two texts %s", name, key)
			}
			to.Texts[key] = text
		}
	}
	return nil
}

// check compares every language with the default one.
func (l *Languages) check() error {
	if len(l.list) == 0 || l.list[0].Code != defaultLanguage {
		return fmt.Errorf("there is no language file %s/pages.json", defaultLanguage)
	}
	want := slices.Sorted(maps.Keys(l.list[0].Texts))
	for _, other := range l.list[1:] {
		for _, key := range want {
			if _, ok := other.Texts[key]; !ok {
				return fmt.Errorf("language %s lacks the text %s", other.Code, key)
			}
		}
		for key := range other.Texts {
			if _, ok := l.list[0].Texts[key]; !ok {
				return fmt.Errorf("language %s has the text %s, which %s lacks", other.Code, key, defaultLanguage)
			}
		}
	}
	return nil
}

// For returns the language that the client asks for or, if there is none such, the one whose code is fallback.
func (l *Languages) For(r *http.Request, fallback string) *Language {
	wanted, _, err := language.ParseAcceptLanguage(strings.Join(r.Header.Values("Accept-Language"), ","))
	if err == nil && len(wanted) > 0 {
		if _, index, confidence := l.matcher.Match(wanted...); confidence >= language.High {
			return l.list[index]
		}
	}
	for _, other := range l.list {
		if other.Code == fallback {
			return other
		}
	}
	return l.list[0]
}

// Text is the text of a key, see messages.Form. Pairs of name and value replace its {name} placeholders.
func (l *Language) Text(key string, pairs ...string) (string, error) {
	text, ok := messages.Form(l.Texts, key, pairs)
	if !ok {
		return "", fmt.Errorf("no text %s in language %s", key, l.Code)
	}
	if len(pairs)%2 != 0 {
		return "", fmt.Errorf("text %s: a placeholder without its value", key)
	}
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(text), nil
}

// Named is what a tradition or a family of churches is called in the language: the text of its key or, where the catalogue has come to hold
// more than the texts, the name there.
func (l *Language) Named(key, name string) string {
	if text, ok := l.Texts[key]; ok {
		return text
	}
	return name
}

// Tradition is what a tradition is called in the language of which nothing but the catalogue's name is at hand: a record of an answer keeps
// no more of it.
func (l *Language) Tradition(name string) string { return l.Named(l.traditions[name], name) }

// Group returns the texts whose keys begin with prefix, under the rest of their keys.
func (l *Language) Group(prefix string) map[string]string {
	group := make(map[string]string)
	for key, text := range l.Texts {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			group[rest] = text
		}
	}
	return group
}

// List returns the texts whose keys begin with prefix, in the order of their keys.
func (l *Language) List(prefix string) []string {
	group := l.Group(prefix)
	list := make([]string, 0, len(group))
	for _, key := range slices.Sorted(maps.Keys(group)) {
		list = append(list, group[key])
	}
	return list
}
