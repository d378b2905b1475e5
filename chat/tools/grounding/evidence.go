package grounding

import (
	"maps"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// Evidence is what a visitor said in a conversation, taken apart to be compared with what a model wants to write in their
// name.
type Evidence struct {
	text     string          // folded: lower case, no accents, one space between words; the messages follow each other
	words    map[string]bool // of text; letters that were spelled out, together
	content  stems.Set       // of the words that carry meaning, in each language we know
	weak     stems.Set       // of the words with which people ask for anything
	language string          // of the words; empty when it cannot be told
	emails   map[string]bool
	squeezed string // text without spaces, for addresses that were spelled out; empty when nothing was
	digits   []string
}

// maxHeard is how much of a conversation is taken, in bytes from its end: the last 32 of the longest messages there
// may be.
const maxHeard = 64 << 10

// From takes a visitor's messages apart.
func From(said []string) *Evidence {
	for first, heard := len(said), 0; first > 0; first-- {
		if heard += len(said[first-1]); heard > maxHeard {
			said = said[first:]
			break
		}
	}
	s := &Evidence{words: make(map[string]bool), content: make(stems.Set), weak: make(stems.Set), emails: make(map[string]bool)}
	raw := strings.Join(said, "\n")
	s.text = words.Fold(raw)
	for word := range words.Split(s.text) {
		s.words[word] = true
	}
	for _, run := range spelledOut.FindAllString(s.text, -1) {
		s.words[joinLetters(run)] = true
	}
	s.language = words.Language(raw, "")
	for _, stem := range stems.Of(s.text) {
		if stem.Weak {
			s.weak[stem.Text] = true
		} else {
			s.content[stem.Text] = true
		}
	}
	s.readEmails(raw)
	together := ""
	for _, message := range said {
		if digits := digitsOf(message); digits != "" {
			s.digits = append(s.digits, digits)
			together += digits
		}
	}
	s.digits = append(s.digits, together) // a number may be given in two messages
	s.digits = append(s.digits, corrected(s.digits[:len(s.digits)-1])...)
	return s
}

// Of a number, from two to so many digits at its end are said anew by who corrects it, in one of so many messages of so many digits.
const (
	mostCorrected = 6
	mostLater     = 4
	mostDigits    = 20
)

// corrected are numbers whose last digits a later message says anew, perhaps beside the wrong ones: "0186 at the end, not 0188".
func corrected(digits []string) (numbers []string) {
	for i, number := range digits {
		if len(number) < minLocal || len(number) > mostDigits {
			continue
		}
		for _, later := range digits[i+1 : min(len(digits), i+1+mostLater)] {
			if len(later) > mostDigits {
				continue
			}
			for n := 2; n <= min(len(later), mostCorrected); n++ {
				for at := 0; at+n <= len(later); at++ {
					numbers = append(numbers, number[:len(number)-n]+later[at:at+n])
				}
			}
		}
	}
	return numbers
}

// spelledOut finds three or more letters or digits said one by one: "j-o-a-n", "j o a n".
var spelledOut = regexp.MustCompile(`\b[\p{L}\d](?:[ ,.-]{1,2}[\p{L}\d]){2,}\b`)

func joinLetters(run string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ,.-", r) {
			return -1
		}
		return r
	}, run)
}

var (
	emailForm = regexp.MustCompile(`[\p{L}\d._%+'-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+`)
	// spokenSigns are how people write an address out, so that machines do not read it, or say it.
	spokenSigns = []struct {
		said *regexp.Regexp
		sign string
	}{
		{regexp.MustCompile(`\s*(?:[(\[{]\s*(?:at|arroba)\s*[)\]}]|\b(?:at|arroba)\b|\s@\s)\s*`), "@"},
		{regexp.MustCompile(`\s*(?:[(\[{]\s*(?:dot|punto)\s*[)\]}]|\b(?:dot|punto)\b)\s*`), "."},
		{regexp.MustCompile(`\s*\b(?:underscore|guion bajo)\b\s*`), "_"},
		{regexp.MustCompile(`\s*\b(?:dash|hyphen|minus|guion)\b\s*`), "-"},
	}
)

// readEmails finds the addresses, written or spelled.
func (s *Evidence) readEmails(raw string) {
	for _, found := range emailForm.FindAllString(words.Fold(raw), -1) {
		s.emails[strings.Trim(found, ".'-")] = true
	}
	signs := s.text
	for _, spoken := range spokenSigns {
		signs = spoken.said.ReplaceAllString(signs, spoken.sign)
	}
	for _, found := range emailForm.FindAllString(signs, -1) {
		s.emails[strings.Trim(found, ".'-")] = true
	}
	for _, found := range domainAlone.FindAllStringSubmatch(s.text, -1) {
		for address := range maps.Clone(s.emails) {
			if before, domain, _ := strings.Cut(address, "@"); firstLabel(domain) == firstLabel(found[1]) {
				s.emails[before+"@"+found[1]] = true
			}
		}
	}
	if spelledOut.MatchString(s.text) {
		s.squeezed = strings.ReplaceAll(signs, " ", "")
	}
}

// domainAlone is a domain without an address, which some put right by itself: "sorry, thats example.org, not .com". It is that of an address
// where they begin alike.
var domainAlone = regexp.MustCompile(`(?:^|[\s,;:])((?:[\p{L}\d-]+\.)+\p{L}{2,6})(?:[\s,;:!?.]|$)`)

func firstLabel(domain string) string {
	label, _, _ := strings.Cut(domain, ".")
	return label
}

// digitNames are the numbers that people say for the digits of a phone number. Tens take a unit that follows them.
var digitNames = map[string]string{
	"zero": "0", "oh": "0", "o": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19",
	"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "00",
	"cero": "0", "un": "1", "uno": "1", "dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9",
	"diez": "10", "once": "11", "doce": "12", "trece": "13", "catorce": "14", "quince": "15", "dieciseis": "16", "diecisiete": "17", "dieciocho": "18", "diecinueve": "19",
	"veinte": "20", "veintiuno": "21", "veintidos": "22", "veintitres": "23", "veinticuatro": "24", "veinticinco": "25", "veintiseis": "26", "veintisiete": "27", "veintiocho": "28", "veintinueve": "29",
	"treinta": "30", "cuarenta": "40", "cincuenta": "50", "sesenta": "60", "setenta": "70", "ochenta": "80", "noventa": "90",
}

// timesOf are the words that repeat the next digit.
var timesOf = map[string]int{"double": 2, "doble": 2, "triple": 3}

// digitsOf strings together all digits of a message, said or written.
func digitsOf(message string) string {
	var digits []byte
	repeat, afterTens := 1, false
	for word := range words.Split(words.Fold(message)) {
		if n := timesOf[word]; n > 0 {
			repeat = n
			continue
		}
		if word == "y" { // cincuenta y cinco
			continue
		}
		said, named := digitNames[word]
		if !named {
			said = Digits(word)
		}
		if afterTens && named && len(said) == 1 && said != "0" {
			digits[len(digits)-1] = said[0] // fifty five
		} else {
			digits = append(digits, strings.Repeat(said, repeat)...)
		}
		repeat, afterTens = 1, named && len(said) == 2 && said >= "20" && said[1] == '0'
	}
	return string(digits)
}

// Digits leaves only the digits of a text.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// GivesContact reports whether an e-mail address or a phone number stands in a message, in whatever way.
func GivesContact(message string) bool {
	s := From([]string{message})
	return len(s.emails) > 0 || len(digitsOf(message)) >= minLocal
}
