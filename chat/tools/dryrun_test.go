package tools_test

import (
	"maps"
	"testing"

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

// A dry run says of each tool what it would have written and whom it would have told, and changes no row.
func TestADryRunOfEveryToolChangesNothing(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	before := f.tables(t)
	heard := map[string]tools.DryCall{}
	dry := f.tools.DryRun(func(c tools.DryCall) { heard[c.Call.Name] = c })
	for name, test := range everyTool {
		got := read(t, dry.Begin(turn(at, test.agent, test.said)).Call(t.Context(), tools.Call{ID: "c1", Name: name, Arguments: test.arguments}))
		said := heard[name]
		if !got.OK || got.Wrote != (test.kind != "") || said.Result.Content != got.Content {
			t.Errorf("%s: %s (wrote: %v), heard %+v", name, got.Content, got.Wrote, said)
		}
		if told := len(said.Told); told != 0 && test.kind == "" || told != 1 && test.kind != "" {
			t.Errorf("%s would have told %d", name, told)
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
