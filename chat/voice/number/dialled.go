package number

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// pause is where telephones wait a moment before they dial the rest. Of an extension as RFC 3966 writes it (";ext=3") Android dials
// the letters too.
const pause = ","

// Dialled is a number as the link to it has a telephone dial it, which reads no "(0)" and no "ext. 3". country is that of E164. What is no such number is dialled as it is written.
func Dialled(text, country string) string {
	if len(text) > maxLength {
		return Digits(text)
	}
	parsed, err := phonenumbers.Parse(text, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(parsed) != phonenumbers.IS_POSSIBLE {
		return Digits(text)
	}
	extension := parsed.GetExtension()
	parsed.Extension = nil
	dialled := Digits(phonenumbers.Format(parsed, form(parsed)))
	if extension != "" {
		dialled += pause + extension
	}
	return dialled
}

// northAmerica is the calling code of a plan in which every number is called with it.
const northAmerica = 1

// form is the national one of numbers that some networks know in no other.
func form(parsed *phonenumbers.PhoneNumber) phonenumbers.PhoneNumberFormat {
	switch phonenumbers.GetNumberType(parsed) {
	case phonenumbers.TOLL_FREE, phonenumbers.SHARED_COST, phonenumbers.UAN:
		if parsed.GetCountryCode() != northAmerica {
			return phonenumbers.NATIONAL
		}
	}
	return phonenumbers.E164
}

// Digits are those of a number, and its plus sign: all that is dialled of a short one, as that of a helpline.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, text)
}
