// Package number reads telephone numbers, which come as carriers and people write them, into the one form in which they can be
// compared: E.164, "+12075550142".
package number

import (
	"errors"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// ErrNoNumber says that a text is no telephone number that could be called.
var ErrNoNumber = errors.New("this is no telephone number")

// maxLength is longer than any way to write a number.
const maxLength = 40

// E164 reads a number. country (ISO 3166-1 alpha-2) is where one without a calling code belongs; "" refuses such a number. A possible
// number is enough: which ones a country has given out changes faster than any table. One without its area code is none, though neighbours
// can dial it.
func E164(text, country string) (string, error) {
	if len(text) > maxLength {
		return "", ErrNoNumber
	}
	parsed, err := phonenumbers.Parse(text, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(parsed) != phonenumbers.IS_POSSIBLE || parsed.GetExtension() != "" {
		return "", ErrNoNumber
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), nil
}

// Same reports whether two texts are the same number, written as E164 reads them. What is no number is compared by its digits.
func Same(one, other, country string) bool {
	return compared(one, country) == compared(other, country)
}

func compared(text, country string) string {
	if number, err := E164(text, country); err == nil {
		return number
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
