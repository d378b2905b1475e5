package settings_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/access"
)

func TestTimesAreThoseOfTheChurchesClock(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace") // in New York, where clocks go forward on 14 March 2027 and back on 7 November
	add := func(sent fields) answer {
		sent["title"] = "Picnic"
		return s.send(t, http.MethodPost, "/api/admin/events", token, sent)
	}
	starts := func(event string) string {
		return s.text(t, "select to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') from events where id = $1 and church_id = $2", event, id)
	}
	for sent, want := range map[string]string{
		"2027-07-04T10:00": "07-04 14:00", "2027-01-04T10:00": "01-04 15:00", "2027-03-14T01:59": "03-14 06:59", "2027-03-14T03:00": "03-14 07:00",
		"2027-11-07T01:30": "11-07 05:30", "2027-11-07T02:00": "11-07 07:00", "2027-07-04T10:00:00Z": "07-04 10:00",
		"2027-07-04T9:30": "07-04 13:30", "2027-07-04T9:30:15": "07-04 13:30",
	} {
		if got := add(fields{"starts_at": sent}); got.Status != 201 || starts(got.ID) != want {
			t.Errorf("%s: %d %s %s", sent, got.Status, got.Body, starts(got.ID))
		}
	}
	for field, sent := range map[string]fields{
		"starts_at":              {"starts_at": "2027-03-14T02:30"},
		"registration_opens_at":  {"starts_at": "2027-07-04T10:00", "registration_opens_at": "0000-06-02T00:00"},
		"ends_at":                {"starts_at": "2027-07-04T10:00", "ends_at": "2027-07-04T09:00"},
		"registration_closes_at": {"starts_at": "2027-07-04T10:00", "registration_opens_at": "2027-06-02T00:00", "registration_closes_at": "2027-06-01T00:00"},
	} {
		if got := add(sent); got.Status != 400 || got.Fields[field] == "" {
			t.Errorf("%v: %d %s", sent, got.Status, got.Body)
		}
	}
	if got := add(fields{}); got.Status != 400 || got.Fields["starts_at"] == "" || len(got.Fields) != 1 {
		t.Errorf("without a time: %d %s", got.Status, got.Body)
	}
	// An hour that there is twice: what is stored in the second stays there when the form is saved as it was.
	second := uuid.NewString()
	s.exec(t, "insert into events (id, church_id, title, starts_at) values ($1, $2, 'Watch', '2027-11-07 06:30Z')", second, id)
	got := s.send(t, http.MethodPatch, "/api/admin/events/"+second, token, fields{"title": "Night watch", "starts_at": "2027-11-07T01:30"})
	if got.Status != 200 || !slices.Equal(got.Changed, []string{"title"}) || starts(second) != "11-07 06:30" {
		t.Errorf("%d %s %s", got.Status, got.Body, starts(second))
	}
}

func TestWhatGoesOnIsAddedChangedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	leader := s.signIn(t, id, access.VolunteerLeader)
	for list, sent := range map[string]fields{
		"events":          {"title": "Picnic", "starts_at": "2027-07-04T10:00", "capacity": 40, "takes_registrations": true, "location": "Park"},
		"groups":          {"name": "Young adults", "kind": "small", "weekday": "3", "meets_at": "18:30", "leader_email": "bob@grace.example.org"},
		"volunteer_roles": {"name": "Nursery", "requirements": "18 or over", "places": 3},
	} {
		path := "/api/admin/" + list
		made := s.send(t, http.MethodPost, path, leader, sent)
		if made.Status != 201 || s.text(t, "select count(*)::text from "+list+" where church_id = $1", id) != "1" {
			t.Fatalf("%s: %d %s", list, made.Status, made.Body)
		}
		for field := range map[string]any{"church_id": 1, "id": 1, "nonsense": 1} {
			if got := s.send(t, http.MethodPatch, path+"/"+made.ID, token, fields{field: uuid.NewString()}); got.Status != 400 || got.Fields[field] == "" {
				t.Errorf("%s: %s: %d %s", list, field, got.Status, got.Body)
			}
		}
		changed := s.send(t, http.MethodPatch, path+"/"+made.ID, leader, fields{"description": "Bring food", "version": made.Version})
		if changed.Status != 200 || s.text(t, "select description from "+list+" where id = $1", made.ID) != "Bring food" {
			t.Errorf("%s: %d %s", list, changed.Status, changed.Body)
		}
		if got := s.send(t, http.MethodPatch, path+"/"+made.ID, leader, fields{"description": "x"}); got.Status != 400 || got.Code != "version_missing" {
			t.Errorf("%s: without a version: %d %s", list, got.Status, got.Body)
		}
		if stale := s.send(t, http.MethodDelete, path+"/"+made.ID, leader, fields{"version": made.Version}); stale.Status != 409 || stale.Code != "changed_meanwhile" {
			t.Errorf("%s: deleted unseen: %d %s", list, stale.Status, stale.Body)
		}
		if gone := s.send(t, http.MethodDelete, path+"/"+made.ID, leader, fields{"version": changed.Version}); gone.Status != 200 || s.text(t, "select count(*)::text from "+list) != "0" {
			t.Errorf("%s: %d %s", list, gone.Status, gone.Body)
		}
		if again := s.send(t, http.MethodDelete, path+"/"+made.ID, leader, fields{"version": changed.Version}); again.Status != 404 {
			t.Errorf("%s: deleted twice: %d", list, again.Status)
		}
		if got := s.send(t, http.MethodPost, path, s.signIn(t, id, access.WorshipLeader), fields{}); got.Status != 403 {
			t.Errorf("%s: %d", list, got.Status)
		}
	}
	if n := s.text(t, "select string_agg(what, ' ' order by what) from audit_log where church_id = $1", id); n != "added.event added.group added.role changed.event changed.group changed.role removed.event removed.group removed.role" {
		t.Error(n)
	}
}

