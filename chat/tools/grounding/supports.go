package grounding

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// Supports reports whether a text that a model wants to write in a visitor's name is the visitor's. Documents and the results of other
// tools may hold instructions; a model that follows them can write nothing here that the visitor did not say: no address, no
// number, no link, no name and no text without anything in common with the conversation.
//
// It must let a faithful paraphrase pass. Of a free text it therefore wants one stem in five of those that carry meaning, at
// least one, and asks for less where words cannot be compared: in another language than the visitor's, or where all words are
// such as any request has.
func (s *Evidence) Supports(kind Kind, text, language string) bool {
	switch kind {
	case Words:
		return s.saidWords(text, language)
	case Name:
		return s.saidName(text)
	case Email:
		return s.saidEmail(text)
	case Phone:
		return s.saidPhone(text)
	case Time:
		return s.saidTime(text)
	default:
		return true
	}
}

func (s *Evidence) saidEmail(address string) bool {
	address = words.Fold(address)
	return s.emails[address] || s.squeezed != "" && strings.Contains(s.squeezed, address)
}

// Of a number, as many digits must be told as the shortest numbers have within a town; what may stand before them is the
// country's code, in any way of writing it.
const (
	minLocal       = 7
	maxCountryCode = 4 // 00 and two digits
)

// saidPhone compares digits only. The model may have added the country's code, or taken the leading 0 away for it.
func (s *Evidence) saidPhone(number string) bool {
	number = Digits(number)
	for dropped := 0; dropped <= maxCountryCode && (dropped == 0 || len(number) >= minLocal); dropped++ {
		if number == "" {
			return false
		}
		for _, digits := range s.digits {
			if strings.Contains(digits, number) {
				return true
			}
		}
		number = number[1:]
	}
	return false
}

// titles stand before names and belong to nobody.
var titles = words.Set(`mr mrs ms miss mister sir madam dr doctor rev reverend pastor father brother sister deacon bishop elder the church office
	senor senora senorita don dona sr sra srta padre hermano hermana pastora reverendo reverenda diacono obispo anciano familia family
	van von der den bin al st san santa`)

// saidName wants one word of the name. People give a part of their name, or write it without accents.
func (s *Evidence) saidName(name string) bool {
	folded := words.Fold(name)
	for word := range words.Split(folded) {
		if s.words[word] && !titles[word] && !words.SmallInAny(word) {
			return true
		}
	}
	// Names of scripts without spaces between words.
	return !HasLatin(folded) && folded != "" && strings.Contains(s.text, folded)
}

// HasLatin reports whether a text has a letter of the Latin script.
func HasLatin(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}

// linkForm finds what could lead a reader away.
var linkForm = regexp.MustCompile(`(?i)\b(?:https?://|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|info|io|co|me|app|link|xyz|ru|cn|top|site|online|biz|us|uk|es|mx)\b(?:/\S*)?`)

// phoneInText finds what a reader would take for a phone number.
var phoneInText = regexp.MustCompile(`\+?\(?\d(?:[\s().-]{0,2}\d){6,16}`)

func (s *Evidence) saidWords(text, language string) bool {
	return s.saidAddresses(text) && (s.saidVerbatim(text) || s.sharesStems(text, language))
}

// saidAddresses holds for every address, link and number within a text.
func (s *Evidence) saidAddresses(text string) bool {
	folded := words.Fold(text)
	for _, address := range emailForm.FindAllString(folded, -1) {
		if !s.saidEmail(strings.Trim(address, ".'-")) {
			return false
		}
		folded = strings.ReplaceAll(folded, address, " ")
	}
	for _, link := range linkForm.FindAllString(folded, -1) {
		if !strings.Contains(s.text, strings.TrimRight(link, ".,;:!?)")) {
			return false
		}
	}
	for _, number := range phoneInText.FindAllString(folded, -1) {
		if !s.saidPhone(number) {
			return false
		}
	}
	return true
}

func (s *Evidence) saidVerbatim(text string) bool {
	folded := strings.Trim(words.Fold(text), " .,;:!?¡¿\"'")
	return folded != "" && strings.Contains(s.text, folded)
}

// sharesStems compares what carries meaning.
func (s *Evidence) sharesStems(text, language string) bool {
	written := words.Language(text, "")
	if s.language != "" {
		language = s.language
	}
	if written != "" && language != "" && written != language {
		return s.text != "" // a translation shares no words
	}
	strong, shared, weakShared := 0, 0, false
	for _, stem := range stems.Of(words.Fold(text)) {
		switch {
		case stem.Weak:
			weakShared = weakShared || s.weak[stem.Text]
		case s.content.HasAlike(stem.Text):
			strong++
			shared++
		default:
			strong++
		}
	}
	if strong == 0 {
		return weakShared
	}
	return shared >= max(1, strong/5)
}

// timeWords say when. A time is worked out by the model ("this Sunday" becomes a date), so its words need not be the
// visitor's; but it must say nothing else.
var timeWords = words.Set(`monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
	weekday weekdays weekend weekends day days week weeks month months morning mornings afternoon afternoons evening evenings night nights noon
	midday lunchtime lunch midnight today tonight tomorrow next this coming any anytime time after before between until from to at on in the of
	or and around about early late later earlier am pm a m p o clock oclock not except every only best works soon asap possible as service services mass
	st nd rd th jan feb mar apr jun jul aug sep sept oct nov dec
	january february march april may june july august september october november december
	lunes martes miercoles jueves viernes sabado sabados domingo domingos dia dias semana semanas mes fin manana mananas tarde tardes noche noches
	mediodia hoy pasado proximo proxima este esta que viene cualquier hora horas despues antes entre hasta desde a las la los el de del por en y o al
	temprano horario enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre entresemana salvo no solo mejor pronto
	posible lo culto servicio misa`)

var timeNumber = regexp.MustCompile(`^\d{1,4}(?:am|pm|h|hrs|st|nd|rd|th|t\d{1,2}|z)?$`)

func (s *Evidence) saidTime(text string) bool {
	if s.saidVerbatim(text) {
		return true
	}
	folded := words.Fold(text)
	for word := range words.Split(folded) {
		_, number := digitNames[word]
		if !timeWords[word] && !number && !timeNumber.MatchString(word) && !s.words[word] {
			return false
		}
	}
	return s.saidAddresses(text)
}
