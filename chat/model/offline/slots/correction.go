package slots

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

var (
	// lastDigits are a few digits that a number ends with, or a piece of one.
	lastDigits = regexp.MustCompile(`(?:^|[^\d.,:/-])(\d{2,6})(?:$|[^\d:/])`)
	// aboutNumber says that digits are of a telephone number that was said before.
	aboutNumber = regexp.MustCompile(`\b(?:at the end|ends? (?:in|with)|ending (?:in|with)|last (?:digits?|four|two|three)|(?:al final|termina en|acaba en|los ultimos)|number|numero|not \d|no (?:el )?\d|digit)\b|^\W*(?:(?:oh|sorry|no|wait|perdon|oops|ay|espere)\W+)+(?:(?:its|it's|it is|es)\W+)?\d{2,6}\b`)
	// otherCount changes how many come: "ah my sister isn't coming, make it two".
	otherCount = regexp.MustCompile(`\b(?:make (?:it|that)|change (?:it|that) to|its|it's|well be|we'll be|we will be|there(?:'ll| will) be|only|just|now|instead|actually|sorry|mejor|seremos|somos|seran|vamos a ser|ponga|apunte|pongale|solo|perdon)\b`)
)

// corrected is a telephone number whose last digits are said anew, "" where a message says none. Digits behind a "not" are the wrong ones.
func corrected(number, message string) string {
	folded := words.Fold(message)
	if number == "" || !aboutNumber.MatchString(folded) || len(digits(phoneForm.FindString(message))) >= fewestDigits {
		return ""
	}
	for _, found := range lastDigits.FindAllStringSubmatchIndex(folded, -1) {
		before, ending := strings.TrimSpace(folded[:found[2]]), folded[found[2]:found[3]]
		if strings.HasSuffix(before, "not") || strings.HasSuffix(before, " no") || strings.HasSuffix(before, "no el") {
			continue
		}
		return withEnding(number, ending)
	}
	return ""
}

// withEnding is a number with its last digits replaced, written as it was.
func withEnding(number, ending string) string {
	out := []byte(number)
	at := len(ending) - 1
	for i := len(out) - 1; i >= 0 && at >= 0; i-- {
		if out[i] >= '0' && out[i] <= '9' {
			out[i] = ending[at]
			at--
		}
	}
	if at >= 0 {
		return ""
	}
	return string(out)
}

// fewestOfPiece is how many digits a piece of a number has.
const fewestOfPiece = 3

// piece are the digits of a reply that gives a part of a number, "" for none.
func piece(reply string) string {
	if found := digits(reply); len(found) >= fewestOfPiece && len(found) < fewestDigits {
		return found
	}
	return ""
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
