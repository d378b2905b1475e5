package line

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/chat/voice/number"
	"narthex/chat/voice/speech"
)

// Dials reports whether keys that were pressed one after the other end with the beginning of a number that a caller in danger was told to
// call, or with all of it.
func Dials(c *church.Snapshot, keys string) bool {
	return slices.ContainsFunc(told(c), func(called string) bool {
		for n := len(called); n > 0; n-- {
			if strings.HasSuffix(keys, called[:n]) {
				return true
			}
		}
		return false
	})
}

// Tells reports whether what was said in a language names a number for who is in danger, however slowly, or says as much as WhomToCall does.
func Tells(c *church.Snapshot, said, language string) bool {
	plainly := func(said string) string { return strings.ReplaceAll(said, ",", "") }
	return strings.Contains(said, WhomToCall(c, language)) || slices.ContainsFunc(told(c), func(called string) bool {
		return strings.Contains(plainly(said), plainly(speech.Slowly(called, language)))
	})
}

// told are the digits of the emergency numbers and the crisis line of a church's country, as far as they are known.
func told(c *church.Snapshot) []string {
	lines := helplines.In(c.Address.Country)
	return slices.DeleteFunc([]string{number.Digits(lines.Danger), number.Digits(lines.Ambulance), number.Digits(lines.Crisis)}, func(number string) bool { return number == "" })
}
