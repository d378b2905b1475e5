package prompt

import (
	"bytes"
	"strings"
	"unicode"
)

// A fence wraps text that is data in a tag that the text cannot close, nor open a block: its own angle brackets are escaped,
// and so is a number sign that begins a line. It is written by openFence, attribute for each of its attributes, and
// closeFence.

func openFence(out *bytes.Buffer, tag string) {
	out.WriteByte('<')
	out.WriteString(tag)
}

func attribute(out *bytes.Buffer, name, value string) {
	beginAttribute(out, name)
	escape(out, oneLine(value))
	out.WriteByte('"')
}

func beginAttribute(out *bytes.Buffer, name string) {
	out.WriteByte(' ')
	out.WriteString(name)
	out.WriteString(`="`)
}

func closeFence(out *bytes.Buffer, tag, text string) {
	out.WriteString(">\n")
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if rest, heading := strings.CutPrefix(line, "#"); heading {
			out.WriteString("&#35;")
			line = rest
		}
		escape(out, line)
	}
	out.WriteString("\n</")
	out.WriteString(tag)
	out.WriteString(">\n")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func escape(out *bytes.Buffer, text string) {
	_, _ = escaper.WriteString(out, text) // a buffer takes everything
}

// oneLine keeps a value from starting a new line, and with it a new block or rule.
func oneLine(text string) string {
	if isOneLine(text) {
		return text
	}
	return strings.Join(strings.FieldsFunc(text, parts), " ")
}

func parts(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// isOneLine says whether all that separates the words of a text is single spaces, as nearly always.
func isOneLine(text string) bool {
	space := true // before the text, too
	for _, r := range text {
		if r != ' ' && parts(r) || r == ' ' && space {
			return false
		}
		space = r == ' '
	}
	return !space || text == ""
}
