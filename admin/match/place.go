package match

import (
	"slices"
	"strings"

	"narthex/admin/signup"
	"narthex/chat/words"
)

func samePost(c candidate, s signup.SignUp) bool {
	code := postOf(s.PostalCode, s.Country)
	return code != "" && code == postOf(c.PostalCode, s.Country)
}

// postOf is a postal code as it is compared: however it is written, and in the United States without the four digits that are rarely
// given.
func postOf(code, country string) string {
	code = strings.Join(wordsOf(code), "")
	if country == "US" && len(code) > 5 {
		return code[:5]
	}
	return code
}

func sameStreet(c candidate, s signup.SignUp) bool {
	return s.Address != "" && slices.Equal(wordsOf(s.Address), wordsOf(c.Address))
}

// elsewhere reports whether a church stands in another place than the sign-up says, as far as both are known. Of streets, which
// everybody writes in their own way, only the numbers tell.
func elsewhere(c candidate, s signup.SignUp) bool {
	if samePost(c, s) || sameStreet(c, s) {
		return false
	}
	if s.PostalCode != "" && c.PostalCode != "" {
		return true
	}
	there, here := numbersOf(c.Address), numbersOf(s.Address)
	return len(there) > 0 && len(here) > 0 && !slices.ContainsFunc(here, func(n string) bool { return slices.Contains(there, n) })
}

// numbersOf are the words of a street that begin with a digit.
func numbersOf(street string) (numbers []string) {
	for word := range words.Split(words.Fold(street)) {
		written := appendWritten(nil, word)
		if word == "1" { // the first house, and not the First Church
			written = []string{word}
		}
		for _, word := range written {
			if word[0] >= '0' && word[0] <= '9' {
				numbers = append(numbers, word)
			}
		}
	}
	return numbers
}
