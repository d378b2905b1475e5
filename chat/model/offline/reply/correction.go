package reply

import (
	"regexp"
	"strconv"
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
)

// CorrectedNumber is a telephone number whose last digits are said anew, "" where a message says none: beside a word of the end, instead of what the
// number ends with, or with nothing besides. Any other number in a message is of something else.
func CorrectedNumber(number, message string) string {
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

// CorrectedAddress is an address whose domain is said anew, "" where a message says none.
func CorrectedAddress(address, message string) string {
	before, old, ok := strings.Cut(address, "@")
	if !ok || strings.Contains(message, "@") || !Amends(words.Fold(message)) {
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

// NamesDomain reports whether a message names what may stand behind the @ of an address.
func NamesDomain(message string) bool { return domain.MatchString(message) }

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

// Piece are the digits of a message that gives a part of a number, "" for none.
func Piece(message string) string {
	if found := person.Digits(message); len(found) >= fewestOfPiece && len(found) < spelled.FewestDigits {
		return found
	}
	return ""
}

// setRight is a few words in the place of others, behind an apology: "oh sorry its St Annes ward".
var setRight = regexp.MustCompile(`(?i)^\W*(?:(?:oh|ah|oops|sorry|no|wait|actually|ay|perdon|perdón|disculpe|espere)\b\W*)+(?:(?:its|it's|it is|thats|that's|i meant?|es|era|son|quise decir)\b\W*)?([^\d@]+?)\W*$`)

// mostSetRight is how many words are set right at a time.
const mostSetRight = 5

// PutRight puts what a message corrects into what was said before: words that end as its do are replaced. ok is false where there are none.
func PutRight(before []string, message string) (ok bool) {
	found := setRight.FindStringSubmatch(message)
	if found == nil {
		return false
	}
	instead := strings.Fields(found[1])
	if len(instead) < 2 || len(instead) > mostSetRight {
		return false
	}
	old := regexp.MustCompile(`(?i)(?:[^\s,.;]+\s+){` + strconv.Itoa(len(instead)-1) + `}` + regexp.QuoteMeta(instead[len(instead)-1]) + `\b`)
	for i, text := range before {
		if old.MatchString(text) {
			before[i], ok = old.ReplaceAllLiteralString(text, found[1]), true
		}
	}
	return ok
}
