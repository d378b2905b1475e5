// Package helplines knows whom to call in a country when a life or a person is in danger. It imports nothing of ours.
//
// The numbers are in countries.json, each with the page that it was found on and the date that the page carries, or, where it
// carries none, the day on which it was read. The line to talk to has a page that is its own or a government's ("official"), or
// a second one that says the same ("also"), and is answered day and night. A number that no page was found for is left out: an
// answer then names the next best line, or Directory.
//
// What has a code of its own (ISO 3166-1) but is served by the lines of another is in territories.json, with the page that says so.
//
// Read helplines.go (the lines of a country), then file.go (how the files are read).
package helplines

import (
	"slices"
	"strings"
)

// Lines are whom to call in a country. What is empty is not known, or there is none.
type Lines struct {
	Danger        string // the emergency number, of the police where ambulances have another; empty: the local one, which we do not know
	Ambulance     string // the emergency number where somebody is hurt or ill; Danger, where it is for everything
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

// In gives whom to call in a country or territory, by its code (ISO 3166-1 alpha-2).
func In(country string) Lines {
	if known, ok := countries[country]; ok {
		return known
	}
	return Lines{Directory: true}
}

// Numbers are those of the lines, each once, in no order.
func (l Lines) Numbers() []string {
	all := []string{l.Danger, l.Ambulance, l.Crisis, l.Abuse.Number, l.Survivors.Number, l.Child.Number, l.AboutChildren.Number}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(number string) bool { return number == "" })
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
		all = append(all, lines.Numbers()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
