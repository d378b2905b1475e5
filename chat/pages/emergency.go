package pages

import (
	"slices"

	"narthex/chat/church"
	"narthex/chat/safety"
)

// emergency is whom to call when it cannot wait for an answer.
type emergency struct {
	safety.Lines
	CrisisLink string // the crisis line's number as a telephone takes it
}

func emergencyIn(country string) emergency {
	lines := safety.LinesIn(country)
	return emergency{Lines: lines, CrisisLink: dialled(lines.Crisis)}
}

// numbersIn are the numbers that an answer to somebody in need may name.
func numbersIn(snapshot *church.Snapshot) []string {
	lines := safety.LinesIn(snapshot.Address.Country)
	all := []string{lines.Danger, lines.Crisis, lines.Abuse.Number, lines.Child.Number, snapshot.Phone}
	return slices.DeleteFunc(all, func(number string) bool { return number == "" })
}
