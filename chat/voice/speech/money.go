package speech

import (
	"regexp"
	"strings"
)

var money = regexp.MustCompile(`^(?:US|USD|MX)? ?([$€£]) ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?(?: (million|thousand|millones|mil)\b)?`)

// coins are what amounts are counted in, in English and Spanish.
var coins = map[string]map[string][2]string{
	"en": {"$": {"dollar", "dollars"}, "€": {"euro", "euros"}, "£": {"pound", "pounds"}},
	"es": {"$": {"dólar", "dólares"}, "€": {"euro", "euros"}, "£": {"libra", "libras"}},
}

func isMoney(_ *spot, word string) bool { return strings.ContainsAny(word, "$€£") }

func sayMoney(_ *spot, t *tongue, text string) (int, string) {
	m := money.FindStringSubmatch(text)
	if m == nil || !after(text, len(m[0])) {
		return 0, ""
	}
	amount, cents := number(strings.ReplaceAll(m[2], ",", "")), number(m[3])
	coin := coins[t.language][m[1]]
	name := coin[1]
	if amount == 1 && m[4] == "" {
		name = coin[0]
	}
	spoken := t.counted(amount, name) + " "
	if m[4] != "" && m[3] != "" {
		spoken, cents = t.cardinal(amount)+" "+t.point+" "+t.spell(m[3])+" ", 0
	}
	if m[4] != "" {
		spoken += m[4] + " "
		if t.language == "es" && m[4] == "millones" {
			spoken += "de "
		}
	}
	spoken += name
	if cents > 0 {
		plural := "s"
		if cents == 1 {
			plural = ""
		}
		spoken += " " + t.and + " " + t.counted(cents, t.cents) + " " + t.cents + plural
	}
	return len(m[0]), spoken
}
