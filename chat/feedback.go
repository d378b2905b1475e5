package chat

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Opinion is what a visitor thinks of an answer.
type Opinion struct {
	Value   string // up, down, or "" for nothing any more
	Comment string // why, in their own words, if they say so; up to MaxCommentRunes
}

// MaxCommentRunes is the length of the longest comment, in characters.
const MaxCommentRunes = 1000

// Clean trims the comment and refuses what is no opinion.
func (o *Opinion) Clean() error {
	if o.Value != "" && o.Value != "up" && o.Value != "down" {
		return ErrInvalidFeedback
	}
	o.Comment = strings.TrimSpace(strings.ReplaceAll(o.Comment, "\r\n", "\n"))
	if !utf8.ValidString(o.Comment) || strings.ContainsFunc(o.Comment, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		return ErrInvalidText
	}
	if utf8.RuneCountInString(o.Comment) > MaxCommentRunes {
		return ErrCommentTooLong
	}
	return nil
}
