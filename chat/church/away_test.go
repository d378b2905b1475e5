package church_test

import (
	"testing"
	"time"

	"narthex/chat/church"
)

func TestDaysAwayAreThoseOfTheChurchsCalendar(t *testing.T) {
	f := setup(t)
	id := f.subscriber("away", "pro_chat")
	f.exec(`insert into church_voice_agents (church_id, pastor_away) values ($1,
		'[{"from": "2027-03-13", "to": "2027-03-14", "reason": "Retreat"}, {"from": "2027-12-24"}, {"from": "someday"}, {"from": "2027-05-02", "to": "2027-05-01"}, 7]')`, id)
	s, err := newStore(t, f.Pool, church.Config{}).ByID(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{ // in Chicago, where clocks go forward on 14 March
		"2027-03-12T23:59": false, "2027-03-13T00:00": true, "2027-03-14T23:59": true, "2027-03-15T00:00": false, "2027-12-24T12:00": true, "2027-12-25T00:00": false, "2027-05-01T12:00": false,
	} {
		at, err := time.ParseInLocation("2006-01-02T15:04", text, s.Location)
		if err != nil {
			t.Fatal(err)
		}
		if _, away := s.Away(at); away != want {
			t.Errorf("%s: away %v", text, away)
		}
	}
}

// What was answered before an absence began, or while it was told, is not given again; hours of yesterday may reach into today.
func TestAbsencesLapseAtTheChurchsMidnight(t *testing.T) {
	f := setup(t)
	id := f.subscriber("absent", "pro_chat")
	f.exec(`insert into church_voice_agents (church_id, pastor_away) select $1, jsonb_build_array(
		jsonb_build_object('from', '2001-01-01', 'to', '2001-01-02'), jsonb_build_object('from', '2001-02-01', 'to', '2999-02-02', 'reason', 'Sabbatical'), jsonb_build_object('from', '2999-03-01'))`, id)
	s, err := newStore(t, f.Pool, church.Config{}).ByID(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.PastorAway) != 2 || s.PastorAway[0].Reason != "Sabbatical" || s.Lapsed != "away 2001-01-02, away since 2001-02-01" {
		t.Errorf("%+v %q", s.PastorAway, s.Lapsed)
	}
	if coming := s.ComingAway(day(t, s, "2999-02-16")); len(coming) != 1 || coming[0].From != "2999-03-01" {
		t.Errorf("in two weeks: %+v", coming)
	}
	if coming := s.ComingAway(day(t, s, "2999-02-15")); len(coming) != 0 {
		t.Errorf("in more than two weeks: %+v", coming)
	}
}
