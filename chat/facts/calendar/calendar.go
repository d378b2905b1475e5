// Package calendar knows the days on which a church's regular hours may not hold: the public holidays of its country, and the feasts
// that most churches keep with services of their own. The rules are those of rickar/cal.
package calendar

import (
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/aa"
	"github.com/rickar/cal/v2/br"
	"github.com/rickar/cal/v2/ca"
	"github.com/rickar/cal/v2/de"
	"github.com/rickar/cal/v2/es"
	"github.com/rickar/cal/v2/fr"
	"github.com/rickar/cal/v2/gb"
	"github.com/rickar/cal/v2/ie"
	"github.com/rickar/cal/v2/it"
	"github.com/rickar/cal/v2/nz"
	"github.com/rickar/cal/v2/pl"
	"github.com/rickar/cal/v2/us"
)

// Holiday is a day on which hours may differ.
type Holiday struct {
	Key  string // of a feast, the name of its text: christmas, easter; empty for a public holiday of the country
	Name string // of a public holiday, as its country names it
}

// Tradition is what decides which feasts are kept, and when.
type Tradition struct {
	Country  string // ISO 3166-1 alpha-2
	Eastern  bool   // Easter by the Julian calendar
	Catholic bool   // the holy days of obligation
}

// feast is a day that has a text.
type feast struct {
	key  string
	rule *cal.Holiday
}

func easter(offset int) *cal.Holiday { return &cal.Holiday{Offset: offset, Func: cal.CalcEasterOffset} }

// feasts are kept by most.
var feasts = []feast{
	{"christmas_eve", &cal.Holiday{Month: time.December, Day: 24, Func: cal.CalcDayOfMonth}}, {"christmas", aa.ChristmasDay}, {"new_year", aa.NewYear},
	{"palm_sunday", easter(-7)}, {"maundy_thursday", easter(-3)}, {"good_friday", easter(-2)}, {"holy_saturday", easter(-1)}, {"easter", easter(0)}, {"pentecost", easter(49)},
}

// holyDays are kept by Catholics besides.
var holyDays = []feast{{"ash_wednesday", easter(-46)}, {"epiphany", aa.Epiphany}, {"assumption", aa.AssumptionOfMary}, {"all_saints", aa.AllSaintsDay}, {"immaculate_conception", aa.ImmaculateConception}}

// public are the holidays of countries.
var public = map[string][]*cal.Holiday{
	"BR": br.Holidays, "CA": ca.Holidays, "DE": de.Holidays, "ES": es.Holidays, "FR": fr.Holidays, "GB": gb.Holidays, "IE": ie.Holidays, "IT": it.Holidays,
	"NZ": nz.Holidays, "PL": pl.Holidays, "US": us.Holidays,
}

// On tells the holiday of a day; ok is false where it is an ordinary one.
func On(day time.Time, t Tradition) (found Holiday, ok bool) {
	for _, f := range feasts {
		if t.falls(f.rule, day) {
			return Holiday{Key: f.key}, true
		}
	}
	if t.Catholic {
		for _, f := range holyDays {
			if t.falls(f.rule, day) {
				return Holiday{Key: f.key}, true
			}
		}
	}
	for _, rule := range public[t.Country] {
		if actual, observed := rule.Calc(day.Year()); same(actual, day) || same(observed, day) {
			return Holiday{Name: rule.Name}, true
		}
	}
	return Holiday{}, false
}

// falls reports whether a feast is on a day.
func (t Tradition) falls(rule *cal.Holiday, day time.Time) bool {
	if rule.Month == 0 {
		moved := *rule
		moved.Julian = t.Eastern
		rule = &moved
	}
	actual, _ := rule.Calc(day.Year())
	return same(actual, day)
}

func same(a, b time.Time) bool {
	return a.Day() == b.Day() && a.Month() == b.Month() && a.Year() == b.Year()
}
