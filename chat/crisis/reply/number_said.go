package reply

import (
	"regexp"
	"strings"
)

// fewestSaid is how many digits in a row are a telephone number: who counts who comes says fewer. With wholeNumber it has its area code.
const (
	fewestSaid  = 7
	wholeNumber = 10
)

// digitWords are how digits are said.
var digitWords = map[string]string{
	"zero": "0", "oh": "0", "o": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"cero": "0", "uno": "1", "dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9",
}

// digitSaid is a digit that is said, or figures.
var digitSaid = func() string {
	all := make([]string, 0, len(digitWords))
	for word := range digitWords {
		all = append(all, word)
	}
	return `(?:\d+|\b(?:` + strings.Join(all, "|") + `)\b)`
}()

var (
	saidForm  = regexp.MustCompile(`(?i)` + digitSaid + `(?:[\s,.-]+` + digitSaid + `)+`)
	digitForm = regexp.MustCompile(`\d+|\pL+`)
	// hourForm is an hour before a number that is whole without it: "after five, nine five six 555 0101".
	hourForm = regexp.MustCompile(`(?i)\b((?:after|before|until|till|past|around|las) )(\pL+)(?:,| -)? (` + digitSaid + `(?:[\s,.-]+` + digitSaid + `)*)`)
)

// inDigits writes the numbers in digits that somebody has said digit by digit, all or some of them, as a call is written down: "dos cero
// siete cinco …". A single word beside a number in figures is an hour: "after five, 207-555-0199".
func inDigits(message string) string {
	message = hourForm.ReplaceAllStringFunc(message, func(said string) string {
		parts := hourForm.FindStringSubmatch(said)
		if _, digit := digitWords[strings.ToLower(parts[2])]; !digit || !whole(parts[3]) {
			return said
		}
		return parts[1] + "; " + parts[3]
	})
	return saidForm.ReplaceAllStringFunc(message, func(said string) string {
		digits, worded := digitsSaid(said)
		figures := len(digits) - worded
		if worded == 0 || len(digits) < fewestSaid || figures >= wholeNumber || figures == fewestSaid && worded == 1 {
			return said
		}
		return digits
	})
}

// digitsSaid are the digits of what was said, and how many of them were words.
func digitsSaid(said string) (digits string, worded int) {
	for _, word := range digitForm.FindAllString(said, -1) {
		if digit, ok := digitWords[strings.ToLower(word)]; ok {
			word = digit
			worded++
		}
		digits += word
	}
	return digits, worded
}

// whole reports whether what was said is a number by itself, with its area code or without.
func whole(said string) bool {
	digits, _ := digitsSaid(said)
	return len(digits) == fewestSaid || len(digits) >= wholeNumber
}

// thisNumberForm is all that a caller says who means the number that shows.
var thisNumberForm = regexp.MustCompile(`^(?:(?:please|yes|yeah|ok|okay|well|just|and|it'?s|it is|that'?s|use|you can|you could|call|text|reach|get|me|back|at|on|to|my (?:phone |cell )?number is|by) )*` +
	`(?:(?:this|the) (?:same |very )?(?:phone |cell )?number (?:that )?(?:i'?m|i am) (?:calling|talking|speaking)(?: (?:to )?you)?(?: (?:from|on|with))?|this (?:same |very )?(?:phone |cell )?number|the same (?:phone |cell )?number|this is my (?:phone |cell )?number|this one)` +
	`(?: (?:please|here|(?:that )?you (?:can )?see|is (?:mine|fine|ok|okay|good)|thanks?|thank you))*$` +
	`|^(?:(?:por favor|s[ií]|bueno|pues|es|al?|en|ll[aá]me[mn]?me|ll[aá]mame|h[aá]blen?me|h[aá]blame|me pueden? (?:llamar|hablar|localizar|encontrar)|pueden? (?:llamarme|hablarme|localizarme|encontrarme)|usen?|mi n[uú]mero es) )*` +
	`(?:est[ae] (?:mismo |misma )?(?:n[uú]mero|tel[eé]fono|celular|l[ií]nea)|(?:al?|el) mismo (?:n[uú]mero|tel[eé]fono|celular)|(?:el|al?) (?:mismo )?(?:n[uú]mero|tel[eé]fono|celular) (?:del? )?(?:que|cual|donde) (?:les? |te )?(?:estoy (?:llamando|hablando|marcando)|llamo|hablo|marco))` +
	`(?: (?:por favor|gracias|mismo|que (?:ve|le sale|le aparece|est[aá] viendo)))*$`)

// IsThisNumber reports whether a caller says no more than that they are reached at the number that they call from.
func IsThisNumber(message string) bool {
	return !strings.ContainsAny(message, "?¿") && thisNumberForm.MatchString(plainly(message))
}
