package tools

import (
	"strings"

	"narthex/chat/tools/grounding"
)

// callingCodes are those of countries where a number is written within the country with a leading 0, or with nothing, before
// what follows the code abroad. Where a country is not here, its numbers are compared as they were given.
var callingCodes = map[string]string{
	"US": "1", "CA": "1", "PR": "1", "GB": "44", "IE": "353", "AU": "61", "NZ": "64", "ZA": "27", "DE": "49", "NL": "31", "FR": "33",
	"ES": "34", "MX": "52", "PH": "63", "IN": "91", "KE": "254", "NG": "234",
}

// onePhone writes a number in the way in which all ways of giving it come out the same, +12075550142 (E.164), as far as the
// church's country tells. It is what somebody is recognised by.
func onePhone(number, country string) string {
	digits := grounding.Digits(number)
	if digits == "" {
		return ""
	}
	code := callingCodes[country]
	national, withCode := strings.CutPrefix(digits, "00")
	switch {
	case strings.HasPrefix(strings.TrimSpace(number), "+"):
		return "+" + withoutTrunk(digits, code)
	case withCode:
		return "+" + withoutTrunk(national, code)
	case code == "":
		return digits
	case code == "1":
		return "+1" + strings.TrimPrefix(digits, "1") // no area begins with 1
	default:
		return "+" + code + strings.TrimPrefix(digits, "0")
	}
}

// withoutTrunk drops the 0 in "+44 (0)20".
func withoutTrunk(digits, code string) string {
	if rest, own := strings.CutPrefix(digits, code+"0"); own && code != "" {
		return code + rest
	}
	return digits
}
