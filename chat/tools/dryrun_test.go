package tools_test

import (
	"maps"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// tables are the rows of every table, in short.
func (f *fixture) tables(t *testing.T) map[string]string {
	t.Helper()
	rows, err := f.Admin.Query(t.Context(), `select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	found := make(map[string]string)
	for _, name := range names {
		var sum string
		if err := f.Admin.QueryRow(t.Context(), `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '') from `+name+` t`).Scan(&sum); err != nil {
			t.Fatal(err)
		}
		found[name] = sum
	}
	return found
}

// stocked is a church that has on file what every tool looks for.
func (f *fixture) stocked() *church.Snapshot {
	at := f.church("ours")
	at.PastorAvailability, at.PastorAvailabilityText = f.hours(), "By appointment."
	at.GivingURL, at.SermonTopic = "https://graceharbor.example.org/give", "An Anchor for the Soul"
	f.event(at, "Supper", saturday)
	f.group(at, "small", "Tea")
	f.group(at, "support", "Grief", "description = 'For people who have lost someone'")
	f.role(at, "Nursery rocker", "Children")
	return at
}

// dryCalls are calls of all tools, which succeed in a stocked church.
func dryCalls(at *church.Snapshot) map[string]dryCall {
	const newsletter = "Can I get the newsletter at ana@example.org?"
	calls := map[string]dryCall{
		"check_pastor_availability": {turn(at, church.Care), `{}`, false},
		"book_appointment": {turn(at, church.Care, "I'd like to see the pastor Tuesday morning about my marriage. Tom Hale, tom@example.org"),
			`{"name":"Tom Hale","email":"tom@example.org","wished_time":"Tuesday morning","reason":"about my marriage"}`, true},
		"get_giving_link":          {turn(at, church.Stewardship), `{}`, false},
		"explain_recurring_giving": {turn(at, church.Stewardship), `{}`, false},
		"get_current_sermon":       {turn(at, church.Coordinator), `{}`, false},
		"list_events":              {turn(at, church.Coordinator), `{}`, false},
		"get_event_calendar_file":  {turn(at, church.Coordinator), `{"event":"Supper"}`, false},
		"register_for_event":       {turn(at, church.Coordinator, ana), anaSupper, true},
		"find_small_group":         {turn(at, church.Discipleship), `{}`, false},
		"find_support_group":       {turn(at, church.Care), `{"need":"I lost my husband"}`, false},
		"join_small_group":         {turn(at, church.Discipleship, joiner), joinTea, true},
		"find_volunteer_role":      {turn(at, church.Stewardship), `{}`, false},
		"sign_up_to_volunteer": {turn(at, church.Stewardship, "I'd like to help with the nursery. Ana, ana@example.org"),
			`{"role":"Nursery rocker","name":"Ana","email":"ana@example.org"}`, true},
		"subscribe_to_newsletter": {turn(at, church.Coordinator, newsletter), `{"email":"ana@example.org"}`, true},
		"look_up_scripture":       {turn(at, church.Care, "hello"), `{"reference":"Jn 11.35"}`, false},
		"offer_comfort_scripture": {turn(at, church.Care, "hello"), `{"need":"grief"}`, false},
		"suggest_reading_plan":    {turn(at, church.Discipleship, "hello"), `{}`, false},
	}
	for name, test := range everyTool {
		calls[name] = dryCall{turn(at, test.agent, test.said), test.arguments, test.kind != ""}
	}
	return calls
}

type dryCall struct {
	asked     tools.Turn
	arguments string
	wrote     bool // and would tell the church
}

// A dry run says of each tool what it would have written and whom it would have told, and changes no row.
func TestADryRunOfEveryToolChangesNothing(t *testing.T) {
	f := setup(t)
	at := f.stocked()
	calls := dryCalls(at)
	if len(calls) != 39 {
		t.Errorf("%d tools are tried", len(calls))
	}
	before := f.tables(t)
	heard := map[string]tools.DryCall{}
	dry := f.tools.DryRun(func(c tools.DryCall) { heard[c.Call.Name] = c })
	for name, call := range calls {
		got := read(t, dry.Begin(call.asked).Call(t.Context(), tools.Call{ID: "c1", Name: name, Arguments: call.arguments}))
		said := heard[name]
		if !said.Result.OK || said.Result.Wrote != call.wrote || len(said.Told) > 1 || (len(said.Told) == 1) != call.wrote {
			t.Errorf("%s: heard %+v", name, said)
		}
		switch asked := said.Asked != nil; {
		case asked != (call.wrote && name != "escalate_to_pastor"):
			t.Errorf("%s: asked first: %v", name, asked)
		case asked && (got.Error != string(tools.NeedsYes) || got.Card == nil || got.Card.Question != said.Asked.Question || got.Wrote):
			t.Errorf("%s: %s (wrote: %v)", name, got.Content, got.Wrote)
		case !asked && (got.Content != said.Result.Content || got.Wrote != call.wrote):
			t.Errorf("%s: %s (wrote: %v), heard %+v", name, got.Content, got.Wrote, said)
		}
		if counted := f.calls(name, "ok"); counted != 0 {
			t.Errorf("%s counts as %v calls of visitors", name, counted)
		}
	}
	if after := f.tables(t); !maps.Equal(before, after) {
		for name, was := range before {
			if after[name] != was {
				t.Errorf("%s was %s and is %s", name, was, after[name])
			}
		}
	}
	if len(f.notifier.notices) != 0 {
		t.Errorf("%d were told", len(f.notifier.notices))
	}
}
