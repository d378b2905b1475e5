package tools

import (
	"context"
	"iter"
	"net/url"
	"strings"
	"time"

	"narthex/chat/church"
)

// appointmentTools bring visitor and pastor together at a time.
var appointmentTools = []tool{
	{
		name: "check_pastor_availability", plan: church.Pro, agents: []church.Agent{care, coordinator},
		description: "When the pastor usually has time to meet people: the next free hours. They are usual hours, not a booking.",
		parameters: []parameter{
			date("date", "Only this day, as YYYY-MM-DD."),
		},
		run:     checkAvailability,
		running: texts{"Looking up when the pastor has time…", "Consultando cuándo tiene tiempo el pastor…"},
	},
	{
		name: "book_appointment", plan: church.Pro, agents: []church.Agent{care, coordinator}, writes: true,
		description: "Get an appointment with the pastor: the link of the church's calendar where it has one, otherwise a request that the church answers. " +
			"For a request, ask for the name and for an e-mail address or a phone number first.",
		parameters: []parameter{
			visitorName(), visitorEmail(), visitorPhone(),
			wishedTime("When the visitor would like to meet"),
			words("reason", "What it is about, in the visitor's own words, if they said so. Do not press."),
			yesNo("no_link", "True when the visitor does not want to book by a link, but to be called or written to."),
		},
		run:     bookAppointment,
		running: texts{"Asking for an appointment…", "Pidiendo una cita…"},
	},
}

const (
	availabilityDays = 14
	maxWindows       = 6
)

func checkAvailability(_ context.Context, c *call) (outcome, error) {
	at := c.church()
	if at.PastorAvailability.Empty() && at.PastorAvailabilityText == "" {
		return outcome{}, notOnFile("when the pastor has time")
	}
	answer := fields{"note": "These are the usual hours; nothing is booked. To meet, use book_appointment."}
	addGiven(answer, "pastor", at.PastorName)
	addGiven(answer, "in_words", at.PastorAvailabilityText)
	day, onlyDay := c.day("date")
	free := []fields{}
	for start, end := range windows(at.PastorAvailability, c.now()) {
		if onlyDay && start.Format(time.DateOnly) != day.Format(time.DateOnly) {
			continue
		}
		if free = append(free, c.speech().when(start, end)); len(free) == maxWindows {
			break
		}
	}
	if onlyDay && len(free) == 0 {
		answer["day_note"] = "Nothing is on file for that day within the next two weeks. Offer another."
	}
	answer["next"] = free
	return outcome{answer: answer, summary: texts{"Looked up when the pastor has time.", "Disponibilidad del pastor consultada."}}, nil
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
			for _, slot := range week.On(at(0).Weekday()) {
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

func bookAppointment(ctx context.Context, c *call) (outcome, error) {
	if link := SchedulingLink(c.church().Scheduling); link != "" && !c.flag("no_link") {
		answer := fields{"link": link, "note": "Nothing is booked yet: the visitor chooses a time on that page. If they would rather be called, call again with no_link."}
		addGiven(answer, "pastor", c.church().PastorName)
		return outcome{answer: answer, summary: texts{"Here is the link to book a time.", "Aquí está el enlace para elegir una hora."}}, nil
	}
	if c.text("name") == "" {
		return outcome{}, refuse(InvalidArguments, "name is required: ask the visitor for it, then call again.")
	}
	if err := c.needContact(); err != nil {
		return outcome{}, err
	}
	if err := c.submit(ctx, Request{Kind: Appointment, Message: c.text("reason"), Details: c.details([]string{"wished_time"})}); err != nil {
		return outcome{}, err
	}
	done := passedOn(texts{"Your request for an appointment was passed on.", "Su solicitud de cita fue enviada."})
	done.answer["next"] = "No time is agreed yet: the church will propose or confirm one."
	return done, nil
}

// defaultScheduler is where a calendar_app_id that is not an address has its page.
const defaultScheduler = "https://cal.com/"

// SchedulingLink is the page on which a visitor books a time with the pastor, empty where the church has none. What a church
// has on file may be
//
//   - in scheduling_event_type_id a whole address, https://…: that page;
//   - in calendar_app_id an address or a host ("https://book.example.org", "book.example.org/team"): the page
//     scheduling_event_type_id below it;
//   - in calendar_app_id a name ("grace-harbor-pastoral"): that person's or team's page at cal.com, whose links are
//     https://cal.com/<name>/<event type>.
//
// Only https addresses are given out: what stands in these fields ends up in a link.
func SchedulingLink(s church.Scheduling) string {
	app, event := strings.TrimSpace(s.CalendarAppID), strings.TrimSpace(s.EventTypeID)
	switch {
	case !s.CalendarEnabled || event == "":
		return ""
	case strings.Contains(event, "://"):
		return secureLink(event)
	case app == "":
		return ""
	case strings.Contains(app, "://"):
		return secureLink(strings.TrimRight(app, "/") + "/" + url.PathEscape(event))
	case strings.Contains(app, "."):
		return secureLink("https://" + strings.Trim(app, "/") + "/" + url.PathEscape(event))
	default:
		return defaultScheduler + url.PathEscape(app) + "/" + url.PathEscape(event)
	}
}

// secureLink gives the address back if it is an https one with a host, and nothing else otherwise.
func secureLink(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil {
		return ""
	}
	return parsed.String()
}
