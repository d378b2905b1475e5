package helplines

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"strings"
)

//go:embed countries.json
var countriesFile []byte

//go:embed territories.json
var territoriesFile []byte

// page is where something was found. Dated is the date that the page carries, Read the day on which one without a date was read.
type page struct {
	Source, Dated, Read string
	Also                string // a second page that says the same
	Official            bool   // it is the line's own, or a government's
}

// sourced is a number as the file has it.
type sourced struct {
	Name, Number    string
	Text, Spanish   bool
	Anything, Hours bool
	page
}

func (s sourced) line() Line {
	return Line{Name: s.Name, Number: s.Number, Anything: s.Anything, Hours: s.Hours}
}

// territory is served by the lines of the country Of.
type territory struct {
	Of string
	page
}

// europe are the countries where 112 is the emergency number, whatever else the file has of them.
var europe = strings.Fields("AT BE BG CH CY CZ DE DK EE FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK")

// written are codes that are none of ISO 3166-1, but reserved there because they are written for those of the country.
var written = map[string]string{"UK": "GB", "EL": "GR"}

// countries are the lines by code: of countries, of territories, and of what else is written for the code of one.
var countries = func() map[string]Lines {
	all := make(map[string]Lines)
	for country, of := range read[map[string]sourced](countriesFile) {
		all[country] = linesOf(of)
	}
	for _, country := range europe {
		lines, known := all[country]
		if !known {
			lines.Directory = true
		}
		lines.Danger = cmp.Or(lines.Danger, all["EU"].Danger)
		lines.Ambulance = cmp.Or(lines.Ambulance, lines.Danger)
		all[country] = lines
	}
	for code, of := range read[territory](territoriesFile) {
		all[code] = all[of.Of]
	}
	for code, of := range written {
		all[code] = all[of]
	}
	return all
}()

// read gives what one of the files has of each code.
func read[T any](file []byte) (known map[string]T) {
	if err := json.Unmarshal(file, &known); err != nil {
		panic(err) // the file is part of the program
	}
	return known
}

func linesOf(of map[string]sourced) Lines {
	crisis := of["crisis"]
	return Lines{
		Danger: of["danger"].Number, Ambulance: cmp.Or(of["ambulance"].Number, of["danger"].Number),
		Crisis: crisis.Number, Text: crisis.Text, Menu: crisis.Spanish, Directory: crisis.Number == "",
		Abuse: of["abuse"].line(), Survivors: of["survivors"].line(), Child: of["child"].line(), AboutChildren: of["aboutChildren"].line(),
	}
}
