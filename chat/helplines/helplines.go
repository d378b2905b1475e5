// Package helplines knows whom to call in a country when a life or a person is in danger. It imports nothing of ours.
//
// The numbers are in countries.json, each with the page that it was found on and the date that the page carries, or, where it
// carries none, the day on which it was read. A number that no page was found for is left out: an answer then names the next
// best line, or Directory.
package helplines

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
)

// Lines are whom to call in a country. What is empty is not known, or there is none.
type Lines struct {
	Danger        string // the emergency number; empty: the local one, which we do not know
	Crisis        string // somebody to talk to, day and night
	Text          bool   // the crisis line's number also takes text messages
	Menu          bool   // callers of it choose Spanish by a key; see line.menu of the crisis texts for which
	Abuse         Line   // about violence at home
	Survivors     Line   // about sexual abuse, also long ago; run by no church
	Child         Line   // for children
	AboutChildren Line   // for adults who fear for a child
	Directory     bool   // there is no national line here: point to Directory
}

// Line is a telephone line with its name.
type Line struct {
	Name, Number string
	Anything     bool // children may call it about anything, not only about what is done to them
	Hours        bool // it is not answered at night
}

// Directory lists helplines of all countries.
const Directory = "findahelpline.com"

//go:embed countries.json
var file []byte

// sourced is a number as the file has it.
type sourced struct {
	Name, Number        string
	Text, Spanish       bool
	Anything, Hours     bool
	Source, Dated, Read string
}

func (s sourced) line() Line {
	return Line{Name: s.Name, Number: s.Number, Anything: s.Anything, Hours: s.Hours}
}

var countries = func() map[string]Lines {
	var known map[string]map[string]sourced
	if err := json.Unmarshal(file, &known); err != nil {
		panic(err) // the file is part of the program
	}
	all := make(map[string]Lines, len(known))
	for country, of := range known {
		crisis := of["crisis"]
		all[country] = Lines{
			Danger: of["danger"].Number, Crisis: crisis.Number, Text: crisis.Text, Menu: crisis.Spanish, Directory: crisis.Number == "",
			Abuse: of["abuse"].line(), Survivors: of["survivors"].line(), Child: of["child"].line(), AboutChildren: of["aboutChildren"].line(),
		}
	}
	all["PR"] = all["US"]
	return all
}()

// europe are the countries without lines of their own in the file where 112 is the emergency number.
var europe = strings.Fields("AT BE BG CH CY CZ DE DK EE FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK")

// In gives whom to call in a country (ISO 3166-1 alpha-2).
func In(country string) Lines {
	if slices.Contains(europe, country) {
		country = "EU"
	}
	if known, ok := countries[country]; ok {
		return known
	}
	return Lines{Directory: true}
}

// Sites are where the lines are found on the Web, of all countries.
var Sites = strings.Fields(Directory + ` 988lifeline.org 988.ca samaritans.org lifeline.org.au 1737.org.nz thehotline.org
	childhelphotline.org kidshelpphone.ca nationaldahelpline.org.uk childline.org.uk 1800respect.org.au kidshelpline.com.au
	rainn.org thetrevorproject.org samhsa.gov poison.org humantraffickinghotline.org`)

// others are numbers that an answer may give although no crisis names them: of the United States those of
// thetrevorproject.org, samhsa.gov, poison.org and humantraffickinghotline.org.
var others = []string{"1-866-488-7386", "1-800-662-4357", "1-800-222-1222", "1-888-373-7888"}

// Numbers are those of all countries.
func Numbers() []string {
	all := slices.Clone(others)
	for _, lines := range countries {
		all = append(all, lines.Danger, lines.Crisis)
		for _, line := range []Line{lines.Abuse, lines.Survivors, lines.Child, lines.AboutChildren} {
			all = append(all, line.Number)
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(number string) bool { return number == "" })
}
