package prompt

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A fence wraps text that is data in a tag that the text cannot close, nor open a block: its own angle brackets are escaped,
// and so is what could pass for a heading, for the name of a speaker ("System:") or for the marks by which chat templates
// tell speakers apart ("<|im_start|>", "[INST]"). It is written by openFence, attribute for each of its attributes, and
// closeFence. Characters that are not seen, in which orders can be hidden, become spaces.

func openFence(out *bytes.Buffer, tag string) {
	out.WriteByte('<')
	out.WriteString(tag)
}

func attribute(out *bytes.Buffer, name, value string) {
	beginAttribute(out, name)
	escape(out, oneLine(value), &inAttribute)
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
		if at, entity := lineMark(line); at >= 0 {
			escape(out, line[:at], &inText)
			out.WriteString(entity)
			line = line[at+1:]
		}
		escape(out, line, &inText)
	}
	out.WriteString("\n</")
	out.WriteString(tag)
	out.WriteString(">\n")
}

// lineMark finds the number sign that makes a line a heading, or the colon after the name of a speaker. at is negative
// where the line has neither.
func lineMark(line string) (at int, entity string) {
	word := strings.IndexFunc(line, func(r rune) bool { return r == '#' || unicode.IsLetter(r) || unicode.IsDigit(r) })
	if word < 0 {
		return -1, ""
	}
	if line[word] == '#' {
		return word, "&#35;"
	}
	colon := strings.IndexByte(line[word:min(len(line), word+maxSpeaker)], ':')
	if colon < 0 {
		return -1, ""
	}
	colon += word
	if isSpeaker(strings.TrimRightFunc(line[word:colon], func(r rune) bool { return !unicode.IsLetter(r) })) {
		return colon, "&#58;"
	}
	return -1, ""
}

// maxSpeaker is the length of the longest name of a speaker with what may stand between it and its colon.
const maxSpeaker = 24

var speakers = []string{
	"system", "developer", "assistant", "user", "human", "model", "tool", "ai", "instruction", "instructions",
	"sistema", "desarrollador", "asistente", "usuario", "herramienta", "instrucciones",
}

func isSpeaker(word string) bool {
	for _, speaker := range speakers {
		if len(word) == len(speaker) && strings.EqualFold(word, speaker) {
			return true
		}
	}
	return false
}

// special are the bytes at which escape looks closer.
type special [256]bool

func specialBytes(bytes string) (s special) {
	for c := range s {
		// Control characters; and the first bytes of U+0080–00BF, U+2000–2FFF, U+F000–FFFF and U+E0000–E0FFF.
		s[c] = c < ' ' && c != '\n' && c != '\t' || c == 0x7F || c == 0xC2 || c == 0xE2 || c == 0xEF || c == 0xF3 || strings.IndexByte(bytes, byte(c)) >= 0
	}
	return s
}

var (
	inText      = specialBytes("&<>[")
	inAttribute = specialBytes(`&<>["`)
	inLine      = specialBytes("<>[") // of the church's own settings, where an ampersand is one
)

func escape(out *bytes.Buffer, text string, where *special) {
	from := 0
	for i := 0; i < len(text); i++ {
		if !where[text[i]] {
			continue
		}
		replacement, size := replace(text[i:])
		if size == 0 {
			continue
		}
		out.WriteString(text[from:i])
		out.WriteString(replacement)
		i += size - 1
		from = i + 1
	}
	out.WriteString(text[from:])
}

// replace says what the character at the beginning of a text becomes; size 0: it stays.
func replace(text string) (replacement string, size int) {
	switch text[0] {
	case '&':
		return "&amp;", 1
	case '<':
		return "&lt;", 1
	case '>':
		return "&gt;", 1
	case '"':
		return "&#34;", 1
	case '[':
		if isTemplateMark(text[1:]) {
			return "&#91;", 1
		}
		return "", 0
	case '\r':
		if strings.HasPrefix(text, "\r\n") {
			return "", 1
		}
		return " ", 1
	}
	switch r, size := utf8.DecodeRuneInString(text); {
	case r == '＜' || r == '﹤':
		return "&lt;", size
	case r == '＞' || r == '﹥':
		return "&gt;", size
	case isUnseen(r):
		return " ", size
	}
	return "", 0
}

// isUnseen: control characters and line separators, zero-width space, word joiner and byte order mark, what turns the
// direction of writing, and the tag characters that spell text no reader sees.
func isUnseen(r rune) bool {
	return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || r == 0x200B || r == 0x2060 || r == 0xFEFF ||
		r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r >= 0xE0000 && r <= 0xE0FFF
}

// isTemplateMark says whether a bracket opens a mark of the chat templates that use brackets, such as [INST].
func isTemplateMark(rest string) bool {
	rest = strings.TrimPrefix(rest, "/")
	for _, mark := range [...]string{"INST", "TOOL_", "AVAILABLE_TOOLS", "SYSTEM_PROMPT"} {
		if len(rest) >= len(mark) && strings.EqualFold(rest[:len(mark)], mark) {
			return true
		}
	}
	return false
}

// plain makes a value of the church's settings fit for a line of the prompt.
func plain(text string) string {
	var out bytes.Buffer
	escape(&out, oneLine(text), &inLine)
	return out.String()
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
