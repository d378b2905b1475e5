package chat

import "unicode/utf8"

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
	comment, err := plainText(o.Comment)
	if err != nil {
		return err
	}
	if o.Comment = comment; utf8.RuneCountInString(o.Comment) > MaxCommentRunes {
		return ErrCommentTooLong
	}
	return nil
}
