package tools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// A household has one telephone, and perhaps one address.
const (
	john   = "I'm John Miller, (207) 555-0142. Please put me down for it."
	jane   = "I'm Jane Miller, (207) 555-0142, jane@example.org. Please put me down for it."
	byJohn = `"name":"John Miller","phone":"(207) 555-0142"}`
	byJane = `"name":"Jane Miller","phone":"(207) 555-0142","email":"jane@example.org"}`
)

func TestNobodyIsToldThatTheyAreRegisteredBecauseAnotherIs(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday)
	first := turn(at, church.Coordinator, john)
	f.call(first, "register_for_event", `{"event":"Supper",`+byJohn)
	for name, asked := range map[string]tools.Turn{
		"in a conversation of her own": turn(at, church.Coordinator, jane),
		"in his":                       goesOn(first, "And my wife Jane Miller, jane@example.org, too"),
	} {
		for _, people := range []string{"1", "2"} {
			asked.ID = uuid.New()
			got := f.call(asked, "register_for_event", `{"event":"Supper","people":`+people+`,`+byJane)
			if !got.OK || got.Wrote || got.fields["status"] != "already registered" || got.fields["people"] != nil || got.Summary != "That address or number is already registered for Supper." {
				t.Errorf("%s, %s: %s, %q", name, people, got.Content, got.Summary)
			}
		}
	}
	if rows, people := f.count(`select count(*) from event_registrations`), f.people(event); rows != 1 || people != 1 {
		t.Errorf("%d rows, %d people", rows, people)
	}
	own := f.call(turn(at, church.Coordinator, "I'm Jane Miller, jane@example.org. Please put me down for it."), "register_for_event", `{"event":"Supper","name":"Jane Miller","email":"jane@example.org"}`)
	if !own.Wrote || f.people(event) != 2 {
		t.Errorf("with an address of her own: %s", own.Content)
	}
}

func TestEachOfAHouseholdMayAskToJoin(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.group(at, "small", "Tea", "capacity = 2")
	f.role(at, "Ushers", "Worship")
	for tool, c := range map[string]struct {
		agent            church.Agent
		arguments, table string
	}{
		"join_small_group":     {church.Discipleship, `{"group":"Tea",`, "group_join_requests"},
		"sign_up_to_volunteer": {church.Stewardship, `{"role":"Ushers",`, "volunteer_signups"},
	} {
		first := turn(at, c.agent, john)
		f.call(first, tool, c.arguments+byJohn)
		f.call(turn(at, c.agent, jane), tool, c.arguments+byJane)
		f.call(goesOn(first, "Please put my wife Jane Miller down, too"), tool, c.arguments+byJane) // again
		var names []string
		if err := f.Admin.QueryRow(t.Context(), `select array_agg(name order by name) from `+c.table).Scan(&names); err != nil {
			t.Fatal(err)
		}
		if told := fmt.Sprint(f.notifier.last(t).Lines); !slices.Equal(names, []string{"Jane Miller", "John Miller"}) || !strings.Contains(told, "{name Jane Miller}") {
			t.Errorf("%s: %q asked, last told %s", tool, names, told)
		}
	}
}

// Whether somebody has asked before is nobody else's affair who knows their name and address.
func TestTheCardOfWhoAskedBeforeIsThatOfTheFirstTime(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.event(at, "Supper", saturday)
	f.group(at, "support", "Grief")
	f.role(at, "Ushers", "Worship")
	for tool, c := range map[string]struct {
		agent     church.Agent
		arguments string
	}{
		"register_for_event":      {church.Coordinator, `{"event":"Supper",` + byJane},
		"join_small_group":        {church.Discipleship, `{"group":"Grief",` + byJane},
		"sign_up_to_volunteer":    {church.Stewardship, `{"role":"Ushers",` + byJane},
		"subscribe_to_newsletter": {church.Coordinator, `{"name":"Jane Miller","email":"jane@example.org"}`},
	} {
		card := func() []tools.Field {
			result := f.tools.Begin(turn(at, c.agent, jane)).Call(t.Context(), tools.Call{Name: tool, Arguments: c.arguments})
			if result.Card == nil {
				t.Fatalf("%s: %s", tool, result.Content)
			}
			return result.Card.Fields
		}
		before := card()
		f.call(turn(at, c.agent, jane), tool, c.arguments)
		if after := card(); len(before) == 0 || !slices.Equal(before, after) {
			t.Errorf("%s: %+v is %+v", tool, before, after)
		}
	}
}
