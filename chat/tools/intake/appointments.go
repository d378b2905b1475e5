package intake

import (
	"context"
	"iter"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
)

// AppointmentTools bring visitor and pastor together at a time.
var AppointmentTools = []tools.Tool{
	{
		Name: "check_pastor_availability", Plan: church.Pro, Agents: []church.Agent{church.Care, church.Coordinator}, Meets: true,
		Description: "When the pastor usually has time to meet people, before an appointment is offered: the next free hours, not a booking.",
		Parameters: parameter.List{
			parameter.Date("date", "Only this day, as YYYY-MM-DD."),
		},
		Run: checkAvailability,
	},
	{
		Name: "book_appointment", Plan: church.Pro, Agents: []church.Agent{church.Care, church.Coordinator}, Writes: true, Meets: true,
		Description: "Get an appointment with the pastor: the link of the church's calendar where it has one, otherwise a request that the church answers. " +
			"For a request, ask for the name and for an e-mail address or a phone number first.",
		Parameters: parameter.List{
			parameter.VisitorName(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.WishedTime("When the visitor would like to meet"),
			parameter.Text("reason", "What it is about. Do not press."),
			parameter.Boolean("no_link", "True when the visitor does not want to book by a link, but to be called or written to."),
		},
		Run: bookAppointment,
	},
}

const (
	availabilityDays = 14
	maxWindows       = 6
)

func checkAvailability(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	at := c.Church()
	if at.PastorAvailability.Empty() && at.PastorAvailabilityText == "" {
		return nil, tools.NotOnFile("when the pastor has time")
	}
	answer := tools.Fields{"note": "These are the usual hours; nothing is booked. To meet, use book_appointment."}
	answer.Add("pastor", at.PastorName)
	answer.Add("in_words", at.PastorAvailabilityText)
	day, onlyDay := c.Day("date")
	free := []tools.Fields{}
	for start, end := range windows(at.PastorAvailability, c.Now()) {
		if _, away := at.Away(start); away {
			continue
		}
		if onlyDay && start.Format(time.DateOnly) != day.Format(time.DateOnly) {
			continue
		}
		if free = append(free, c.Times().Exact(start, end)); len(free) == maxWindows {
			break
		}
	}
	if away := awayOn(at, c.Now()); len(away) > 0 {
		answer["away"] = away
	}
	if onlyDay && len(free) == 0 {
		answer["day_note"] = "Nothing is on file for that day within the next two weeks. Offer another."
	}
	answer["next"] = free
	return answer, nil
}

// awayOn says when the pastor is away within the days that are looked at.
func awayOn(at *church.Snapshot, now time.Time) (away []tools.Fields) {
	for _, span := range at.ComingAway(now) {
		said := tools.Fields{"from": span.From, "to": span.To}
		said.Add("reason", span.Reason)
		away = append(away, said)
	}
	return away
}

// windows yields the hours of the next two weeks, from today, that are not over. end is nil where only a start is on file.
// now is on the church's clock, and so are they, also on the days when clocks change.
func windows(week church.Hours, now time.Time) iter.Seq2[time.Time, *time.Time] {
	return func(yield func(time.Time, *time.Time) bool) {
		year, month, today := now.Date()
		for ahead := range availabilityDays {
			at := func(minutes int) time.Time {
				return time.Date(year, month, today+ahead, 0, minutes, 0, 0, now.Location())
			}
			for _, slot := range week.On(at(12 * 60).Weekday()) {
				if !slot.Timed() {
					continue
				}
				start, last := at(slot.Start), at(slot.Start)
				var end *time.Time
				if slot.End > 0 {
					last = at(slot.End)
					end = &last
				}
				if last.After(now) && !yield(start, end) {
					return
				}
			}
		}
	}
}

func bookAppointment(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	if link := tools.SchedulingLink(c.Church().Scheduling); link != "" && !c.Flag("no_link") {
		answer := tools.Fields{"link": link, "note": "Nothing is booked yet: the visitor chooses a time on that page. If they would rather be called, call again with no_link."}
		answer.Add("pastor", c.Church().PastorName)
		c.Summarize("link")
		return answer, nil
	}
	if c.Text("name") == "" {
		return nil, tools.Refuse(tools.InvalidArguments, "name is required: ask the visitor for it, then call again.")
	}
	if err := c.NeedContact(); err != nil {
		return nil, err
	}
	if err := c.Submit(ctx, tools.Request{Kind: tools.Appointment, Message: c.Text("reason"), Details: c.Lines("wished_time")}); err != nil {
		return nil, err
	}
	answer := tools.PassedOn()
	answer["next"] = "No time is agreed yet: the church will propose or confirm one."
	return answer, nil
}
