// Package calendar knows the days on which a church's regular hours may not hold: the public holidays of its country, and the feasts
// that most churches keep with services of their own. The rules are those of rickar/cal.
package calendar

import (
	"slices"
	"sync"
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
	{"new_years_eve", &cal.Holiday{Month: time.December, Day: 31, Func: cal.CalcDayOfMonth}},
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
	found, ok = holidays(t, day.Year())[day.YearDay()]
	return found, ok
}

// year is a year as a tradition keeps it.
type year struct {
	Tradition
	number int
}

// years holds the holidays of each year by their day in it: reckoned for every question, they would take longer than all the rest of
// answering it. There are as many as there are countries with rules of their own, times the few years that dates are asked about.
var years sync.Map

func holidays(t Tradition, number int) map[int]Holiday {
	if public[t.Country] == nil {
		t.Country = ""
	}
	key := year{t, number}
	if known, ok := years.Load(key); ok {
		return known.(map[int]Holiday)
	}
	known, _ := years.LoadOrStore(key, t.reckon(number))
	return known.(map[int]Holiday)
}

// reckon has feasts come before public holidays, which are known by the name that their country gives them.
func (t Tradition) reckon(number int) map[int]Holiday {
	all := make(map[int]Holiday)
	add := func(day time.Time, h Holiday) {
		if _, taken := all[day.YearDay()]; !taken && day.Year() == number {
			all[day.YearDay()] = h
		}
	}
	kept := feasts
	if t.Catholic {
		kept = slices.Concat(feasts, holyDays)
	}
	for _, f := range kept {
		add(t.on(f.rule, number), Holiday{Key: f.key})
	}
	for _, rule := range public[t.Country] {
		actual, observed := rule.Calc(number)
		add(actual, Holiday{Name: rule.Name})
		add(observed, Holiday{Name: rule.Name})
	}
	return all
}

// on is the day of a feast in a year.
func (t Tradition) on(rule *cal.Holiday, number int) time.Time {
	if rule.Month == 0 {
		moved := *rule
		moved.Julian = t.Eastern
		rule = &moved
	}
	actual, _ := rule.Calc(number)
	return actual
}
