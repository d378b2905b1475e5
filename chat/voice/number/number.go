// Package number reads telephone numbers, which come as carriers and people write them, into the one form in which they can be
// compared: E.164, "+12075550142".
package number

import (
	"errors"

	"github.com/nyaruka/phonenumbers"
)

// ErrNoNumber says that a text is no telephone number that could be called.
var ErrNoNumber = errors.New("this is no telephone number")

// maxLength is longer than any way to write a number.
const maxLength = 40

// E164 reads a number. country (ISO 3166-1 alpha-2) is where one without a calling code belongs; "" refuses such a number. A possible
// number is enough: which ones a country has given out changes faster than any table.
func E164(text, country string) (string, error) {
	if len(text) > maxLength {
		return "", ErrNoNumber
	}
	parsed, err := phonenumbers.Parse(text, country)
	if err != nil || !phonenumbers.IsPossibleNumber(parsed) || parsed.GetExtension() != "" {
		return "", ErrNoNumber
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), nil
}
