package church

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParseSlotsReadsWhatChurchesWrite(t *testing.T) {
	at := func(hour, minute int) int { return hour*60 + minute }
	tests := []struct {
		line string
		want []Slot // without Text where there is one slot: it is the line
	}{
		{"9:00 AM Traditional worship", []Slot{{Start: at(9, 0), Label: "Traditional worship"}}},
		{"18:30 Vigil Mass", []Slot{{Start: at(18, 30), Label: "Vigil Mass"}}},
		{"9:00 AM - 12:00 PM Office", []Slot{{Start: at(9, 0), End: at(12, 0), Label: "Office"}}},
		{"7pm", []Slot{{Start: at(19, 0)}}},
		{"10.30", []Slot{{Start: at(10, 30)}}},
		{"10.30 Sung Eucharist", []Slot{{Start: at(10, 30), Label: "Sung Eucharist"}}},
		{"7:30p Youth", []Slot{{Start: at(19, 30), Label: "Youth"}}},
		{"12 noon Angelus", []Slot{{Start: at(12, 0), Label: "Angelus"}}},
		{"Noon", []Slot{{Start: at(12, 0)}}},
		{"11:00 PM - midnight Watch night", []Slot{{Start: at(23, 0), End: at(24, 0), Label: "Watch night"}}},
		{"Midnight Mass", []Slot{{Start: at(24, 0), Label: "Mass"}}},
		{"12 midnight Mass", []Slot{{Start: at(24, 0), Label: "Mass"}}},
		{"Misa de gallo: medianoche", []Slot{{Start: at(24, 0), Label: "Misa de gallo"}}},
		{"24:00 Misa de gallo", []Slot{{Start: at(24, 0), Label: "Misa de gallo"}}},
		{"midnight to 2 Prayer", []Slot{{Start: at(24, 0), End: at(26, 0), Label: "Prayer"}}},
		{"8, 10 and midnight Mass", []Slot{
			{Start: at(20, 0), Label: "Mass", Text: "8 PM Mass"},
			{Start: at(22, 0), Label: "Mass", Text: "10 PM Mass"},
			{Start: at(24, 0), Label: "Mass", Text: "midnight Mass"}}},
		{"12:00 AM Easter Vigil", []Slot{{Start: 0, Label: "Easter Vigil"}}},
		{"12:15 p.m. Prayers", []Slot{{Start: at(12, 15), Label: "Prayers"}}},
		{"9:00 a. m. Escuela dominical", []Slot{{Start: at(9, 0), Label: "Escuela dominical"}}},
		{"18h30 Culto", []Slot{{Start: at(18, 30), Label: "Culto"}}},
		{"19:00 hrs Estudio bíblico", []Slot{{Start: at(19, 0), Label: "Estudio bíblico"}}},
		{"Mediodía", []Slot{{Start: at(12, 0)}}},
		{"7:00 de la noche Culto", []Slot{{Start: at(19, 0), Label: "Culto"}}},
		{"11 de la mañana culto", []Slot{{Start: at(11, 0), Label: "culto"}}},
		{"Misa: 2 de la tarde", []Slot{{Start: at(14, 0), Label: "Misa"}}},
		{"2:30 por la tarde Misa", []Slot{{Start: at(14, 30), Label: "Misa"}}},
		{"de 9 a 11 de la Mañana Escuela", []Slot{{Start: at(9, 0), End: at(11, 0), Label: "Escuela"}}},
		{"8, 10 y 12 de la mañana Misa", []Slot{
			{Start: at(8, 0), Label: "Misa", Text: "8 AM Misa"}, {Start: at(10, 0), Label: "Misa", Text: "10 AM Misa"}, {Start: at(12, 0), Label: "Misa", Text: "12 de la mañana Misa"}}},
		{"12 de la noche Misa de gallo", []Slot{{Start: at(24, 0), Label: "Misa de gallo"}}},
		{"19:00 de la noche Culto", []Slot{{Start: at(19, 0), Label: "Culto"}}},
		{"6 in the evening Prayer", []Slot{{Start: at(18, 0), Label: "Prayer"}}},
		{"7:30 at night Choir", []Slot{{Start: at(19, 30), Label: "Choir"}}},
		{"9 in the morning worship", []Slot{{Start: at(9, 0), Label: "worship"}}},
		{"4 Retiro de la tarde", []Slot{{Start: Untimed, Label: "4 Retiro de la tarde"}}},
		{"de 7 a 9 pm Oración", []Slot{{Start: at(19, 0), End: at(21, 0), Label: "Oración"}}},
		{"Worship at 10:45 AM", []Slot{{Start: at(10, 45), Label: "Worship"}}},
		{"Culto a las 18:00", []Slot{{Start: at(18, 0), Label: "Culto"}}},
		{"Worship: 10 am (Sanctuary)", []Slot{{Start: at(10, 0), Label: "Worship Sanctuary"}}},
		{"10 am (Traditional)", []Slot{{Start: at(10, 0), Label: "Traditional"}}},
		{"9-10:30 AM Sunday school", []Slot{{Start: at(9, 0), End: at(10, 30), Label: "Sunday school"}}},
		{"11-1 PM Lunch", []Slot{{Start: at(11, 0), End: at(13, 0), Label: "Lunch"}}},
		{"9 to 10 pm Compline", []Slot{{Start: at(21, 0), End: at(22, 0), Label: "Compline"}}},
		{"Office 9 to 5 pm", []Slot{{Start: at(9, 0), End: at(17, 0), Label: "Office"}}},
		{"7pm-9 Choir", []Slot{{Start: at(19, 0), End: at(21, 0), Label: "Choir"}}},
		{"9 AM–12 Office", []Slot{{Start: at(9, 0), End: at(12, 0), Label: "Office"}}},
		{"9:00-5:00 Office", []Slot{{Start: at(9, 0), End: at(17, 0), Label: "Office"}}},
		{"09:00-17:00", []Slot{{Start: at(9, 0), End: at(17, 0)}}},
		{"22:00 – 01:00 Vigil", []Slot{{Start: at(22, 0), End: at(25, 0), Label: "Vigil"}}},
		{"10 PM - 6 AM Night shelter", []Slot{{Start: at(22, 0), End: at(30, 0), Label: "Night shelter"}}},
		{"9:00 AM Worship (doors open 8:30)", []Slot{{Start: at(9, 0), Label: "Worship (doors open 8:30)"}}},
		{"15:00 pm Tea", []Slot{{Start: at(15, 0), Label: "Tea"}}},
		{"2nd Sunday 5:30 PM Taizé", []Slot{{Start: at(17, 30), Label: "2nd Sunday Taizé"}}},
		{"Room 5 - 9:30 AM Study", []Slot{{Start: at(9, 30), Label: "Room 5 Study"}}},

		{"9:00 & 11:00 AM Worship", []Slot{
			{Start: at(9, 0), Label: "Worship", Text: "9:00 AM Worship"},
			{Start: at(11, 0), Label: "Worship", Text: "11:00 AM Worship"}}},
		{"8, 9:30 and 11 AM Mass", []Slot{
			{Start: at(8, 0), Label: "Mass", Text: "8 AM Mass"},
			{Start: at(9, 30), Label: "Mass", Text: "9:30 AM Mass"},
			{Start: at(11, 0), Label: "Mass", Text: "11 AM Mass"}}},
		{"Mass 8:00, 10:00 and 18:00", []Slot{
			{Start: at(8, 0), Label: "Mass", Text: "8:00 Mass"},
			{Start: at(10, 0), Label: "Mass", Text: "10:00 Mass"},
			{Start: at(18, 0), Label: "Mass", Text: "18:00 Mass"}}},
		{"9:00 AM Traditional, 11:00 AM Contemporary", []Slot{
			{Start: at(9, 0), Label: "Traditional", Text: "9:00 AM Traditional"},
			{Start: at(11, 0), Label: "Contemporary", Text: "11:00 AM Contemporary"}}},
		{"Sunday School 9:30 AM, Worship 10:45 AM", []Slot{
			{Start: at(9, 30), Label: "Sunday School", Text: "9:30 AM Sunday School"},
			{Start: at(10, 45), Label: "Worship", Text: "10:45 AM Worship"}}},
		{"11 AM y 6 PM Culto", []Slot{
			{Start: at(11, 0), Label: "Culto", Text: "11 AM Culto"},
			{Start: at(18, 0), Label: "Culto", Text: "6 PM Culto"}}},

		{"Closed", []Slot{{Start: Untimed, Label: "Closed"}}},
		{"By appointment", []Slot{{Start: Untimed, Label: "By appointment"}}},
		{"9 Lessons and Carols", []Slot{{Start: Untimed, Label: "9 Lessons and Carols"}}},
		{"Psalm 23", []Slot{{Start: Untimed, Label: "Psalm 23"}}},
		{"25:00 Impossible", []Slot{{Start: Untimed, Label: "25:00 Impossible"}}},
		{"9:75", []Slot{{Start: Untimed, Label: "9:75"}}},
		{"Hall 3.10", []Slot{{Start: Untimed, Label: "Hall 3.10"}}},
		{"   ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			if len(tt.want) == 1 {
				tt.want[0].Text = tt.line
			}
			if diff := cmp.Diff(tt.want, ParseSlots(tt.line)); diff != "" {
				t.Errorf("ParseSlots(%q) (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

func TestHoursAreReadFromAnyReasonableObject(t *testing.T) {
	raw := `{
		"SUNDAY": ["11:00 AM Second", "Coffee afterwards", "9:00 AM First"],
		"Wed.": "6 PM Supper\n7 PM Study",
		"miércoles": ["8 PM Oración"],
		"Sábados": ["18:30 Vigil"],
		"someday": ["9:00"],
		"friday": {"open": "9"},
		"monday": ["9:00", {"x": 1}, null, ""],
		"tuesday": null
	}`
	var dropped droppings
	hours := decodeHours(json.RawMessage(raw), "custom_hours", &dropped)

	texts := func(day time.Weekday) (texts []string) {
		for _, slot := range hours.On(day) {
			texts = append(texts, slot.Text)
		}
		return texts
	}
	want := map[time.Weekday][]string{
		time.Sunday:    {"9:00 AM First", "11:00 AM Second", "Coffee afterwards"},
		time.Monday:    {"9:00"},
		time.Wednesday: {"6 PM Supper", "7 PM Study", "8 PM Oración"},
		time.Saturday:  {"18:30 Vigil"},
	}
	for day := range hours {
		if diff := cmp.Diff(want[time.Weekday(day)], texts(time.Weekday(day))); diff != "" {
			t.Errorf("%v (-want +got):\n%s", time.Weekday(day), diff)
		}
	}
	if !slices.Contains(dropped.items, dropping{"custom_hours", "unknown weekday"}) || len(dropped.items) != 3 {
		t.Errorf("dropped %v; want the unknown weekday, the object and the item that is no text", dropped.items)
	}
}

func TestNextFindsTheFirstSlotFromNowOn(t *testing.T) {
	chicago, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	hours := Hours{
		time.Sunday:    append(ParseSlots("9:00 AM First"), ParseSlots("11:00 AM Second")...),
		time.Wednesday: append(ParseSlots("7 PM Study"), ParseSlots("Library open")...),
	}
	sunday := func(hour, minute int) time.Time { return time.Date(2026, 3, 1, hour, minute, 0, 0, chicago) }
	tests := []struct {
		name  string
		now   time.Time
		start time.Time
		label string
	}{
		{"earlier the same day", sunday(8, 0), sunday(9, 0), "First"},
		{"exactly at the start", sunday(9, 0), sunday(9, 0), "First"},
		{"between two services", sunday(9, 1), sunday(11, 0), "Second"},
		{"after the last of the day", sunday(12, 0), time.Date(2026, 3, 4, 19, 0, 0, 0, chicago), "Study"},
		{"over the night in which the clocks go forward", time.Date(2026, 3, 7, 23, 0, 0, 0, chicago), time.Date(2026, 3, 8, 9, 0, 0, 0, chicago), "First"},
		{"over the end of a year", time.Date(2026, 12, 31, 12, 0, 0, 0, chicago), time.Date(2027, 1, 3, 9, 0, 0, 0, chicago), "First"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			slot, start, ok := hours.Next(tt.now)
			if !ok || !start.Equal(tt.start) || slot.Label != tt.label {
				t.Errorf("Next(%v) = %q at %v, %v; want %q at %v", tt.now, slot.Label, start, ok, tt.label, tt.start)
			}
		})
	}

	t.Run("on a day that has no midnight", func(t *testing.T) {
		only := Hours{time.Sunday: ParseSlots("10 AM Misa")}
		for zone, sunday := range map[string]string{"America/Santiago": "2026-09-06", "America/Havana": "2027-03-14"} {
			place, err := time.LoadLocation(zone)
			if err != nil {
				t.Fatal(err)
			}
			want, err := time.ParseInLocation("2006-01-02 15:04", sunday+" 10:00", place)
			if err != nil {
				t.Fatal(err)
			}
			for _, now := range []time.Time{want.AddDate(0, 0, -3), want.Add(-2 * time.Hour)} {
				if _, start, ok := only.Next(now); !ok || !start.Equal(want) {
					t.Errorf("Next(%v) = %v, %v; want %v", now, start, ok, want)
				}
			}
		}
	})
	t.Run("comes round in a week when today's only one has started", func(t *testing.T) {
		only := Hours{time.Sunday: ParseSlots("9 AM Worship")}
		_, start, ok := only.Next(sunday(9, 30))
		if want := sunday(9, 0).AddDate(0, 0, 7); !ok || !start.Equal(want) {
			t.Errorf("Next = %v, %v; want %v", start, ok, want)
		}
	})
	t.Run("is nothing when no slot has a time", func(t *testing.T) {
		if _, _, ok := (Hours{time.Friday: ParseSlots("Closed")}).Next(sunday(9, 0)); ok {
			t.Error("Next found a start in hours without one")
		}
	})
	t.Run("each slot comes up exactly once, in order", func(t *testing.T) {
		var starts []time.Time
		for start := range hours.Upcoming(sunday(10, 0)) {
			starts = append(starts, start)
		}
		want := []time.Time{sunday(11, 0), time.Date(2026, 3, 4, 19, 0, 0, 0, chicago), time.Date(2026, 3, 8, 9, 0, 0, 0, chicago)}
		if !slices.EqualFunc(starts, want, time.Time.Equal) {
			t.Errorf("Upcoming = %v; want %v", starts, want)
		}
	})
}

func FuzzParseSlots(f *testing.F) {
	for _, seed := range []string{"9:00 AM - 12:00 PM Office", "8, 9:30 and 11 AM Mass", "de 7 a 9 pm", "10 PM - 6 AM", "24:00", "noon-midnight",
		"mediodía y medianoche", "9 & 10 & 11", "a a a 9-9-9pm", "12 noon, 12 am, 12h12", "\xff9:00", "(9:00)", "24 - 24 hrs"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		slots := ParseSlots(line)
		if blank := strings.TrimSpace(line) == ""; blank != (len(slots) == 0) {
			t.Fatalf("%d slots for %q", len(slots), line)
		}
		for _, slot := range slots {
			switch {
			case slot.Text == "":
				t.Errorf("a slot without text in %q", line)
			case slot.Start < Untimed || slot.Start > DayEnd:
				t.Errorf("start %d in %q", slot.Start, line)
			case slot.End != 0 && (slot.End <= slot.Start || slot.End > slot.Start+DayEnd || !slot.Timed()):
				t.Errorf("%d to %d in %q", slot.Start, slot.End, line)
			case utf8.ValidString(line) && !(utf8.ValidString(slot.Text) && utf8.ValidString(slot.Label)):
				t.Errorf("%+v cuts a character of %q in two", slot, line)
			}
		}
	})
}
