package slots

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/spelled"
	"narthex/chat/words"
)

var (
	// lastDigits are a few digits that a number ends with, or a piece of one.
	lastDigits = regexp.MustCompile(`(?:^|[^\d.,:/-])(\d{2,6})(?:$|[^\d:/])`)
	// atTheEnd says that digits are the last of a telephone number that was said before.
	atTheEnd = regexp.MustCompile(`\b(\d{2,6}) (?:at the end|al final)\b|\b(?:ends? (?:in|with)|ending (?:in|with)|last (?:(?:two|three|four) )?(?:digits|numbers) (?:are|is|should be)|last (?:two|three|four) (?:are|is|should be)|(?:termina|acaba) (?:en|con)|l[oa]s ultim[oa]s(?: \w+)?(?: (?:digitos|numeros|cifras))? (?:son|es))(?: el)? (\d{2,6})\b|\bal final (?:es|son|va)(?: el)? (\d{2,6})\b`)
	// wrongDigits are those that were not meant.
	wrongDigits = regexp.MustCompile(`\b(?:not|no|instead of|en vez de|en lugar de)(?: el)?\s+(\d{3,6})\b`)
	// onlyDigits is nothing but an ending, behind an apology.
	onlyDigits = regexp.MustCompile(`^\W*(?:(?:oh|sorry|no|wait|perdon|oops|ay|espere|disculpe)\W+)+(?:(?:its|it's|it is|es|era)\W+)?(\d{3,6})\W*$`)
	// measured stands beside digits that are of something else than a telephone number.
	measured = regexp.MustCompile(`\d\s*(?:am|pm|a\.? ?m|p\.? ?m|o'?clock|people|persons?|guests?|kids|children|adults|personas|ninos|adultos|seats|hours?|horas|minutes|minutos|days|dias|weeks|semanas|years|anos|miles|dollars|dolares)\b|\b(?:rooms?|apt|apartment|unit|suite|cuarto|habitacion|depto|departamento|numero de casa|street|calle|psalm|salmo|page|pagina|age|aged)(?: (?:number|numero|is|es|no))* \d`)
	// otherCount changes how many come: "ah my sister isn't coming, make it two".
	otherCount = regexp.MustCompile(`\b(?:make (?:it|that)|change (?:it|that) to|its|it's|well be|we'll be|we will be|there(?:'ll| will) be|only|just|now|instead|actually|sorry|mejor|seremos|somos|seamos|sean|serian|seran|vamos a ser|ponga|apunte|pongale|solo|perdon)\b`)
)

// corrected is a telephone number whose last digits are said anew, "" where a message says none: beside a word of the end, instead of what the
// number ends with, or with nothing besides. Any other number in a message is of something else.
func corrected(number, message string) string {
	folded := words.Fold(message)
	if number == "" || len(person.Digits(person.Phone.FindString(message))) >= spelled.FewestDigits || measured.MatchString(folded) {
		return ""
	}
	if found := atTheEnd.FindStringSubmatch(folded); found != nil {
		return withEnding(number, found[1]+found[2]+found[3])
	}
	if found := onlyDigits.FindStringSubmatch(folded); found != nil {
		return withEnding(number, found[1])
	}
	wrong := wrongDigits.FindStringSubmatch(folded)
	if wrong == nil || !strings.HasSuffix(person.Digits(number), wrong[1]) {
		return ""
	}
	for _, found := range lastDigits.FindAllStringSubmatch(folded, -1) {
		if found[1] != wrong[1] && len(found[1]) == len(wrong[1]) {
			return withEnding(number, found[1])
		}
	}
	return ""
}

// domain is an address's part behind the @, which some put right by itself: "sorry thats example.org not .com".
var domain = regexp.MustCompile(`(?i)(?:^|[\s,;])((?:[a-z0-9-]+\.)+[a-z]{2,6})(?:[\s,;!]|\.?$|\.\s)`)

// correctedAddress is an address whose domain is said anew, "" where a message says none.
func correctedAddress(address, message string) string {
	before, old, ok := strings.Cut(address, "@")
	if !ok || strings.Contains(message, "@") || !amending.MatchString(words.Fold(message)) {
		return ""
	}
	label, _, _ := strings.Cut(strings.ToLower(old), ".")
	for _, found := range domain.FindAllStringSubmatch(message, -1) {
		if said := strings.ToLower(found[1]); said != strings.ToLower(old) && strings.HasPrefix(said, label+".") {
			return before + "@" + found[1]
		}
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
	if found := person.Digits(reply); len(found) >= fewestOfPiece && len(found) < spelled.FewestDigits {
		return found
	}
	return ""
}
