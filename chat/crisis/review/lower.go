package review

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"narthex/chat/crisis"
)

// figurative are the dangers whose words are also manners of speaking: "I'm dying", "he'll kill me", "I could shoot myself".
// Nobody speaks of a child or of abuse like that.
var figurative = []crisis.Category{crisis.Suicide, crisis.SelfHarm, crisis.Medical, crisis.Threat}

// longestFigure is how long a message is that is only a manner of speaking, in characters. A longer one has room for telling a
// reader how to judge.
const longestFigure = 200

// MayLower reports whether the alarm of what the gate found may be lowered at all, if the reader says so. It must be about this one
// message, in a conversation in which nothing was found before; no child writes it, and nobody is accused; and it must leave the
// judging to others. earlier are the visitor's messages before it, as far as they are known.
func MayLower(f crisis.Finding, message string, earlier []string) bool {
	if f.Unsure || f.Minor || f.Past || f.ByClergy || !slices.Contains(figurative, f.Category) {
		return false
	}
	message = norm.NFC.String(message)
	if utf8.RuneCountInString(message) > longestFigure || !plain(message) || instructs(message) {
		return false
	}
	alone, found := crisis.Assess(message, nil)
	return found && !alone.Unsure && alone.Category == f.Category && !crisis.Watch(earlier)
}

// plain reports whether a text has nothing in it but Latin letters, digits, the marks of ordinary sentences and emoji: nothing
// that shows one thing to a person and another to a machine, and nothing that JSON or markup is made of.
func plain(text string) bool {
	before := ' '
	for _, r := range text {
		if !plainRune(r, before) {
			return false
		}
		before = r
	}
	return true
}

const (
	ordinaryMarks = " \n.,;:!?¡¿'’‘\"“”«»()-–—…/&%€$£#@*+0123456789"
	emojiStyle    = '\ufe0f' // shows the sign before it as an emoji
)

func plainRune(r, before rune) bool {
	switch {
	case r < utf8.RuneSelf && unicode.IsLetter(r):
		return true
	case r <= 0x17f && unicode.IsLetter(r): // of the languages of Europe
		return true
	case r == emojiStyle:
		return isEmoji(before)
	}
	return isEmoji(r) || slices.Contains([]rune(ordinaryMarks), r)
}

// isEmoji knows pictures alone: flags and enclosed letters spell words.
func isEmoji(r rune) bool {
	return 0x1f300 <= r && r <= 0x1faff || 0x2600 <= r && r <= 0x27bf
}
