package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// event adds an event of the church that takes registrations, and gives its id. Changes are assignments to its columns.
func (f *fixture) event(at *church.Snapshot, title string, starts time.Time, changes ...string) uuid.UUID {
	f.t.Helper()
	id := uuid.Must(uuid.NewV7())
	f.exec(`
		insert into events (id, church_id, title, description, location, starts_at, ends_at, takes_registrations, contact_name, contact_email)
		values ($1, $2, $3, 'About ' || $3, 'Fellowship Hall', $4::timestamptz, $4::timestamptz + interval '2 hours', true, 'Joan Pelletier', 'joan@example.org')`,
		id, at.ID, title, starts)
	for _, change := range changes {
		f.exec(`update events set `+change+` where id = $1`, id)
	}
	return id
}

// saturday is two days after the turns of tests, 17:30 at the church.
var saturday = time.Date(2026, 5, 16, 21, 30, 0, 0, time.UTC)

func (a answer) list(t testing.TB, key string) []map[string]any {
	t.Helper()
	raw, err := json.Marshal(a.fields[key])
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatalf("%s in %s: %v", key, a.Content, err)
	}
	return list
}

func titles(list []map[string]any, key string) string {
	var found []string
	for _, each := range list {
		found = append(found, fmt.Sprint(each[key]))
	}
	return strings.Join(found, ", ")
}

func TestEventsAreListedByDateForThoseWhoAsk(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	f.event(at, "Youth Camp", saturday.AddDate(0, 0, 7))
	f.event(at, "Harvest Supper", saturday, "capacity = 40")
	f.event(at, "Deacons' Meeting", saturday, "is_public = false")
	f.event(at, "Last Week's Supper", saturday.AddDate(0, 0, -7))
	f.event(at, "Camp that is on", thursday.Add(-time.Hour))
	f.event(theirs, "Their Supper", saturday)
	for _, test := range []struct{ name, arguments, want, note string }{
		{"everything", `{}`, "Camp that is on, Harvest Supper, Youth Camp", ""},
		{"by topic", `{"about":"something for the youth"}`, "Youth Camp", ""},
		{"by day", `{"from_date":"2026-05-16","to_date":"2026-05-16"}`, "Harvest Supper", ""},
		{"from a day on", `{"from_date":"2026-05-17"}`, "Youth Camp", ""},
		{"on a day without any", `{"from_date":"2026-06-16"}`, "Camp that is on", "comes next"},
		{"of a topic without any", `{"about":"astronomy"}`, "Camp that is on, Harvest Supper, Youth Camp", "Nothing fits"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := f.call(turn(at, church.Coordinator), "list_events", test.arguments)
			if found := titles(got.list(t, "events"), "title"); found != test.want {
				t.Errorf("%s", found)
			}
			if note, _ := got.fields["note"].(string); !strings.Contains(note, test.note) || test.note == "" && note != "" {
				t.Errorf("note %q", note)
			}
			for _, secret := range []string{"joan@example.org", "Deacons", "Their"} {
				if strings.Contains(got.Content, secret) {
					t.Errorf("%s is told: %s", secret, got.Content)
				}
			}
		})
	}
}

func TestAnEventIsToldInTheVisitorsLanguageAndTheChurchsClock(t *testing.T) {
	f := setup(t)
	american, irish := f.church("american"), f.church("irish")
	american.Address.Country, irish.Address.Country = "US", "IE"
	irish.Location, _ = time.LoadLocation("Europe/Dublin")
	for at, want := range map[*church.Snapshot]map[string]string{
		american: {"en": "Saturday, May 16, 2026 at 5:30 PM to 7:30 PM", "es": "sábado 16 de mayo de 2026, 5:30 p. m. a 7:30 p. m."},
		irish:    {"en": "Saturday 16 May 2026 at 22:30 to Sunday 17 May 2026 at 00:30", "es": "sábado 16 de mayo de 2026, 22:30 a domingo 17 de mayo de 2026, 00:30"},
	} {
		f.event(at, "Supper", saturday)
		for language, words := range want {
			asked := turn(at, church.Coordinator)
			asked.Language = language
			when := f.call(asked, "list_events", `{}`).list(t, "events")[0]["when"].(map[string]any)
			if when["words"] != words {
				t.Errorf("%s: %s", language, when["words"])
			}
			if starts, err := time.Parse(time.RFC3339, when["starts"].(string)); err != nil || !starts.Equal(saturday) {
				t.Errorf("starts %s: %v", when["starts"], err)
			}
		}
	}
}

func TestWhatCanBeRegisteredForIsTold(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for change, want := range map[string]string{
		"capacity = 40":                                "open",
		"takes_registrations = false":                  "no registration needed, people just come",
		"cancelled_at = now()":                         "the event is cancelled",
		"registration_opens_at = '2026-05-15 12:00Z'":  "not open yet",
		"registration_closes_at = '2026-05-14 19:04Z'": "closed",
	} {
		f.exec(`delete from events`)
		f.event(at, "Supper", saturday, change)
		told := f.call(turn(at, church.Coordinator), "list_events", `{}`).list(t, "events")[0]
		if told["registration"] != want {
			t.Errorf("%s: %v", change, told)
		}
		if left, limited := told["places_left"]; limited != (want == "open") || limited && left != 40.0 {
			t.Errorf("%s: %v places left", change, left)
		}
	}
}

func TestAChurchWithoutEventsSaysSo(t *testing.T) {
	f := setup(t)
	visitor := turn(f.church("ours"), church.Coordinator, "I'm Ana, ana@example.org, I'd like to come")
	for name, arguments := range map[string]string{
		"list_events": `{}`, "get_event_calendar_file": `{"event":"Supper"}`, "register_for_event": `{"event":"Supper","name":"Ana","email":"ana@example.org"}`,
	} {
		f.call(visitor, name, arguments).expect(t, tools.NotFound, "any events")
	}
}

func TestTheCalendarLinkLeadsToTheEvent(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	id := f.event(at, "Supper", saturday)
	f.event(at, "Supper", saturday.AddDate(0, 1, 0))
	other := f.event(theirs, "Supper", saturday)
	want := "https://narthex.test/api/churches/ours/events/" + id.String() + ".ics"
	for _, arguments := range []string{`{"event":"supper"}`, `{"event":"` + id.String() + `"}`, `{"event":"the supper","event_date":"2026-05-16"}`} {
		if got := f.call(turn(at, church.Coordinator), "get_event_calendar_file", arguments); got.fields["link"] != want {
			t.Errorf("%s: %s", arguments, got.Content)
		}
	}
	f.call(turn(at, church.Coordinator), "get_event_calendar_file", `{"event":"`+other.String()+`"}`).expect(t, tools.NotFound)
	f.call(turn(at, church.Coordinator), "get_event_calendar_file", `{"event":"Supper","event_date":"2026-05-18"}`).expect(t, tools.NotFound, "16 May 2026")
}
