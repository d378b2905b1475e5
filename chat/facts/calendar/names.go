package calendar

import (
	"slices"
	"strings"
	"time"
)

// Naming is how people name a feast, or several that they come to church for together.
type Naming struct {
	Phrase string   // folded, without apostrophes, with a space before, between and after its words
	Days   []string // keys of feasts; none for one that is known by its name alone
}

// thanksgiving is a public holiday, on another day in each country that has it.
const thanksgiving = "thanksgiving"

// namings are in an order in which the longer one comes first: the eve is no part of the day.
var namings = map[string][]Naming{
	"en": {
		{" christmas eve ", []string{"christmas_eve"}}, {" xmas eve ", []string{"christmas_eve"}}, {" christmas day ", []string{"christmas"}},
		{" christmas ", []string{"christmas_eve", "christmas"}}, {" xmas ", []string{"christmas_eve", "christmas"}}, {" midnight mass ", []string{"christmas_eve"}},
		{" new years eve ", []string{"new_years_eve"}}, {" new years day ", []string{"new_year"}}, {" new years ", []string{"new_years_eve", "new_year"}},
		{" palm sunday ", []string{"palm_sunday"}}, {" maundy thursday ", []string{"maundy_thursday"}}, {" holy thursday ", []string{"maundy_thursday"}},
		{" good friday ", []string{"good_friday"}}, {" holy saturday ", []string{"holy_saturday"}}, {" easter vigil ", []string{"holy_saturday"}},
		{" holy week ", []string{"palm_sunday", "maundy_thursday", "good_friday", "holy_saturday", "easter"}},
		{" easter monday ", nil}, {" easter sunday ", []string{"easter"}}, {" easter ", []string{"holy_saturday", "easter"}}, {" pentecost ", []string{"pentecost"}}, {" ash wednesday ", []string{"ash_wednesday"}},
		{" epiphany ", []string{"epiphany"}}, {" assumption ", []string{"assumption"}}, {" immaculate conception ", []string{"immaculate_conception"}},
		{" ascension ", nil}, {" corpus christi ", nil}, {" all souls ", nil}, {" all saints day ", []string{"all_saints"}}, {" all saints ", []string{"all_saints"}}, {" thanksgiving day ", []string{thanksgiving}}, {" thanksgiving ", []string{thanksgiving}},
	},
	"es": {
		{" nochebuena ", []string{"christmas_eve"}}, {" noche buena ", []string{"christmas_eve"}}, {" misa de gallo ", []string{"christmas_eve"}}, {" misa del gallo ", []string{"christmas_eve"}}, {" dia de navidad ", []string{"christmas"}},
		{" navidad ", []string{"christmas_eve", "christmas"}}, {" nochevieja ", []string{"new_years_eve"}}, {" noche vieja ", []string{"new_years_eve"}}, {" fin de ano ", []string{"new_years_eve"}},
		{" ano nuevo ", []string{"new_years_eve", "new_year"}}, {" domingo de ramos ", []string{"palm_sunday"}}, {" jueves santo ", []string{"maundy_thursday"}}, {" viernes santo ", []string{"good_friday"}},
		{" sabado santo ", []string{"holy_saturday"}}, {" sabado de gloria ", []string{"holy_saturday"}}, {" vigilia pascual ", []string{"holy_saturday"}},
		{" semana santa ", []string{"palm_sunday", "maundy_thursday", "good_friday", "holy_saturday", "easter"}},
		{" lunes de pascua ", nil}, {" domingo de pascua ", []string{"easter"}}, {" domingo de resurreccion ", []string{"easter"}}, {" pascua ", []string{"holy_saturday", "easter"}}, {" pentecostes ", []string{"pentecost"}},
		{" miercoles de ceniza ", []string{"ash_wednesday"}}, {" dia de reyes ", []string{"epiphany"}}, {" epifania ", []string{"epiphany"}}, {" asuncion ", []string{"assumption"}},
		{" inmaculada concepcion ", []string{"immaculate_conception"}}, {" ascension ", nil}, {" corpus christi ", nil}, {" fieles difuntos ", nil}, {" todos los santos ", []string{"all_saints"}}, {" accion de gracias ", []string{thanksgiving}},
	},
}

// Named is the feast that a text names; ok is false where it names none.
func Named(language, text string) (named Naming, ok bool) {
	for _, n := range namings[language] {
		if strings.Contains(text, n.Phrase) {
			return n, true
		}
	}
	return Naming{}, false
}

// Next is the next day of the feast itself, which comes last of those that go with it; ok is false where it is known by its name alone.
func (n *Naming) Next(now time.Time, t Tradition) (day time.Time, ok bool) {
	if len(n.Days) == 0 {
		return time.Time{}, false
	}
	feast := Naming{Days: n.Days[len(n.Days)-1:]}
	for ahead := range 400 { // Easter may come 385 days after another
		if day := now.AddDate(0, 0, ahead); feast.Is(day, t) {
			return day, true
		}
	}
	return time.Time{}, false
}

// Is reports whether a day is one of the feasts.
func (n *Naming) Is(day time.Time, t Tradition) bool {
	t.Catholic = true // whoever stores times for a holy day keeps it
	holiday, ok := On(day, t)
	for _, key := range n.Days {
		if ok && (holiday.Key == key || key == thanksgiving && strings.Contains(holiday.Name, "Thanksgiving")) {
			return true
		}
	}
	return false
}

// At is the feast by whose name words begin, and how many of them that is; 0 where they begin by none. They are folded, without apostrophes.
func At(said []string) (named Naming, n int) {
	if len(said) == 0 {
		return Naming{}, 0
	}
	for _, known := range byFirstWord[said[0]] {
		if len(known.words) > n && len(known.words) <= len(said) && slices.Equal(known.words, said[:len(known.words)]) {
			named, n = known.Naming, len(known.words)
		}
	}
	return named, n
}

type wordsOf struct {
	Naming
	words []string
}

var byFirstWord = func() map[string][]wordsOf {
	all := make(map[string][]wordsOf)
	for _, list := range namings {
		for _, naming := range list {
			words := strings.Fields(naming.Phrase)
			all[words[0]] = append(all[words[0]], wordsOf{naming, words})
		}
	}
	return all
}()
