package tools

import "encoding/json"

// Fields become a JSON object. Angle brackets are escaped in it, so that no text in it can close or open a fence of the
// prompt.
type Fields map[string]any

// linkFields are the fields that hold a link of the tool's own.
var linkFields = []string{"link", "map", "calendar_file"}

func (f Fields) links() []string {
	var links []string
	for _, name := range linkFields {
		if link, ok := f[name].(string); ok {
			links = append(links, link)
		}
	}
	return links
}

// maxFact is how much of one text of the church's goes into an answer, in characters.
const maxFact = 600

// Add adds a text of the church's, where there is one.
func (f Fields) Add(name, text string) {
	if text != "" {
		f[name] = Shorten(text, maxFact)
	}
}

// Shorten keeps the beginning of a text that is longer than n characters.
func Shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n]) + "…"
}

// content is the answer to a call that succeeded.
func (f Fields) content() (string, error) {
	all := Fields{"ok": true}
	for key, value := range f {
		all[key] = value
	}
	content, err := json.Marshal(all)
	return string(content), err
}
