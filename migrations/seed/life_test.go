package seed_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

func TestEveryDemoChurchHasSomethingAheadWheneverItIsSeeded(t *testing.T) {
	db := pgtest.New(t)
	for _, now := range []time.Time{
		time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC),
		time.Date(2027, time.December, 31, 23, 30, 0, 0, time.UTC),
		time.Date(2028, time.February, 29, 3, 0, 0, 0, time.UTC),
	} {
		options := everything
		options.Now = now
		apply(t, db, options)
		for slug, least := range map[string]int{"grace-harbor": 8, "st-brigids": 4, "nueva-vida": 3} {
			titles := query[int](t, db.Admin, `
				select count(distinct title) from events
				where church_id = $1 and starts_at > $2 and starts_at < $2 + interval '13 months' and is_public`, seed.ChurchID(slug), now)
			if titles < least {
				t.Errorf("%s: %d events ahead of %s, want %d", slug, titles, now.Format(time.DateOnly), least)
			}
		}
	}
}

func TestSeedingLaterMovesDatesOnAndLosesNoRegistration(t *testing.T) {
	db := pgtest.New(t)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	options := everything
	options.Now = time.Date(2027, time.June, 1, 12, 0, 0, 0, zone)
	apply(t, db, options)
	lunch := seed.EventID("grace-harbor", "newcomers-lunch", time.Date(2027, time.June, 20, 0, 0, 0, 0, zone))
	exec(t, db.Admin, `
		insert into event_registrations (church_id, event_id, name, email, session_id, turn_id, idempotency_key)
		values ($1, $2, 'Ana', 'ana@example.org', $2, $2, $2)`, seed.ChurchID("grace-harbor"), lunch)

	if again := apply(t, db, options); again.Changed() {
		t.Errorf("seeding twice on one day changed:\n%s", again)
	}
	last := query[time.Time](t, db.Admin, `select max(starts_at) from events where title = 'Newcomers'' Lunch with the Pastors'`)
	options.Now = options.Now.AddDate(0, 2, 0)
	apply(t, db, options)

	if moved := query[time.Time](t, db.Admin, `select max(starts_at) from events where title = 'Newcomers'' Lunch with the Pastors'`); !moved.After(last) {
		t.Errorf("the last lunch is still on %s", moved)
	}
	if starts := query[time.Time](t, db.Admin, `select e.starts_at from events e join event_registrations r on r.event_id = e.id`); !starts.Equal(time.Date(2027, time.June, 20, 12, 30, 0, 0, zone)) {
		t.Errorf("Ana is registered for %s", starts.In(zone))
	}
}

func TestEventsKeepToTheClockWhenItChanges(t *testing.T) {
	db := pgtest.New(t)
	options := everything
	options.Now = time.Date(2027, time.March, 10, 12, 0, 0, 0, time.UTC) // summer time begins on the 14th
	apply(t, db, options)
	if clocks := query[int](t, db.Admin, `
		select count(distinct to_char(starts_at at time zone 'America/New_York', 'HH24:MI')) from events where title = 'Midweek Supper'`); clocks != 1 {
		t.Errorf("the supper begins at %d times", clocks)
	}
	if offsets := query[int](t, db.Admin, `
		select count(distinct to_char(starts_at at time zone 'UTC', 'HH24:MI')) from events where title = 'Midweek Supper'`); offsets != 2 {
		t.Errorf("the supper begins at %d times in UTC", offsets)
	}
}

func TestGroupsAndRolesTheSeedDroppedGoUnlessSomebodySignedUp(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	church := seed.ChurchID("grace-harbor")
	wanted, dropped, theirs := uuid.NewSHA1(uuid.New(), nil), uuid.NewSHA1(uuid.New(), nil), uuid.Must(uuid.NewV7())
	for _, id := range []uuid.UUID{wanted, dropped, theirs} {
		exec(t, db.Admin, `insert into groups (id, church_id, kind, name) values ($1, $2, 'small', 'G')`, id, church)
		exec(t, db.Admin, `insert into volunteer_roles (id, church_id, name) values ($1, $2, 'R')`, id, church)
		exec(t, db.Admin, `insert into events (id, church_id, title, starts_at) values ($1, $2, 'E', now() + interval '1 day')`, id, church)
	}
	exec(t, db.Admin, `
		insert into group_join_requests (church_id, group_id, name, email, session_id, turn_id, idempotency_key)
		values ($1, $2, 'Ana', 'ana@example.org', $2, $2, $2)`, church, wanted)
	exec(t, db.Admin, `
		insert into volunteer_signups (church_id, role_id, name, email, session_id, turn_id, idempotency_key)
		values ($1, $2, 'Ana', 'ana@example.org', $2, $2, $2)`, church, wanted)
	exec(t, db.Admin, `
		insert into event_registrations (church_id, event_id, name, email, session_id, turn_id, idempotency_key)
		values ($1, $2, 'Ana', 'ana@example.org', $2, $2, $2)`, church, wanted)

	report := apply(t, db, everything)

	for _, kind := range []string{"events", "groups", "volunteer roles"} {
		if report.Of(kind).Removed != 1 {
			t.Errorf("%s: %d removed", kind, report.Of(kind).Removed)
		}
	}
	for _, table := range []string{"events", "groups", "volunteer_roles"} {
		if left := query[int](t, db.Admin, "select count(*) from "+table+" where id in ($1, $2, $3)", wanted, dropped, theirs); left != 2 {
			t.Errorf("%s: %d left", table, left)
		}
	}
}

func TestDemoGroupsAndRolesCanBeAnswered(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	for what, sql := range map[string]string{
		"groups without a leader's address": `select count(*) from groups where leader_email is null`,
		"roles without a contact's address": `select count(*) from volunteer_roles where contact_email is null`,
		"registrations without a contact":   `select count(*) from events where takes_registrations and contact_email is null`,
		"groups without a time or a rule":   `select count(*) from groups where (weekday is null or meets_at is null) and schedule = ''`,
	} {
		if n := query[int](t, db.Admin, sql); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	for what, sql := range map[string]string{
		"support groups": `select count(*) from groups where kind = 'support'`,
		"classes":        `select count(*) from groups where kind = 'class'`,
		"closed groups":  `select count(*) from groups where not is_open`,
		"private events": `select count(*) from events where not is_public`,
		"closed roles":   `select count(*) from volunteer_roles where not is_open`,
	} {
		if query[int](t, db.Admin, sql) == 0 {
			t.Errorf("no %s", what)
		}
	}
}
