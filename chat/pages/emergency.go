package pages

import (
	"slices"
	"strings"
)

// emergency is whom to call when it cannot wait for an answer.
type emergency struct {
	Danger     string // the emergency number; empty: the page says to call the local one
	Crisis     string // a line to talk to somebody, day and night; empty: there is none that we know
	CrisisLink string
	Directory  bool // point to the international directory of such lines
}

// lines are the emergency number and the crisis line of each country (ISO 3166-1 alpha-2).
var lines = map[string]emergency{
	"US": {Danger: "911", Crisis: "988"},
	"CA": {Danger: "911", Crisis: "988"},
	"GB": {Danger: "999", Crisis: "116 123"},
	"IE": {Danger: "112", Crisis: "116 123"},
	"AU": {Danger: "000", Crisis: "13 11 14"},
	"NZ": {Danger: "111", Crisis: "1737"},
}

// europe are the other countries where 112 is the emergency number.
var europe = strings.Fields("AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK")

func emergencyIn(country string) emergency {
	if known, ok := lines[country]; ok {
		known.CrisisLink = dialled(known.Crisis)
		return known
	}
	if slices.Contains(europe, country) {
		return emergency{Danger: "112", Directory: true}
	}
	return emergency{Directory: true}
}
