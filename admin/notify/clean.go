package notify

import (
	netmail "net/mail"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"
)

// What one notice may hold. What goes beyond is cut off rather than refused: the beginning of a cry for help is better than
// none.
const (
	maxLines  = 40
	maxText   = 4000 // characters
	maxLabel  = 40
	maxOrigin = 64
)

// cleanLines keeps of the lines what may be stored and shown.
func cleanLines(lines []Line) []Line {
	kept := []Line{}
	for _, line := range lines[:min(len(lines), maxLines)] {
		line.Label, line.Text = cut(clean(line.Label), maxLabel), cut(cleanText(line.Text), maxText)
		if line.Text != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

// cleanText drops what no text needs and a database, a mail or a screen may choke on: control characters, broken UTF-8, and
// marks that reverse the direction of what follows.
func cleanText(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text))
}

// clean makes one line of a text.
func clean(text string) string { return strings.Join(strings.Fields(cleanText(text)), " ") }

// cut shortens to a number of characters.
func cut(text string, most int) string {
	count := 0
	for i := range text {
		if count == most {
			return text[:i]
		}
		count++
	}
	return text
}

// address returns the e-mail address alone, or nothing when the text is not exactly one.
func address(text string) string {
	parsed, err := netmail.ParseAddress(strings.TrimSpace(text))
	if err != nil || len(parsed.Address) > 320 || cleanText(parsed.Address) != parsed.Address {
		return ""
	}
	local, domain, _ := strings.Cut(parsed.Address, "@")
	// What only quotation marks make an address is nobody's, and could be read otherwise by the next program.
	if strings.ContainsAny(local+domain, "@ \"<>(),:;\\\n") || !strings.Contains(domain, ".") && domain != "localhost" {
		return ""
	}
	return parsed.Address
}

// telephone returns the number as E.164, or nothing when the text is none. A number without a country's code is one of the
// church's own country.
func telephone(text, country string) string {
	number, err := phonenumbers.Parse(text, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(number) != phonenumbers.IS_POSSIBLE {
		return ""
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}
