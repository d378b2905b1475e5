package church

import (
	"encoding/json"
	"time"
)

// Away is a span of days on which the usual hours do not hold, both included, as 2006-01-02.
type Away struct {
	From, To string
	Reason   string // may be empty
}

// Away is the span that a day falls in, if any. The day is that of the calendar where at's clock is.
func (s *Snapshot) Away(at time.Time) (span Away, ok bool) {
	day := at.Format(time.DateOnly)
	for _, span := range s.PastorAway {
		if span.From <= day && day <= span.To {
			return span, true
		}
	}
	return Away{}, false
}

// ComingAway are the spans that visitors are told of: those of which a day is among the next two weeks, from that of now. now must be on the
// church's clock.
func (s *Snapshot) ComingAway(now time.Time) (spans []Away) {
	first, last := now.Format(time.DateOnly), now.AddDate(0, 0, tellAway-1).Format(time.DateOnly)
	for _, span := range s.PastorAway {
		if span.To >= first && span.From <= last {
			spans = append(spans, span)
		}
	}
	return spans
}

// tellAway is for how many days ahead visitors are told when the pastor is away.
const tellAway = 14

// Starts is the first day, at noon on the church's clock.
func (a Away) Starts(location *time.Location) time.Time { return noon(a.From, location) }

// Ends is the last day, at noon on the church's clock.
func (a Away) Ends(location *time.Location) time.Time { return noon(a.To, location) }

// decodeAway reads an array of {from, to, reason}.
func decodeAway(raw json.RawMessage, dropped *droppings) (spans []Away) {
	const column = "pastor_away"
	for _, item := range arrayOf(raw, column, dropped) {
		fields := objectOf(item, column, dropped)
		span := Away{From: field(fields, "from", column, dropped), To: field(fields, "to", column, dropped), Reason: field(fields, "reason", column, dropped)}
		if span.To == "" {
			span.To = span.From
		}
		if !isDay(span.From) || !isDay(span.To) || span.To < span.From {
			dropped.note(column, "item that is no span of days")
			continue
		}
		spans = append(spans, span)
	}
	return spans
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}
