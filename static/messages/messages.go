// Package messages holds what the server says to people: one folder a language, named by its code (ISO 639-1), one JSON
// file a subject. pages.json and pages-*.json are what pages and their modules say, see static/web; every other file is one object of texts by
// key, in which {name} stands for what is filled in. A text whose key ends in .one is said of one thing, see Form. A language is added as a folder, without any Go.
package messages

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json" // refuses a key that stands twice
)

//go:embed */*.json
var embedded embed.FS

// Files are the folders of all languages.
var Files fs.FS = embedded

// Default is the language of those for whose language there are no texts.
const Default = "en"

// Catalog holds the texts of one subject by language.
type Catalog map[string]Texts

// Texts are those of one subject in one language, by key.
type Texts map[string]string

// Load reads a subject in every language. It panics where a file cannot be read or a language has other texts than the
// default one, because the files are part of the program: a test of any package that loads them would show it. Of the texts whose
// keys begin in one of the ways that are spared, a language may have fewer or others.
func Load(subject string, spared ...string) Catalog {
	catalog, err := load(Files, subject, spared...)
	if err != nil {
		panic(err)
	}
	return catalog
}

func load(files fs.FS, subject string, spared ...string) (Catalog, error) {
	catalog := make(Catalog)
	names, err := fs.Glob(files, "*/"+subject+".json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		texts := make(Texts)
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, fmt.Errorf("read messages %s: %w", name, err)
		}
		language, _, _ := strings.Cut(name, "/")
		catalog[language] = texts
	}
	return catalog, catalog.check(subject, spared)
}

// check compares every language with the default one.
func (c Catalog) check(subject string, spared []string) error {
	free := func(key string) bool {
		return slices.ContainsFunc(spared, func(start string) bool { return strings.HasPrefix(key, start) })
	}
	wanted := slices.Sorted(maps.Keys(c[Default]))
	if len(wanted) == 0 {
		return fmt.Errorf("there are no messages %s/%s.json", Default, subject)
	}
	for language, texts := range c {
		for _, key := range wanted {
			if texts[key] == "" && !free(key) {
				return fmt.Errorf("messages %s/%s.json lack %s", language, subject, key)
			}
		}
		for key := range texts {
			if _, ok := c[Default][key]; !ok && !free(key) {
				return fmt.Errorf("messages %s/%s.json have %s, which %s lacks", language, subject, key, Default)
			}
		}
	}
	return nil
}

// In returns the texts of a language, those of the default one where there are none.
func (c Catalog) In(language string) Texts {
	if texts, ok := c[language]; ok {
		return texts
	}
	return c[Default]
}

// Languages are the codes of the languages that there are texts in, sorted.
func (c Catalog) Languages() []string { return slices.Sorted(maps.Keys(c)) }

// Text is the text of a key, see Form. Pairs of name and value replace its {name}. A key that no language has is a mistake in the
// program, and panics.
func (t Texts) Text(key string, pairs ...string) string {
	text, ok := Form(t, key, pairs)
	if !ok {
		panic("messages: there is no text " + key)
	}
	return Fill(text, pairs...)
}

// Fill replaces each {name} in a text by the value that follows the name in pairs.
func Fill(text string, pairs ...string) string {
	if len(pairs) == 0 {
		return text
	}
	size := len(text)
	for i := 1; i < len(pairs); i += 2 {
		size += len(pairs[i])
	}
	filled := make([]byte, 0, size)
	for {
		before, after, open := strings.Cut(text, "{")
		filled = append(filled, before...)
		if !open {
			return string(filled)
		}
		name, rest, closed := strings.Cut(after, "}")
		value, known := valueOf(name, pairs)
		if closed && known {
			filled, text = append(filled, value...), rest
		} else {
			filled, text = append(filled, '{'), after
		}
	}
}

func valueOf(name string, pairs []string) (value string, known bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1], true
		}
	}
	return "", false
}

// Group returns the texts whose keys begin with prefix, under the rest of their keys.
func (t Texts) Group(prefix string) Texts {
	group := make(Texts)
	for key, text := range t {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			group[rest] = text
		}
	}
	return group
}
