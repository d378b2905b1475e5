package tools_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// group adds a group of the church, and gives its id. Changes are assignments to its columns.
func (f *fixture) group(at *church.Snapshot, kind, name string, changes ...string) uuid.UUID {
	f.t.Helper()
	id := uuid.Must(uuid.NewV7())
	f.exec(`
		insert into groups (id, church_id, kind, name, weekday, meets_at, leader_name, leader_email)
		values ($1, $2, $3, $4, 2, '19:00', 'Ruth Alden', 'ruth@example.org')`, id, at.ID, kind, name)
	for _, change := range changes {
		f.exec(`update groups set `+change+` where id = $1`, id)
	}
	return id
}

func TestGroupsAreFoundByDayAreaAndStageOfLife(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	at.Address.Country = "US"
	f.group(at, "small", "Owls Head", "area = 'Owls Head', life_stage = 'Families with children at home', weekday = 4")
	f.group(at, "small", "Thomaston", "area = 'Thomaston', life_stage = 'Couples in their thirties', is_open = false")
	f.group(at, "small", "Tea", "area = 'Rockland', life_stage = 'Mostly over seventy', description = 'Studying the Psalms'")
	f.group(at, "class", "First Steps", "area = 'Room 203', description = 'Exploring the Christian faith'")
	f.group(at, "support", "Grief", "description = 'For people who have lost someone'")
	f.group(theirs, "small", "Their group")
	for _, test := range []struct{ name, arguments, want string }{
		{"all, full ones last", `{}`, "First Steps, Tea, Owls Head, Thomaston"},
		{"by day", `{"day":"thursday"}`, "Owls Head"},
		{"by area", `{"area":"thomaston"}`, "Thomaston"},
		{"by stage of life", `{"stage_of_life":"family with a child"}`, "Owls Head"},
		{"by what they study", `{"about":"the book of Psalms"}`, "Tea"},
		{"by area and stage", `{"area":"Rockland","stage_of_life":"over seventy"}`, "Tea"},
		{"on a day without any", `{"day":"saturday","area":"Owls Head"}`, "Owls Head"},
		{"somewhere else", `{"area":"Portland"}`, "First Steps, Tea, Owls Head, Thomaston"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := f.call(turn(at, church.Discipleship), "find_small_group", test.arguments)
			if found := titles(got.list(t, "groups"), "name"); found != test.want {
				t.Errorf("%s", got.Content)
			}
			if strings.Contains(got.Content, "ruth@example.org") {
				t.Errorf("a leader's address is told: %s", got.Content)
			}
		})
	}
	elsewhere := f.call(turn(at, church.Discipleship), "find_small_group", `{"day":"saturday","area":"Portland"}`)
	if elsewhere.fields["day_note"] == nil || fmt.Sprint(elsewhere.fields["not_found"]) != "[Portland]" {
		t.Errorf("what was not found is not said: %s", elsewhere.Content)
	}
	grief := f.call(turn(at, church.Care), "find_support_group", `{"need":"I lost my husband"}`).list(t, "groups")
	if titles(grief, "name") != "Grief" || grief[0]["meets"] != "Tuesday, 7:00 PM" || grief[0]["leader"] != "Ruth Alden" {
		t.Errorf("%v", grief)
	}
	f.exec(`delete from groups`)
	f.call(turn(at, church.Care), "find_support_group", `{}`).expect(t, tools.NotFound)
	f.call(turn(at, church.Discipleship), "find_small_group", `{}`).expect(t, tools.NotFound)
}

const (
	joiner  = "I'm Ana Ruiz, ana@example.org. I'd love to join the Tea group, I know the Psalms a little."
	joinTea = `{"group":"Tea","name":"Ana Ruiz","email":"ana@example.org","message":"I know the Psalms a little"}`
)

func TestWhoWantsToJoinIsToldToTheLeader(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	id := f.group(at, "small", "Tea")
	got := f.call(turn(at, church.Discipleship, joiner), "join_small_group", joinTea)
	if !got.OK || !got.Wrote || got.Summary != "Ruth Alden was told that you would like to join Tea." {
		t.Fatalf("%s, %q", got.Content, got.Summary)
	}
	notice := f.notifier.last(t)
	if notice.Kind != "group_join" || notice.To != "ruth@example.org" || notice.ReplyTo != "ana@example.org" ||
		fmt.Sprint(notice.Lines) != "[{group Tea} {name Ana Ruiz} {email ana@example.org} {message I know the Psalms a little}]" {
		t.Errorf("%+v", notice)
	}
	if n := f.count(`select count(*) from group_join_requests where id = $1 and group_id = $2 and church_id = $3 and status = 'new'`, notice.RequestID, id, at.ID); n != 1 {
		t.Error("no row")
	}
	again := f.call(turn(at, church.Discipleship, joiner), "join_small_group", joinTea)
	if !again.OK || again.Content != got.Content {
		t.Errorf("who asks twice is told something else, which tells others who asked: %s", again.Content)
	}
	if rows, notices := f.count(`select count(*) from group_join_requests`), f.count(`select count(*) from test_notices`); rows != 1 || notices != 1 {
		t.Errorf("%d rows, %d notices", rows, notices)
	}
}

func TestAGroupTakesNoMoreThanItHasPlacesFor(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.group(at, "small", "Tea", "capacity = 3")
	registry := f.wide()
	var joined, refused atomic.Int64
	f.crowd(t, 30, func(i int) {
		address := fmt.Sprintf("ana%d@example.org", i)
		result := f.beginAt(registry, turn(at, church.Discipleship, "Can I join? Ana, "+address)).Call(t.Context(), tools.Call{Name: "join_small_group",
			Arguments: `{"group":"Tea","name":"Ana","email":"` + address + `"}`})
		if result.OK {
			joined.Add(1)
		} else if strings.Contains(result.Content, `"full"`) {
			refused.Add(1)
		}
	})
	if rows := f.count(`select count(*) from group_join_requests`); rows != 3 || joined.Load() != 3 || refused.Load() != 27 {
		t.Errorf("%d rows, %d joined, %d refused", rows, joined.Load(), refused.Load())
	}
	f.exec(`update group_join_requests set status = 'declined'`)
	if got := f.call(turn(at, church.Discipleship, joiner), "join_small_group", joinTea); !got.OK {
		t.Errorf("places were not given back: %s", got.Content)
	}
}

func TestNobodyJoinsWhatIsClosedOrAnotherChurchs(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	f.group(at, "small", "Tea", "is_open = false")
	f.group(at, "small", "Owls Head")
	other := f.group(theirs, "small", "Their group")
	join := func(group string) answer {
		return f.call(turn(at, church.Discipleship, joiner), "join_small_group", fmt.Sprintf(`{"group":%q,"name":"Ana Ruiz","email":"ana@example.org"}`, group))
	}
	join("Tea").expect(t, tools.Full, "takes nobody new")
	join(other.String()).expect(t, tools.NotFound, "Owls Head")
	join("Their").expect(t, tools.NotFound)
	f.call(turn(at, church.Discipleship, "I'm Ana Ruiz, I want to join"), "join_small_group", `{"group":"Owls Head","name":"Ana Ruiz"}`).expect(t, tools.InvalidArguments, "email or phone")
	f.call(turn(at, church.Discipleship, "I'm Ana Ruiz, I want to join"), "join_small_group", `{"group":"Owls Head","name":"Ana Ruiz","email":"spy@example.org"}`).expect(t, tools.NotFromVisitor)
	if n := f.count(`select count(*) from group_join_requests`) + f.count(`select count(*) from test_notices`); n != 0 {
		t.Errorf("%d written", n)
	}
}
