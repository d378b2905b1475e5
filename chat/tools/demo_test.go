package tools_test

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/migrations/seed"
)

// What the demonstration churches have on file can be found, and joined, on the day it is seeded.
func TestTheDemonstrationChurchesAreAlive(t *testing.T) {
	f := setup(t)
	if _, err := seed.Apply(t.Context(), f.Admin, seed.Options{Reference: true, Demo: true, Now: thursday}); err != nil {
		t.Fatal(err)
	}
	store := church.NewStore(f.Pool, church.Config{Embedder: "none", LoadTimeout: time.Minute, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	for _, test := range []struct {
		slug, name string
		agent      church.Agent
		arguments  string
		wants      string
	}{
		{"grace-harbor", "list_events", church.Coordinator, `{}`, `Wednesday, May 20, 2026 at 5:30 PM to 6:30 PM`},
		{"grace-harbor", "list_events", church.Coordinator, `{"about":"lunch"}`, `Golden Anchors Lunch`},
		{"grace-harbor", "register_for_event", church.Coordinator, `{"event":"Newcomers' Lunch","name":"Ana","email":"ana@example.org","people":2}`, `Sunday, May 17, 2026 at 12:30 PM to 1:45 PM`},
		{"grace-harbor", "find_support_group", church.Care, `{"need":"grief"}`, `Walking Through Grief`},
		{"grace-harbor", "find_small_group", church.Discipleship, `{"day":"friday","stage_of_life":"young adult"}`, `Young Adults`},
		{"grace-harbor", "join_small_group", church.Discipleship, `{"group":"Owls Head","name":"Ana","email":"ana@example.org"}`, `the leader was told`},
		{"grace-harbor", "find_volunteer_role", church.Stewardship, `{"interest":"cooking"}`, `Casserole Fleet cook`},
		{"grace-harbor", "sign_up_to_volunteer", church.Stewardship, `{"role":"Greeter","name":"Ana","email":"ana@example.org"}`, `passed on`},
		{"grace-harbor", "check_pastor_availability", church.Care, `{}`, `Tuesday, May 19, 2026 at 10:00 AM to 12:00 PM`},
		{"grace-harbor", "book_appointment", church.Care, `{}`, `https://cal.com/grace-harbor-pastoral/pastoral-visit-30`},
		{"grace-harbor", "get_current_sermon", church.Discipleship, `{}`, `An Anchor for the Soul`},
		{"grace-harbor", "get_giving_link", church.Stewardship, `{}`, `https://graceharbor.example.org/give`},
		{"grace-harbor", "explain_recurring_giving", church.Stewardship, `{}`, `https://graceharbor.example.org/give`},
		{"st-brigids", "list_events", church.Coordinator, `{"about":"Knock"}`, `Saturday 30 May 2026 at 09:30 to 18:00`},
		{"st-brigids", "find_small_group", church.Discipleship, `{"about":"toddlers"}`, `Parents and toddlers`},
		{"st-brigids", "book_appointment", church.Care, `{"name":"Ana","email":"ana@example.org"}`, `passed on`},
	} {
		at, err := store.BySlug(t.Context(), test.slug)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.call(turn(at, test.agent, "I'm Ana, ana@example.org. I'd like to come and help, please sign me up, and let me meet the pastor."), test.name, test.arguments); !got.OK || !strings.Contains(got.Content, test.wants) {
			t.Errorf("%s %s: %s", test.slug, test.name, got.Content)
		}
	}
	private := f.call(turn(must(store.BySlug(t.Context(), "grace-harbor")), church.Coordinator), "list_events", `{"about":"deacons meeting"}`)
	if strings.Contains(private.Content, "Deacons") {
		t.Errorf("a private event is told: %s", private.Content)
	}
	f.call(turn(must(store.BySlug(t.Context(), "nueva-vida")), church.Coordinator), "list_events", `{}`).expect(t, tools.NotAllowed)
}

func must(at *church.Snapshot, err error) *church.Snapshot {
	if err != nil {
		panic(err)
	}
	return at
}
