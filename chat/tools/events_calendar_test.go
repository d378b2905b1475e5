package tools_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools/events"
)

var update = flag.Bool("update", false, "write golden files")

func inZone(t testing.TB, name string) *church.Snapshot {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return &church.Snapshot{Slug: "ours", Name: "Grace Harbor Church", Location: zone, Website: "https://graceharbor.example.org",
		Address: church.Address{Street: "212 Breakwater Lane", City: "Rockland", State: "ME", PostalCode: "04841"}}
}

func supper(changes ...func(*events.Event)) events.Event {
	ends := saturday.Add(2 * time.Hour)
	e := events.Event{
		ID: uuid.MustParse("0194f0c4-4d2f-7b7a-9d0f-6c8f0a4b1c2d"), Title: "Supper, songs; and \\ more", Location: "Fellowship Hall",
		Description: "Beans, bread and six kinds of pie.\nVengan todos: habrá tamales, arroz y aguas frescas para niños y niñas de la congregación.",
		StartsAt:    saturday, EndsAt: &ends, CreatedAt: thursday, UpdatedAt: thursday.Add(90 * time.Second),
	}
	for _, change := range changes {
		change(&e)
	}
	return e
}

func TestACalendarFileIsAsTheStandardWantsIt(t *testing.T) {
	cancelled := thursday
	for name, test := range map[string]struct {
		zone   string
		change func(*events.Event)
	}{
		"new-york":       {"America/New_York", func(*events.Event) {}},
		"utc":            {"UTC", func(e *events.Event) { e.EndsAt = nil }},
		"never-changed":  {"America/Phoenix", func(e *events.Event) { e.CancelledAt = &cancelled }},
		"over-the-shift": {"Europe/Dublin", overTheShift},
	} {
		t.Run(name, func(t *testing.T) {
			got := events.Calendar(supper(test.change), inZone(t, test.zone))
			golden := filepath.Join("testdata", "calendar", name+".ics")
			if *update {
				if err := os.WriteFile(golden, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("not as %s (see -update):\n%s", golden, got)
			}
		})
	}
}

// overTheShift is a night of prayer while summer time begins in Ireland.
func overTheShift(e *events.Event) {
	ends := time.Date(2027, 3, 28, 6, 0, 0, 0, time.UTC)
	e.StartsAt, e.EndsAt = time.Date(2027, 3, 27, 21, 0, 0, 0, time.UTC), &ends
}

func TestACalendarFileSaysTheSameMomentsInEveryZone(t *testing.T) {
	for _, zone := range []string{"America/New_York", "Europe/Dublin", "Asia/Kathmandu", "America/Phoenix", "Australia/Lord_Howe", "UTC"} {
		for _, change := range []func(*events.Event){func(*events.Event) {}, overTheShift} {
			event := supper(change)
			entry := parse(t, events.Calendar(event, inZone(t, zone)))
			starts, err := entry.GetStartAt()
			if err != nil || !starts.Equal(event.StartsAt) {
				t.Errorf("%s: starts %s, %v", zone, starts, err)
			}
			if ends, err := entry.GetEndAt(); err != nil || !ends.Equal(*event.EndsAt) {
				t.Errorf("%s: ends %s, %v", zone, ends, err)
			}
		}
	}
}

func parse(t testing.TB, file []byte) *ics.VEvent {
	t.Helper()
	calendar, err := ics.ParseCalendar(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	if len(calendar.Events()) != 1 {
		t.Fatalf("%d events in\n%s", len(calendar.Events()), file)
	}
	return calendar.Events()[0]
}

func TestAChangedEventReplacesTheOneInTheCalendar(t *testing.T) {
	at := inZone(t, "America/New_York")
	before := parse(t, events.Calendar(supper(), at))
	after := parse(t, events.Calendar(supper(func(e *events.Event) { e.UpdatedAt, e.Title = e.UpdatedAt.Add(time.Hour), "Lunch" }), at))
	if before.Id() != after.Id() || before.GetProperty(ics.ComponentPropertySequence).Value != "90" || after.GetProperty(ics.ComponentPropertySequence).Value != "3690" {
		t.Errorf("%s then %s", before.GetProperty(ics.ComponentPropertySequence).Value, after.GetProperty(ics.ComponentPropertySequence).Value)
	}
}

// FuzzCalendar writes whatever a church may have typed: no text may become a line of its own, and what is read back is what was
// written.
func FuzzCalendar(f *testing.F) {
	f.Add("Supper", "Beans\r\nEND:VCALENDAR\r\nBEGIN:VEVENT", "Hall; the \\big, one\n", "https://example.org/\r\nATTENDEE:x")
	f.Add("Ñandú 🎉 "+strings.Repeat("ü", 100), strings.Repeat("a", 80), strings.Repeat(" ", 80), "x")
	f.Add("\x00\x7f\u2028\u0085", "\t", "\\n", ":")
	at := inZone(f, "America/New_York")
	f.Fuzz(func(t *testing.T, title, description, location, website string) {
		valid := func(text string) string { return strings.ToValidUTF8(text, "?") } // the database holds nothing else
		at := church.Snapshot{Slug: at.Slug, Name: at.Name, Location: at.Location, Website: valid(website)}
		file := events.Calendar(supper(func(e *events.Event) {
			e.Title, e.Description, e.Location = valid(title), valid(description), valid(location)
		}), &at)
		begun := 0
		for line := range strings.SplitSeq(strings.TrimSuffix(string(file), "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
				t.Errorf("a line of %d bytes: %q", len(line), line)
			}
			if strings.HasPrefix(line, "BEGIN:VEVENT") || strings.HasPrefix(line, "ATTENDEE") {
				begun++
			}
		}
		if begun != 1 {
			t.Errorf("%d events begin in\n%s", begun, file)
		}
	})
}

func TestOnlyPublicEventsOfTheChurchAreLoaded(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	past := f.event(at, "Last year's supper", saturday.AddDate(-1, 0, 0))
	store := events.NewStore(f.Pool)
	if e, err := store.Public(t.Context(), at.ID, past); err != nil || e.Title != "Last year's supper" {
		t.Errorf("%+v, %v", e, err)
	}
	for name, id := range map[string]uuid.UUID{
		"another church's": f.event(theirs, "Theirs", saturday), "a private one": f.event(at, "Deacons", saturday, "is_public = false"), "none": uuid.New(),
	} {
		if _, err := store.Public(t.Context(), at.ID, id); !errors.Is(err, events.ErrNoEvent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f.Pool.Close()
	if _, err := store.Public(t.Context(), at.ID, past); err == nil || errors.Is(err, events.ErrNoEvent) {
		t.Errorf("without a database: %v", err)
	}
}
