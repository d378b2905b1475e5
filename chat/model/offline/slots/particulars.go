package slots

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/chat/model/offline/person"
	"narthex/chat/words"
)

// particular is a value that only the form of one wish has; known is false for a parameter that others have as well.
func (d details) particular(name string, now time.Time) (value any, known bool) {
	switch name {
	case "hospital":
		if found := wards.FindAllString(d.story, -1); len(found) > 0 {
			return strings.Join(found, ", "), true
		}
		return orNil(d.story), true
	case "situation", "reason", "purpose", "loss", "topic", "message":
		return orNil(d.story), true
	case "patient":
		return orNil(d.patient()), true
	case "address":
		return orNil(strings.TrimSpace(street.FindString(d.story))), true
	case "diet":
		return orNil(strings.Join(d.notes, "\n")), true
	case "help_with":
		return d.lacking(), true
	case "for_whom":
		return d.whom(), true
	case "year":
		return d.year(now), true
	case "hours":
		return orNil(fromTo.FindString(d.story)), true
	case "people", "attendees":
		if d.count < 2 { // who lives alone has named nobody
			return nil, true
		}
		return d.count, true
	case "funeral":
		if burial.MatchString(d.all) {
			return true, true
		}
		return nil, true
	case "no_link":
		return true, true // they have said how to reach them
	case "end_date", "needed_by", "from_date", "send_by", "age":
		return nil, true
	}
	return nil, false
}

var (
	// wards are where somebody lies: "Castlebar hospital", "St Annes ward", "room 12".
	wards  = regexp.MustCompile(`(?i)\b(?:hospital (?:de|of) \pL+|(?:[\pL'’.]+ )?[\pL'’.]+ (?:hospital|ward|infirmary|clinic)|(?:ward|room|cuarto|habitaci[oó]n|sala|piso) (?:number )?\w+)`)
	street = regexp.MustCompile(`(?i)\b\d{1,5}\s+(?:(?:calle|avenida|av|camino)\s+)?(?:[\pL'’.]+\s){0,3}?(?:st|street|rd|road|ave|avenue|lane|ln|drive|dr|court|ct|way|terrace|hill|place|pl|boulevard|blvd)\b|\b(?:calle|avenida)\s+[\pL'’.]+(?:\s+[\pL'’.]+)?\s+\d{1,5}|\b\d{1,5}\s+(?:calle|avenida)\s+[\pL'’.]+`)
	fromTo = regexp.MustCompile(`(?i)\b(?:from |de )?\d{1,2}(?::\d{2})? ?(?:[ap]\.?m\.? ?)?(?:to|until|till|-|a|hasta(?: las)?) (?:noon|midday|\d{1,2}(?::\d{2})?(?: ?[ap]\.?m\b)?)`)
	burial = regexp.MustCompile(`\b(?:funeral|burial|buried|bury|entierro|sepelio|velorio|misa de)\b`)
)

// patient is the name of the person who lies in hospital, "" where only who asks is named.
func (d details) patient() string {
	if found := person.Other(d.story); found != "" {
		return found
	}
	for _, u := range d.said {
		if found := person.Leading(u.text); found != "" && found != d.name {
			return found
		}
	}
	return ""
}

// lackings are what help is asked for, by the words for it.
var lackings = []struct {
	name string
	said *regexp.Regexp
}{
	{"utilities", regexp.MustCompile(`\b(?:heat\w*|electric\w*|lights?|power|gas|oil|fuel|water|utilit\w+|bills?|luz|agua|recibos?|calefaccion)\b`)},
	{"rent", regexp.MustCompile(`\b(?:rent|mortgage|deposit|renta|alquiler|hipoteca|evict\w*|desaloj\w*)\b`)},
	{"food", regexp.MustCompile(`\b(?:food|groceries|eat|comida|despensa|comer)\b`)},
	{"transport", regexp.MustCompile(`\b(?:ride|lift|car|drive|bus|transporte|llevar\w*|carro)\b`)},
	{"clothing", regexp.MustCompile(`\b(?:clothes|clothing|coats?|shoes|ropa|zapatos|abrigos?)\b`)},
	{"housing", regexp.MustCompile(`\b(?:homeless|shelter|somewhere to (?:live|stay)|techo|albergue)\b`)},
}

func (d details) lacking() string {
	for _, each := range lackings {
		if each.said.MatchString(d.all) {
			return each.name
		}
	}
	return "other"
}

var (
	ofChild = regexp.MustCompile(`\b(?:baby|babies|child|children|kids?|infant|newborn|toddler|lad|lass|son|daughter|boy|girl|grandson|granddaughter|twins|bebe|nin[oa]s?|hij[oa]s?|niet[oa]s?|nen[ea]s?)\b`)
	ofOther = regexp.MustCompile(`\b(?:my|our|mi|nuestr[oa]) (?:mother|mom|mum|father|dad|husband|wife|brother|sister|friend|boyfriend|girlfriend|fiance|mama|papa|espos[oa]|herman[oa]|amig[oa]|novi[oa])\b.*\b(?:wants?|would like|quiere)\b`)
)

func (d details) whom() string {
	switch {
	case ofChild.MatchString(d.all):
		return "child"
	case ofOther.MatchString(d.all):
		return "somebody_else"
	}
	return "self"
}

var (
	// notYear is one that is not meant: "2024, not 2025".
	notYear  = regexp.MustCompile(`\b(?:not|no|instead of|rather than|en vez de|en lugar de)(?: (?:for|the|el|de|del))* 20\d\d\b`)
	aYear    = regexp.MustCompile(`\b20\d\d\b|` + yearGone.String() + `|` + thisYear.String())
	yearGone = regexp.MustCompile(`\blast year(?:'?s)?\b|\b(?:el )?ano pasado\b|\bprevious year\b`)
	thisYear = regexp.MustCompile(`\bthis year(?:'?s)?\b|\beste ano\b`)
)

// year is the year of which gifts are to be told: the newest that is named, and is no part of a number or an address.
func (d details) year(now time.Time) any {
	for _, u := range slices.Backward(d.said) {
		text := street.ReplaceAllString(u.text, " ")
		if number := person.PhoneIn(text); number != "" {
			text = strings.ReplaceAll(text, number, " ")
		}
		folded := notYear.ReplaceAllString(words.Fold(person.Email.ReplaceAllString(text, " ")), " ")
		if found := yearSaid(folded, now); found > 0 {
			return found
		}
	}
	return nil
}

// yearSaid is the last year that a folded text names of those that have begun, 0 for none.
func yearSaid(folded string, now time.Time) (year int) {
	for _, found := range aYear.FindAllString(folded, -1) {
		switch number, err := strconv.Atoi(found); {
		case err == nil && number <= now.Year():
			year = number
		case yearGone.MatchString(found):
			year = now.Year() - 1
		case thisYear.MatchString(found):
			year = now.Year()
		}
	}
	return year
}
