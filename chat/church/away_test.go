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
