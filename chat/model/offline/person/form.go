package person

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/spelled"
)

var (
	// Email finds an address.
	Email = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	// Phone finds what may be a telephone number, in figures: see PhoneIn.
	Phone = regexp.MustCompile(`\+?\(?\d[\d\s().-]{5,16}\d`)
	// Name finds in its first group the name by which somebody introduces themselves.
	Name = regexp.MustCompile(`\b(?:(?i:my name is|my name's|i am|i'm|im|this is|me llamo|mi nombre es|soy))(?:\s+(?i:his|her|their|the|su|el|la) (?i:wife|husband|son|daughter|mother|mom|father|dad|sister|brother|niece|nephew|friend|aunt|uncle|espos[oa]|hij[oa]|mam[aá]|pap[aá]|madre|padre|herman[oa]|sobrin[oa]|t[ií][oa]|abuel[oa]|niet[oa]|amig[oa]|vecin[oa]|nuera|yerno|cuñad[oa]))?\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})`)
)

// Kin are the words for relatives.
const Kin = `(?:mam|mum|mom|mother|mama|dad|da|father|papa|husband|wife|son|daughter|brother|sister|baby|gran|granny|nana|grandmother|grandfather|grandma|grandpa|aunt|uncle|partner|madre|padre|esposo|esposa|marido|hijo|hija|hermano|hermana|abuelo|abuela|tio|tia|suegro|suegra)`

// PhoneIn is the telephone number in a text, which may be spelled out, "" for none.
func PhoneIn(text string) string {
	if found := Phone.FindString(spelled.InDigits(text)); len(Digits(found)) >= spelled.FewestDigits {
		return found
	}
	return ""
}

// ContactAt is where the first number or address stands in a message, nil for none.
func ContactAt(message string) []int {
	email, phone := Email.FindStringIndex(message), Phone.FindStringIndex(message)
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
