package settings

import (
	"maps"
	"slices"
	"strings"

	"narthex/static/web"
)

// texts are those of a language. The first that is missing is kept as err, and looked at once.
type texts struct {
	language *web.Language
	err      error
}

func (t *texts) of(key string, pairs ...string) string {
	text, err := t.language.Text(key, pairs...)
	if err != nil && t.err == nil {
		t.err = err
	}
	return text
}

// label is what the field at a path is called: those of items of a list are called alike.
func (t *texts) label(path string) string { return t.of("set." + unnumbered(path)) }

// hint says more of the field at a path; not all need that.
func (t *texts) hint(path string) string { return t.language.Texts["set."+unnumbered(path)+".hint"] }

// unnumbered is a path without the places of items.
func unnumbered(path string) string {
	parts := strings.Split(path, ".")
	kept := parts[:0]
	for _, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			continue
		}
		kept = append(kept, part)
	}
	return strings.Join(kept, ".")
}

// longestBrief is how much of a value is quoted, in characters.
const longestBrief = 200

// brief is a value in a few words.
func (t *texts) brief(value any) string {
	words := []rune(t.plain(value))
	if len(words) > longestBrief {
		words = append(words[:longestBrief], '…')
	}
	if len(words) == 0 {
		return t.of("set.nothing")
	}
	return string(words)
}

func (t *texts) plain(value any) string {
	var parts []string
	switch held := value.(type) {
	case string:
		return held
	case float64:
		return written(held)
	case bool:
		if held {
			return t.of("set.yes")
		}
		return t.of("set.no")
	case []any:
		for _, one := range held {
			parts = append(parts, t.plain(one))
		}
		return strings.Join(parts, "; ")
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(held)) {
			parts = append(parts, t.plain(held[name]))
		}
		return strings.Join(parts, ", ")
	}
	return ""
}
