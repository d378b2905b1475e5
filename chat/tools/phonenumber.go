package tools

import (
	"strings"

	"narthex/chat/tools/grounding"
	"narthex/chat/voice/number"
)

// onePhone writes a number in the way in which all ways of giving it come out the same, +12075550142 (E.164), as far as the
// church's country tells. It is what somebody is recognised by, and what the church calls: what is no whole number there stays the
// digits that were given, as a guess at the rest would be somebody else's number.
func onePhone(given, country string) string {
	given = strings.TrimSpace(given)
	if abroad, ok := strings.CutPrefix(given, "00"); ok { // as most countries dial what is written "+"
		if whole, err := number.E164("+"+abroad, ""); err == nil {
			return whole
		}
	}
	if whole, err := number.E164(given, country); err == nil {
		return whole
	}
	digits := grounding.Digits(given)
	if strings.HasPrefix(given, "+") && digits != "" {
		return "+" + digits
	}
	return digits
}
