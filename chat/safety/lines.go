package safety

import (
	"slices"
	"strings"
)

// Lines are whom to call in a country. What is empty is not known, or there is none. All numbers are as the services
// publish them, and answered day and night.
type Lines struct {
	Danger    string // the emergency number; empty: the local one, which we do not know
	Crisis    string // somebody to talk to
	Text      bool   // the crisis line's number also takes text messages
	Menu      bool   // callers of it choose their language; see line.menu of the crisis texts for what to press
	Abuse     Line   // about violence at home
	Child     Line   // for children, and about them
	Directory bool   // there is no national line here: point to Directory
}

// Line is a telephone line with its name.
type Line struct{ Name, Number string }

// Directory lists helplines of all countries.
const Directory = "findahelpline.com"

// Sources: 988lifeline.org, 988.ca, samaritans.org, lifeline.org.au, 1737.org.nz, thehotline.org, childhelphotline.org,
// kidshelpphone.ca, nationaldahelpline.org.uk, childline.org.uk, 1800respect.org.au, kidshelpline.com.au.
var countries = map[string]Lines{
	"US": {
		Danger: "911", Crisis: "988", Text: true, Menu: true,
		Abuse: Line{"National Domestic Violence Hotline", "1-800-799-7233"},
		Child: Line{"Childhelp National Child Abuse Hotline", "1-800-422-4453"},
	},
	"CA": {Danger: "911", Crisis: "988", Text: true, Child: Line{"Kids Help Phone", "1-800-668-6868"}},
	"GB": {
		Danger: "999", Crisis: "116 123",
		Abuse: Line{"National Domestic Abuse Helpline", "0808 2000 247"},
		Child: Line{"Childline", "0800 1111"},
	},
	"IE": {Danger: "112", Crisis: "116 123"},
	"AU": {
		Danger: "000", Crisis: "13 11 14",
		Abuse: Line{"1800RESPECT", "1800 737 732"},
		Child: Line{"Kids Helpline", "1800 55 1800"},
	},
	"NZ": {Danger: "111", Crisis: "1737", Text: true},
}

// europe are the other countries where 112 is the emergency number.
var europe = strings.Fields("AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK")

// LinesIn gives whom to call in a country (ISO 3166-1 alpha-2).
func LinesIn(country string) Lines {
	if known, ok := countries[country]; ok {
		return known
	}
	if slices.Contains(europe, country) {
		return Lines{Danger: "112", Directory: true}
	}
	return Lines{Directory: true}
}
