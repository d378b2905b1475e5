package tools_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools"
)

func (f *fixture) role(at *church.Snapshot, name, team string, changes ...string) uuid.UUID {
	f.t.Helper()
	id := uuid.Must(uuid.NewV7())
	f.exec(`
		insert into volunteer_roles (id, church_id, name, team, requirements, contact_name, contact_email)
		values ($1, $2, $3, $4, '18 or over', 'Hannah Osei', 'hannah@example.org')`, id, at.ID, name, team)
	for _, change := range changes {
		f.exec(`update volunteer_roles set `+change+` where id = $1`, id)
	}
	return id
}

func TestRolesThatNeedHelpersAreFound(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	f.role(at, "Nursery rocker", "Children", "description = 'Hold babies'")
	f.role(at, "Sound and slides", "Worship")
	f.role(at, "Driver", "Youth", "is_open = false")
	f.role(at, "Greeter", "Hosts", "places = 0")
	f.role(theirs, "Their role", "Theirs")
	for _, test := range []struct{ name, arguments, want string }{
		{"all", `{}`, "Nursery rocker, Sound and slides"},
		{"by interest", `{"interest":"I love babies"}`, "Nursery rocker"},
		{"by what nobody needs", `{"interest":"driving"}`, "Nursery rocker, Sound and slides"},
	} {
		for _, agent := range []church.Agent{church.Stewardship, church.Coordinator} {
			got := f.call(turn(at, agent), "find_volunteer_role", test.arguments)
			if titles(got.list(t, "roles"), "name") != test.want || strings.Contains(got.Content, "hannah@example.org") || !strings.Contains(got.Content, "18 or over") {
				t.Errorf("%s: %s", test.name, got.Content)
			}
		}
	}
	f.exec(`update volunteer_roles set is_open = false`)
	f.call(turn(at, church.Stewardship), "find_volunteer_role", `{}`).expect(t, tools.NotFound)
}

func TestWhoOffersToHelpIsToldToThePersonInCharge(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	f.role(at, "Nursery rocker", "Children", "places = 1")
	other := f.role(theirs, "Nursery", "Children")
	offer := func(said, role string) answer {
		address, _, _ := strings.Cut(said, " ")
		return f.call(turn(at, church.Stewardship, said+", I'd like to help, I raised four of my own"), "sign_up_to_volunteer",
			fmt.Sprintf(`{"role":%q,"name":"Ana","email":%q,"message":"raised four of her own"}`, role, address))
	}
	offer("ana@example.org is Ana", other.String()).expect(t, tools.NotFound)
	got := offer("ana@example.org is Ana", "nursery")
	if !got.OK || !got.Wrote || got.fields["requirements"] != "18 or over" || !strings.Contains(got.Summary, "Nursery rocker") {
		t.Fatalf("%s, %q", got.Content, got.Summary)
	}
	notice := f.notifier.last(t)
	if notice.Kind != "volunteer" || notice.To != "hannah@example.org" || fmt.Sprint(notice.Lines) != "[{role Nursery rocker} {name Ana} {email ana@example.org} {message raised four of her own}]" {
		t.Errorf("%+v", notice)
	}
	if again := offer("ana@example.org is Ana", "Nursery rocker"); !again.OK {
		t.Errorf("who offers twice: %s", again.Content)
	}
	offer("eve@example.org is Ana", "Nursery rocker").expect(t, tools.Full)
	if rows, notices := f.count(`select count(*) from volunteer_signups where church_id = $1`, at.ID), f.count(`select count(*) from test_notices`); rows != 1 || notices != 1 {
		t.Errorf("%d rows, %d notices", rows, notices)
	}
}
