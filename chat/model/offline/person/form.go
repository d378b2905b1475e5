package person

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/spelled"
)

var (
	// Email finds an address.
	Email = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	// Phone finds what may be a telephone number, in figures: see PhoneIn.
	Phone = regexp.MustCompile(`\+?\(?\d[\d\s().-]{5,16}\d`)
	// postcode is the state's abbreviation and the code behind it: "ME 04841".
	postcode = regexp.MustCompile(`\b[A-Z]{2},? \d{5}\b(?:-\d{4}\b)?`)
	// behindOther is a number of ten digits behind one of another kind, as a postcode or a house's is, which has nothing of a country's code.
	behindOther = regexp.MustCompile(`^\d{4,5}\s+(\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4})$`)
	// Name finds in its first group the name by which somebody introduces themselves.
	Name = regexp.MustCompile(`\b(?:(?i:my name is|my name's|i am|i'm|im|this is|me llamo|mi nombre es|soy))(?:\s+(?i:his|her|their|the|su|el|la) (?i:wife|husband|son|daughter|mother|mom|father|dad|sister|brother|niece|nephew|friend|aunt|uncle|espos[oa]|hij[oa]|mam[aá]|pap[aá]|madre|padre|herman[oa]|sobrin[oa]|t[ií][oa]|abuel[oa]|niet[oa]|amig[oa]|vecin[oa]|nuera|yerno|cuñad[oa]))?\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})`)
)

// Kin are the words for relatives.
const Kin = `(?:mam|mum|mom|mother|mama|dad|da|father|papa|husband|wife|son|daughter|brother|sister|baby|gran|granny|nana|grandmother|grandfather|grandma|grandpa|aunt|uncle|partner|madre|padre|esposo|esposa|marido|hijo|hija|hermano|hermana|abuelo|abuela|tio|tia|suegro|suegra)`

// PhoneIn is the telephone number in a text, which may be spelled out, "" for none.
func PhoneIn(text string) string {
	text = spelled.InDigits(text)
	if at := phoneAt(text); at != nil {
		return text[at[0]:at[1]]
	}
	return ""
}

// phoneAt is where the first telephone number stands in a text, in figures, nil for none. Days, hours and postcodes are none.
func phoneAt(text string) []int {
	text = postcode.ReplaceAllStringFunc(moment.WithoutDates(text), func(found string) string { return strings.Repeat(" ", len(found)) })
	for _, at := range Phone.FindAllStringIndex(text, -1) {
		if behind := behindOther.FindStringSubmatchIndex(text[at[0]:at[1]]); behind != nil {
			at[0] += behind[2]
		}
		if len(Digits(text[at[0]:at[1]])) >= spelled.FewestDigits {
			return at
		}
	}
	return nil
}

// ContactAt is where the first telephone number or address stands in a message, nil for none.
func ContactAt(message string) []int {
	email, phone := Email.FindStringIndex(message), phoneAt(message)
	if email == nil || phone != nil && phone[0] < email[0] {
		return phone
	}
	return email
}

// Digits are the digits of a text.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// Without is a text without how somebody introduces themselves, and how to reach them.
func Without(text string) string {
	for _, form := range [...]*regexp.Regexp{Email, Phone, Name} {
		text = form.ReplaceAllString(text, " ")
	}
	return text
}
