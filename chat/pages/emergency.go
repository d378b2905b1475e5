package pages

import (
	"maps"
	"slices"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/chat/voice/number"
	"narthex/static/messages"
	"narthex/static/web"
)

// calls are the words on the buttons above an answer to somebody in danger, in every language that such answers are in.
var calls = messages.Load("calls")

// kinds are the lines that those words name.
var kinds = []string{"danger", "ambulance", "crisis", "directory"}

// callsBeside are those that a page brings along in one language for its lines: what it says in that is among its own texts already.
// They are not fetched when they are needed, because then is not the time to wait.
func callsBeside(language *web.Language, lines []callLine) messages.Catalog {
	others := make(messages.Catalog)
	for code, texts := range calls {
		if code == language.Code {
			continue
		}
		others[code] = maps.Clone(texts)
		for _, kind := range kinds {
			if !slices.ContainsFunc(lines, func(line callLine) bool { return line.Kind == kind }) {
				delete(others[code], kind)
			}
		}
	}
	return others
}

// emergency is whom to call when it cannot wait for an answer.
type emergency struct {
	helplines.Lines
	CrisisLink string // the crisis line's number as a telephone takes it
}

func emergencyIn(country string) emergency {
	lines := helplines.In(country)
	return emergency{Lines: lines, CrisisLink: number.Digits(lines.Crisis)}
}

// callLine is what one touch calls, above an answer to somebody in danger. The type Line in calls.js mirrors it.
type callLine struct {
	Name    string `json:"name"`
	Kind    string `json:"kind,omitempty"`   // by which the texts of calls.json name it
	Number  string `json:"number,omitempty"` // as people write it
	Text    bool   `json:"text,omitempty"`   // it takes text messages too
	URL     string `json:"url,omitempty"`    // in place of a number
	General bool   `json:"general,omitempty"`
}

// same reports whether two lines are reached in the same way: one may be there for two kinds of danger.
func (l callLine) same(other callLine) bool { return l.Number == other.Number && l.URL == other.URL }

// linesIn are the lines of a church's country. General are those that help whatever has happened: they are shown where an
// answer names none. Every line that an answer may name is among them: reply names those of helplines.
func linesIn(snapshot *church.Snapshot, language *web.Language) (lines []callLine, err error) {
	known := helplines.In(snapshot.Address.Country)
	crisis := "line.crisis"
	if known.Menu {
		crisis = "line.menu"
	}
	for _, line := range []struct {
		name string // a text's key, where the line has no name of its own
		callLine
	}{
		{"line.danger", callLine{Kind: "danger", Number: known.Danger, General: true}},
		{"line.ambulance", callLine{Kind: "ambulance", Number: known.Ambulance, General: true}},
		{crisis, callLine{Kind: "crisis", Number: known.Crisis, Text: known.Text, General: true}},
		{"", callLine{Name: known.Abuse.Name, Number: known.Abuse.Number}},
		{"", callLine{Name: known.Survivors.Name, Number: known.Survivors.Number}},
		{"", callLine{Name: known.Child.Name, Number: known.Child.Number}},
		{"", callLine{Name: known.AboutChildren.Name, Number: known.AboutChildren.Number}},
		{"line.directory", callLine{Kind: "directory", URL: directoryURL(known), General: true}},
	} {
		if line.Number == "" && line.URL == "" || slices.ContainsFunc(lines, line.same) {
			continue
		}
		if line.name != "" {
			if line.Name, err = language.Text(line.name); err != nil {
				return nil, err
			}
		}
		lines = append(lines, line.callLine)
	}
	return lines, nil
}

// directoryURL is where lines of all countries are found, for a country without one of its own.
func directoryURL(known helplines.Lines) string {
	if !known.Directory {
		return ""
	}
	return "https://" + helplines.Directory
}