func TestWhatVisitorsAskedForIsNotDeleted(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	made := s.send(t, http.MethodPost, "/api/admin/events", token, fields{"title": "Picnic", "starts_at": "2027-07-04T10:00"})
	s.exec(t, `insert into event_registrations (church_id, event_id, name, email, session_id, turn_id, idempotency_key)
		values ($1, $2, 'Visitor', 'v@example.org', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`, id, made.ID)
	for _, says := range [][2]string{{"es", "Una inscripción hasta ahora."}, {"en", "One registration so far."}} {
		s.exec(t, "update churches set language = $2 where id = $1", id, says[0])
		if got := s.send(t, http.MethodGet, knowledge+"/events", s.signIn(t, id, access.RoleAdmin), ""); !strings.Contains(got.Body, says[1]) {
			t.Errorf("the page does not say %q: %d", says[1], got.Status)
		}
	}
	if got := s.send(t, http.MethodDelete, "/api/admin/events/"+made.ID, token, fields{}); got.Status != 409 || got.Code != "asked_for" || !strings.Contains(got.Detail, "Cancel") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := s.send(t, http.MethodPatch, "/api/admin/events/"+made.ID, token, fields{"cancelled": true}); got.Status != 200 || s.text(t, "select (cancelled_at is not null)::text from events where id = $1", made.ID) != "true" {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// Whose answer was lost sends the same form again: it is added once, also when that filled the list.
func TestTheSameIsAddedOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	leader := s.signIn(t, id, access.VolunteerLeader)
	s.exec(t, "insert into groups (church_id, kind, name) select $1, 'small', 'Group ' || n from generate_series(1, 499) n", id)
	for list, sent := range map[string]fields{
		"events":          {"title": "Picnic", "starts_at": "2027-11-07T01:30", "capacity": 40, "takes_registrations": true, "cancelled": true, "description": "Bring\r\nfood"},
		"groups":          {"name": "Young adults", "kind": "small", "weekday": "3", "meets_at": "18:30", "leader_email": "bob@grace.example.org"},
		"volunteer_roles": {"name": "Nursery", "requirements": "18 or over", "places": 3},
	} {
		path := "/api/admin/" + list
		_, form, _ := strings.Cut(s.send(t, http.MethodGet, knowledge+"/"+list, leader, "").Body, `name="id" value="`)
		sent["id"], _, _ = strings.Cut(form, `"`)
		var made [2]answer
		for i := range made {
			if made[i] = s.send(t, http.MethodPost, path, leader, sent); made[i].Status != 201 || made[i].ID != sent["id"] || made[i].Version != made[0].Version {
				t.Errorf("%s: %d %s", list, made[i].Status, made[i].Body)
			}
		}
		if n := s.text(t, "select count(*)::text from "+list+" where church_id = $1 and id = $2", id, sent["id"]); n != "1" {
			t.Errorf("%s: %s rows", list, n)
		}
		sent["description"] = "Something else"
		if other := s.send(t, http.MethodPost, path, leader, sent); other.Status != 409 || other.Code != "id_taken" {
			t.Errorf("%s: something else under the same id: %d %s", list, other.Status, other.Body)
		}
	}
	if n := s.text(t, "select count(*)::text from audit_log where church_id = $1 and what like 'added.%'", id); n != "3" {
		t.Errorf("%s are noted", n)
	}
	hers, _ := s.church(t, "hope")
	theirs := uuid.NewString()
	s.exec(t, "insert into volunteer_roles (id, church_id, name) values ($1, $2, 'Choir')", theirs, hers)
	if got := s.send(t, http.MethodPost, "/api/admin/volunteer_roles", token, fields{"id": theirs, "name": "Choir"}); got.Status != 409 || got.Code != "id_taken" {
		t.Errorf("another church's: %d %s", got.Status, got.Body)
	}
	for _, bad := range []any{"", "x", 7, nil, uuid.Nil} {
		if got := s.send(t, http.MethodPost, "/api/admin/volunteer_roles", token, fields{"id": bad, "name": "Choir"}); got.Status != 400 || got.Code != "id_malformed" {
			t.Errorf("%v: %d %s", bad, got.Status, got.Body)
		}
	}
}

func TestAListIsBounded(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, "insert into groups (church_id, kind, name) select $1, 'small', 'Group ' || n from generate_series(1, 500) n", id)
	if got := s.send(t, http.MethodPost, "/api/admin/groups", token, fields{"name": "One more", "kind": "small"}); got.Status != 409 || got.Code != "list_full" {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}
