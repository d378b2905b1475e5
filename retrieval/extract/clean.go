package extract

import "strings"

// clean makes text fit to store and to show: valid UTF-8, no control characters, runs of spaces as one. Line ends stay
// only where they mean something.
func clean(text string, keepLines bool) string {
	var lines []string
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		if line = strings.Join(strings.FieldsFunc(line, isBlank), " "); line != "" {
			lines = append(lines, line)
		}
	}
	if keepLines {
		return strings.Join(lines, "\n")
	}
	return strings.Join(lines, " ")
}

// isBlank tells characters that part words or show nothing: space of any width, controls, soft hyphens, byte order marks.
func isBlank(r rune) bool {
	switch {
	case r <= ' ', r >= 0x7f && r <= 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200b, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r == 0x2060, r == 0x3000, r == 0xfeff, r == 0xfffc:
		return true
	}
	return false
}

// SingleLine cleans a title: one line of at most 300 bytes.
func SingleLine(text string) string {
	line := clean(text, false)
	return strings.ToValidUTF8(line[:min(len(line), 300)], "") // without the half of a character where it was cut
}

// languageCode takes "es" from "es-MX" or "ES_mx".
func languageCode(tag string) string {
	tag = strings.ToLower(tag)
	if i := strings.IndexAny(tag, "-_"); i >= 0 {
		tag = tag[:i]
	}
	if len(tag) != 2 || strings.ContainsFunc(tag, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return ""
	}
	return tag
}
