package audit

import (
	"strings"

	"narthex/static/web"
)

// named are where the texts are that details have, by the details' names: a detail is one of these names, or a list of them.
var named = map[string]string{
	"kind": "requests.kind.", "agents": "agent.", "off": "tool.", "roles": "team.role.", "before": "team.role.",
}

// Words says what was changed, in the language. What there are no words for is named as it is stored: a page that fails says nothing at all.
func Words(language *web.Language, what string, detail map[string]string) string {
	var pairs []string
	for name, value := range detail {
		pairs = append(pairs, name, inWords(language, name, value))
	}
	text, err := language.Text("audit."+what, pairs...)
	if err != nil {
		return what
	}
	return text
}

func inWords(language *web.Language, name, value string) string {
	if name == "lens" {
		return language.Tradition(value)
	}
	texts, ok := named[name]
	if !ok {
		return value
	}
	items := strings.Split(value, ", ")
	for i, item := range items {
		if text, err := language.Text(texts + item); err == nil {
			items[i] = text
		}
	}
	return strings.Join(items, ", ")
}
