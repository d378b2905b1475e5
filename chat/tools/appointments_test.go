package tools_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
)

func TestThePastorsNextHoursAreByTheChurchsClock(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.call(turn(at, church.Care), "check_pastor_availability", `{}`).expect(t, tools.NotFound)

	words := func(at time.Time, arguments string) string {
		asked := turn(f.church("c"+turn(nil, church.Care).ID.String()), church.Care)
		asked.Now = at
		asked.Church.PastorAvailability, asked.Church.PastorAvailabilityText = f.hours(), "By appointment."
		var found []string
		for _, when := range f.call(asked, "check_pastor_availability", arguments).list(t, "next") {
			found = append(found, when["starts"].(string)+" "+when["words"].(string))
		}
		return strings.Join(found, "\n")
	}
	if got, want := words(thursday, `{}`), strings.Join([]string{ // the hours that have begun are not over
		"2026-05-14T13:00:00-04:00 Thursday 14 May 2026 at 13:00 to 16:00",
		"2026-05-19T10:00:00-04:00 Tuesday 19 May 2026 at 10:00 to 12:00",
		"2026-05-21T09:00:00-04:00 Thursday 21 May 2026 at 09:00 to 10:00",
		"2026-05-21T13:00:00-04:00 Thursday 21 May 2026 at 13:00 to 16:00",
		"2026-05-26T10:00:00-04:00 Tuesday 26 May 2026 at 10:00 to 12:00",
	}, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := words(thursday, `{"date":"2026-05-26"}`); got != "2026-05-26T10:00:00-04:00 Tuesday 26 May 2026 at 10:00 to 12:00" {
		t.Errorf("%s", got)
	}
	if got := words(thursday, `{"date":"2026-05-25"}`); got != "" {
		t.Errorf("%s", got)
	}
	winter := time.Date(2026, 10, 29, 19, 4, 0, 0, time.UTC) // clocks go back on 1 November
	if got := words(winter, `{"date":"2026-11-03"}`); got != "2026-11-03T10:00:00-05:00 Tuesday 3 November 2026 at 10:00 to 12:00" {
		t.Errorf("%s", got)
	}
}

func TestThePastorIsNotOfferedWhenAway(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care)
	asked.Now = thursday
	asked.Church.PastorAvailability = f.hours()
	asked.Church.PastorAway = []church.Away{{From: "2026-05-14", To: "2026-05-14"}, {From: "2026-05-20", To: "2026-05-25", Reason: "On retreat"}, {From: "2026-12-24", To: "2026-12-26"}}
	got := f.call(asked, "check_pastor_availability", `{}`)
	var found []string
	for _, when := range got.list(t, "next") {
		found = append(found, when["starts"].(string)[:10])
	}
	if days := strings.Join(found, " "); days != "2026-05-19 2026-05-26" {
		t.Errorf("offered on %s", days)
	}
	if away := got.list(t, "away"); len(away) != 2 || away[1]["from"] != "2026-05-20" || away[1]["to"] != "2026-05-25" || away[1]["reason"] != "On retreat" {
		t.Errorf("away: %v", away)
	}
}

func TestThePastorsHoursAreThoseOfADayThatHasNoMidnight(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care)
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	asked.Church.Location, asked.Now = santiago, time.Date(2026, 9, 3, 12, 0, 0, 0, santiago) // clocks go forward on Sunday at 0:00
	asked.Church.PastorAvailability = church.Hours{time.Saturday: {{Start: 11 * 60, End: 12 * 60}}, time.Sunday: {{Start: 9 * 60, End: 10 * 60}}}
	var found []string
	for _, when := range f.call(asked, "check_pastor_availability", `{}`).list(t, "next") {
		found = append(found, when["starts"].(string)[:16])
	}
	if got := strings.Join(found, " "); got != "2026-09-05T11:00 2026-09-06T09:00 2026-09-12T11:00 2026-09-13T09:00" {
		t.Error(got)
	}
}

func (f *fixture) hours() church.Hours {
	return church.Hours{
		time.Tuesday:  {{Start: 10 * 60, End: 12 * 60}},
		time.Thursday: {{Start: 9 * 60, End: 10 * 60}, {Start: 13 * 60, End: 16 * 60}, {Start: church.Untimed, Text: "evenings"}},
	}
}

func TestAnAppointmentIsBookedByLinkOrAskedFor(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	const said, asked = "I'd like to see the pastor Tuesday morning about my marriage. Tom Hale, tom@example.org",
		`{"name":"Tom Hale","email":"tom@example.org","wished_time":"Tuesday morning","reason":"about my marriage"`
	got := f.call(turn(at, church.Care, said), "book_appointment", asked+`}`)
	if !got.OK || !got.Wrote || f.count(`select count(*) from visitor_requests where kind = 'appointment' and name = 'Tom Hale' and details ->> 'wished_time' = 'Tuesday morning'`) != 1 {
		t.Errorf("%s", got.Content)
	}
	if notice := f.notifier.last(t); notice.Kind != "appointment" {
		t.Errorf("%+v", notice)
	}
	f.call(turn(at, church.Care, said), "book_appointment", `{"name":"Tom Hale"}`).expect(t, tools.InvalidArguments, "email or phone")
	f.call(turn(at, church.Care, said), "book_appointment", `{"email":"tom@example.org"}`).expect(t, tools.InvalidArguments, "name")

	at.Scheduling = church.Scheduling{CalendarEnabled: true, CalendarAppID: "grace-harbor-pastoral", EventTypeID: "pastoral-visit-30"}
	link := f.call(turn(at, church.Coordinator, said), "book_appointment", `{}`)
	if !link.OK || link.Wrote || link.fields["link"] != "https://cal.com/grace-harbor-pastoral/pastoral-visit-30" {
		t.Errorf("%s", link.Content)
	}
	if got := f.call(turn(at, church.Coordinator, said), "book_appointment", asked+`,"no_link":true}`); !got.OK || !got.Wrote || got.fields["link"] != nil {
		t.Errorf("%s", got.Content)
	}
	if n := f.count(`select count(*) from visitor_requests`); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestSchedulingLinksAreSecureOrNone(t *testing.T) {
	for _, test := range []struct{ app, event, want string }{
		{"grace-harbor", "pastoral-30", "https://cal.com/grace-harbor/pastoral-30"},
		{"grace harbor/x", "30 min?", "https://cal.com/grace%20harbor%2Fx/30%20min%3F"},
		{"grace harbor/../x", "30", ""},
		{"book.example.org/team/", "30", "https://book.example.org/team/30"},
		{"https://book.example.org", "30", "https://book.example.org/30"},
		{"", "https://book.example.org/30", "https://book.example.org/30"},
		{"", "30", ""},
		{"grace-harbor", "", ""},
		{"http://book.example.org", "30", ""},
		{"javascript://example.org/%0aalert(1)//", "30", ""},
		{"", "data://text", ""},
		{"https://user:secret@book.example.org", "30", ""},
	} {
		if got := tools.SchedulingLink(church.Scheduling{CalendarEnabled: true, CalendarAppID: test.app, EventTypeID: test.event}); got != test.want {
			t.Errorf("%q, %q: %q, want %q", test.app, test.event, got, test.want)
		}
	}
	if got := tools.SchedulingLink(church.Scheduling{CalendarAppID: "a", EventTypeID: "b"}); got != "" {
		t.Errorf("a calendar that is switched off: %q", got)
	}
}
