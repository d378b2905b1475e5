package prompt

import (
	"strings"
	"time"

	"narthex/chat/church"
)

// holding says what holds on a special day.
var holding = map[church.SpecialKind]string{
	church.Instead: "instead of the usual hours", church.Besides: "besides the usual hours", church.NoServices: "no service takes place",
	church.OfficeClosed: "the office is closed", church.Closed: "closed, nothing takes place",
}

const dayLayout = "Monday, 2 January 2006"

// specialDay is when it is and what holds then, in a line.
func specialDay(d *church.SpecialDay, location *time.Location) string {
	when := d.Starts(location).Format(dayLayout)
	if d.From != d.To {
		when += " to " + d.Ends(location).Format(dayLayout)
	}
	if d.Name != "" {
		when += " (" + d.Name + ")"
	}
	var times []string
	for _, slot := range d.Slots {
		times = append(times, slot.Text)
	}
	line := when + ": " + holding[d.Kind]
	switch {
	case len(times) > 0:
		line += ": " + strings.Join(times, "; ")
	case d.Kind == church.Instead:
		line = when + ": the usual hours do not hold"
	}
	if d.Note != "" {
		line += ". " + d.Note
	}
	return line
}
