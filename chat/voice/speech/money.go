package speech

import (
	"regexp"
	"strings"

	"narthex/chat/helplines"
)

var money = regexp.MustCompile(`^(US|USD|MX)? ?([$€£]) ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?(?: (million|thousand|millones|mil)\b)?`)

// coins are what amounts are counted in, in English and Spanish.
var coins = map[string]map[string][2]string{
	"en": {"$": {"dollar", "dollars"}, "€": {"euro", "euros"}, "£": {"pound", "pounds"}},
	"es": {"$": {"dólar", "dólares"}, "€": {"euro", "euros"}, "£": {"libra", "libras"}},
}

// pesos are what "$" is in some countries (ISO 3166-1 alpha-2).
var (
	pesos       = map[string][2]string{"en": {"peso", "pesos"}, "es": {"peso", "pesos"}}
	pesoCountry = wordSet("AR CL CO CU DO MX UY")
)

// In says in which country (ISO 3166-1 alpha-2; "": not known) the text is read, by which amounts in "$" are said, and the short numbers of
// its lines for people in danger.
func (s *Stream) In(country string) {
	lines := helplines.In(country)
	s.pesos = pesoCountry[country]
	s.helps = []string{lines.Crisis, lines.Abuse.Number, lines.Survivors.Number, lines.Child.Number, lines.AboutChildren.Number}
	s.urgent = []string{lines.Danger, lines.Ambulance}
}

func isMoney(_ *spot, word string) bool { return strings.ContainsAny(word, "$€£") }

func sayMoney(s *spot, t *tongue, text string) (int, string) {
	m := money.FindStringSubmatch(text)
	if m == nil || !after(text, len(m[0])) {
		return 0, ""
	}
	amount, cents := number(strings.ReplaceAll(m[3], ",", "")), number(m[4])
	coin, cent := coins[t.language][m[2]], t.cents
	if m[2] == "$" && (m[1] == "MX" || m[1] == "" && s.pesos) {
		coin, cent = pesos[t.language], "centavo"
	}
	name := coin[1]
	if amount == 1 && m[5] == "" {
		name = coin[0]
	}
	spoken := t.counted(amount, name) + " "
	if m[5] != "" && m[4] != "" {
		spoken, cents = t.cardinal(amount)+" "+t.point+" "+t.spell(m[4])+" ", 0
	}
	if m[5] != "" {
		spoken += m[5] + " "
		if t.language == "es" && m[5] == "millones" {
			spoken += "de "
		}
	}
	spoken += name
	if cents > 0 {
		plural := "s"
		if cents == 1 {
			plural = ""
		}
		spoken += " " + t.and + " " + t.counted(cents, cent) + " " + cent + plural
	}
	return len(m[0]), spoken
}
