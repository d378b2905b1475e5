package settings

import (
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
const longestBrief = 500

// brief is what a control holds, in words.
func (t *texts) brief(c control) string {
	words := []rune(t.words(c))
	if len(words) > longestBrief {
		words = append(words[:longestBrief], '…')
	}
	if len(words) == 0 {
		return t.of("set.nothing")
	}
	return string(words)
}

func (t *texts) words(c control) string {
	switch c.Input {
	case "check":
		if c.Checked {
			return t.of("set.yes")
		}
		return t.of("set.no")
	case "select":
		for _, one := range c.Options {
			if one.Chosen {
				return one.Label
			}
		}
	case "rows":
		var rows []string
		for _, row := range c.Rows {
			var parts []string
			for _, part := range row {
				if text := t.words(part); text != "" {
					parts = append(parts, text)
				}
			}
			rows = append(rows, strings.Join(parts, ", "))
		}
		return strings.Join(rows, "; ")
	case "datetime-local":
		return strings.Replace(c.Value, "T", " ", 1)
	}
	return strings.ReplaceAll(c.Value, "\n", "; ")
}
