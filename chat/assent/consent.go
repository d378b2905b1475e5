package assent

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

// Leading is what a message says behind a yes that it begins with, folded and without apostrophes: "yes, and tell them that it is for Saturday".
// ok is false where it begins with none, and where it says no more than that; Heard knows those.
func Leading(message string) (rest string, ok bool) {
	text := strings.ReplaceAll(words.Fold(message), "'", "")
	said := split(message)
	kinds, ends := read(said)
	if len(ends) == 0 || whole(said, ends) {
		return "", false
	}
	most := len(kinds)
	for ; most > 0; most-- { // what turns it round belongs to the rest
		if accept, heard := verdict(kinds[:most]); accept {
			break
		} else if heard {
			return "", false
		}
	}
	if most == 0 {
		return "", false
	}
	at := 0
	for range ends[most-1] {
		_, at = words.Next(text, at)
	}
	return strings.TrimLeft(text[at:], " ,.;:!-"), true
}

// Turned reports whether what stands behind a yes takes it back, puts it off, or has somebody do it themselves: "ok, I'll ask her myself".
func Turned(rest string) bool { return turnedRound.MatchString(rest) }

var turnedRound = regexp.MustCompile(`^(?:but|though|however|except|pero|aunque|sino)\b|\b(?:never ?mind|forget it|anyways?|myself|ourselves|no thanks|no thank you|dont (?:send|pass|tell|bother|worry)|not (?:now|yet|today)|later|instead|` +
	`yo mism[oa]|no gracias|olvidel[oa]|olvidal[oa]|dejel[oa]|dejal[oa]|no (?:lo|la|le|les) (?:mande|envie|diga|pase)n?|despues|luego|mejor|de todos modos|de todas (?:formas|maneras))\b|` +
	`^(?:(?:and|then|so|pues|entonces) )?(?:ill|i will|i can|i could|we can|(?:im|i am|were|we are) (?:not|going to|gonna|calling|fine|good)|that (?:is|was) (?:too bad|a pity|a shame|fine|okay)|well|we will|let me|yo (?:le|les|lo|la|voy)|(?:le|les) (?:hablo|llamo|pregunto|escribo)|voy a|(?:ya )?(?:lo|la) (?:encontre|vi))\b`)
