package prompt

import (
	"fmt"
	"html"
	"strings"
	"unicode"
)

// fence wraps text that is data in a tag that the text cannot close, nor open a block: its own angle brackets are escaped,
// and so is a number sign that begins a line.
func fence(out *strings.Builder, tag string, attributes []string, text string) {
	out.WriteByte('<')
	out.WriteString(tag)
	for i := 0; i+1 < len(attributes); i += 2 {
		fmt.Fprintf(out, ` %s="%s"`, attributes[i], html.EscapeString(oneLine(attributes[i+1])))
	}
	out.WriteString(">\n")
	for i, line := range strings.Split(html.EscapeString(strings.TrimSpace(text)), "\n") {
		if i > 0 {
			out.WriteByte('\n')
		}
		if rest, heading := strings.CutPrefix(line, "#"); heading {
			out.WriteString("&#35;")
			line = rest
		}
		out.WriteString(line)
	}
	out.WriteString("\n</")
	out.WriteString(tag)
	out.WriteString(">\n")
}

// oneLine keeps a value from starting a new line, and with it a new block or rule.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
