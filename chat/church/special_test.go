package church_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
)

func day(t *testing.T, s *church.Snapshot, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation(time.DateOnly, text, s.Location)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestSpecialDaysTakeThePlaceOfTheRegularHours(t *testing.T) {
	f := setup(t)
	id := f.subscriber("special", "pro_chat")
	f.exec(`update premium_churches set custom_hours = '{"sunday": ["9:00 AM Worship service", "5:00 PM Youth"], "monday": ["9:00 AM Church office"]}', special_days = '[
		{"from": "2999-12-01", "to": "2999-12-02", "kind": "office_closed", "note": "Inventory"},
		{"from": "2999-12-22", "kind": "instead", "name": "Cantata", "times": "4:00 PM Cantata\n11:00 AM Worship service"},
		{"from": "2999-12-15", "kind": "no_services"}, {"from": "2999-12-08", "kind": "besides", "times": "7:00 AM Breakfast"}, {"from": "2999-12-29", "kind": "closed"},
		{"from": "2001-12-24", "kind": "closed"}, {"from": "someday", "kind": "closed"}, {"from": "2999-11-01", "kind": "perhaps"}, {"from": "2999-11-02", "kind": "besides"}, 7]'
		where church_id = $1`, id)
	s, err := newStore(t, f.Pool, church.Config{}).ByID(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Special) != 5 || s.Special[0].Note != "Inventory" || s.Lapsed != "day 2001-12-24" {
		t.Fatalf("%+v %q", s.Special, s.Lapsed)
	}
	for text, want := range map[string]string{ // 1 December 2999 is a Sunday
		"2999-11-24": "9:00 AM Worship service|5:00 PM Youth", "2999-12-01": "9:00 AM Worship service|5:00 PM Youth", "2999-12-02": "", "2999-12-09": "9:00 AM Church office",
		"2999-12-08": "7:00 AM Breakfast|9:00 AM Worship service|5:00 PM Youth", "2999-12-15": "5:00 PM Youth", "2999-12-22": "11:00 AM Worship service|4:00 PM Cantata", "2999-12-29": "",
	} {
		var lines []string
		for _, slot := range s.SlotsOn(day(t, s, text)) {
			lines = append(lines, slot.Text)
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for from, want := range map[string]string{"2999-12-09": "2999-12-22 11:00", "2999-12-23": "3000-01-05 09:00"} {
		if _, start, ok := s.NextService(day(t, s, from)); !ok || start.Format("2006-01-02 15:04") != want {
			t.Errorf("after %s: %v %v, want %s", from, ok, start, want)
		}
	}
}

func TestWhatIsToldUntilADayFallsSilentAfterIt(t *testing.T) {
	f := setup(t)
	for i, test := range []struct{ until, topic, announcement, lapsed string }{
		{"null", "Hope", "Picnic", ""},
		{"'2999-01-01'", "Hope", "Picnic", ""},
		{"'2001-01-01'", "", "", "sermon 2001-01-01, announcement 2001-01-01"},
		{"(now() at time zone 'America/Chicago')::date", "Hope", "Picnic", ""}, // the last day is one on which it is told
	} {
		id := f.subscriber("until-"+string(rune('a'+i)), "pro_chat")
		f.exec(`insert into church_voice_agents (church_id, sermon_topic, sermon_series, theme_verse, weekly_announcement, sermon_until, announcement_until)
			values ($1, 'Hope', 'Hope', 'Hope', 'Picnic', `+test.until+`, `+test.until+`)`, id)
		s, err := newStore(t, f.Pool, church.Config{}).ByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if s.SermonTopic != test.topic || s.SermonSeries != test.topic || s.ThemeVerse != test.topic || s.WeeklyAnnouncement != test.announcement || s.Lapsed != test.lapsed {
			t.Errorf("until %s: %q %q %q", test.until, s.SermonTopic, s.WeeklyAnnouncement, s.Lapsed)
		}
	}
}
