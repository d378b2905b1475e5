package pages

import (
	"narthex/chat/church"
	"narthex/chat/tools/datetime"
	"narthex/static/web"
)

// specialDay is a day on which something else holds than the week does.
type specialDay struct {
	From              string // as 2006-01-02
	When, Name, Holds string
	Lines             []string // as the church wrote them
}

// mostSpecialDays is how many are shown: those that come next.
const mostSpecialDays = 6

func specialDays(snapshot *church.Snapshot, language *web.Language) (days []specialDay, err error) {
	format := datetime.For(snapshot, language.Code)
	for i := range snapshot.Special[:min(len(snapshot.Special), mostSpecialDays)] {
		d := &snapshot.Special[i]
		shown := specialDay{From: d.From, Name: d.Name, When: format.Date(d.Starts(snapshot.Location))}
		if d.From != d.To {
			shown.When += " – " + format.Date(d.Ends(snapshot.Location))
		}
		if shown.Holds, err = language.Text("church.special." + string(d.Kind)); err != nil {
			return nil, err
		}
		for _, slot := range d.Slots {
			shown.Lines = append(shown.Lines, slot.Text)
		}
		if d.Note != "" {
			shown.Lines = append(shown.Lines, d.Note)
		}
		days = append(days, shown)
	}
	return days, nil
}
