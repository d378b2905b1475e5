package samewish

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/chat/confirmation"
	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// Extended are the open questions of earlier turns whose free text the call says in full, and more behind it: who adds to a message must not
// have to answer for it twice.
func (c *Call) Extended(asked []confirmation.Question) (calls []uuid.UUID) {
	for _, q := range asked {
		if q.Tool == c.Tool && q.Status == confirmation.Open && q.Turn != c.Turn && c.extends(q) {
			calls = append(calls, q.Call)
		}
	}
	return calls
}

func (c *Call) extends(q confirmation.Question) bool {
	before, goesOn := Arguments(q), false
	for _, p := range c.Parameters {
		was, had := before[p.Name]
		is, has := c.Arguments[p.Name]
		switch {
		case p.IsLookup() && had != has:
			return false
		case !had || !has || slices.Contains(Whose, p.Name):
		case p.IsRequired() && p.Grounding == grounding.Words:
			goesOn = goesOn || continues(was, is)
		case !alike(was, is):
			return false // to somebody else, or for another day
		}
	}
	return goesOn
}

// continues reports whether a text has another at its beginning, whole words of it, and more behind.
func continues(first, second any) bool {
	before, _ := first.(string)
	text, _ := second.(string)
	before, text = strings.TrimRight(words.Fold(before), ".!… "), words.Fold(text)
	rest, begins := strings.CutPrefix(text, before)
	next, _ := utf8.DecodeRuneInString(rest)
	return before != "" && begins && rest != "" && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
