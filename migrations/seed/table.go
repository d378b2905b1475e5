package seed

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// table describes how the rows of one database table follow the seed. All names are constants of this package.
type table struct {
	kind    string   // what the report calls the rows
	name    string   // of the table
	key     []string // the columns that identify a row
	values  []string // the columns the seed decides: compared, and overwritten where they differ
	initial []string // columns given to a new row and left alone ever after
	whole   bool     // the table is the seed's alone: it is made equal to it
	stale   string   // SQL condition on a stored row t that the seed gave and no longer holds, and that may go; "" keeps all
	kept    string   // SQL condition on a wanted row w that must be left alone; "" for none
}

// sync brings the table to rows, a slice that marshals to JSON objects whose keys are column names; a missing key is null.
// When nothing differs it runs no writing statement at all: an upsert that touches no row still fires statement triggers,
// and those announce a change to every node.
func (t table) sync(ctx context.Context, tx pgx.Tx, rows any) (Count, error) {
	wanted, err := json.Marshal(rows)
	if err != nil {
		return Count{}, fmt.Errorf("encode %s: %w", t.kind, err)
	}
	count, err := t.compare(ctx, tx, wanted)
	if err != nil {
		return Count{}, fmt.Errorf("compare %s: %w", t.kind, err)
	}
	if !count.changed() {
		return count, nil
	}
	if t.stale != "" {
		if _, err := tx.Exec(ctx, "delete"+t.staleSQL(), wanted); err != nil {
			return Count{}, fmt.Errorf("remove %s: %w", t.kind, err)
		}
	}
	if t.whole {
		// Changed rows are replaced rather than updated: a unique value (a priority, a name) may have moved from one row to
		// another, and updating them one after the other would collide on the way.
		if _, err := tx.Exec(ctx, t.deleteSQL(), wanted); err != nil {
			return Count{}, fmt.Errorf("remove %s: %w", t.kind, err)
		}
	}
	if _, err := tx.Exec(ctx, t.upsertSQL(), wanted); err != nil {
		return Count{}, fmt.Errorf("write %s: %w", t.kind, err)
	}
	return count, nil
}

func (t table) compare(ctx context.Context, tx pgx.Tx, wanted []byte) (Count, error) {
	count := Count{Kind: t.kind}
	err := tx.QueryRow(ctx, t.compareSQL(), wanted).Scan(&count.Inserted, &count.Updated, &count.Unchanged, &count.Kept)
	if err != nil {
		return count, err
	}
	if t.stale != "" {
		return count, tx.QueryRow(ctx, "select count(*)"+t.staleSQL(), wanted).Scan(&count.Removed)
	}
	if !t.whole {
		return count, nil
	}
	var stored int
	if err := tx.QueryRow(ctx, "select count(*) from "+t.name).Scan(&stored); err != nil {
		return count, err
	}
	count.Removed = stored - count.Updated - count.Unchanged
	return count, nil
}

func (t table) compareSQL() string {
	return fmt.Sprintf(`
		select count(*) filter (where not kept and not stored),
		       count(*) filter (where not kept and stored and differs),
		       count(*) filter (where not kept and stored and not differs),
		       count(*) filter (where kept)
		from (
			select t.%[1]s is not null as stored, %[2]s is distinct from %[3]s as differs, %[4]s as kept
			from %[5]s w left join %[6]s t on %[7]s
		) as compared`,
		t.key[0], tuple("t", t.values), tuple("w", t.values), t.keptSQL(), t.wantedSQL(), t.name, t.sameKeySQL())
}

func (t table) deleteSQL() string {
	return fmt.Sprintf(`
		delete from %[1]s t
		where not exists (
			select from %[2]s w where %[3]s and %[4]s is not distinct from %[5]s
		)`,
		t.name, t.wantedSQL(), t.sameKeySQL(), tuple("t", t.values), tuple("w", t.values))
}

// staleSQL are the rows that the seed gave the churches it has rows for now, does not hold any more, and may take away.
func (t table) staleSQL() string {
	return fmt.Sprintf(`
		from %[1]s t
		where %[2]s and church_id in (select church_id from %[3]s) and not exists (select from %[3]s w where %[4]s) and (%[5]s)`,
		t.name, seededRow, t.wantedSQL(), t.sameKeySQL(), t.stale)
}

func (t table) upsertSQL() string {
	columns := strings.Join(append(append(append([]string{}, t.key...), t.initial...), t.values...), ", ")
	sets := make([]string, len(t.values))
	for i, column := range t.values {
		sets[i] = column + " = excluded." + column
	}
	return fmt.Sprintf(`
		insert into %[1]s as t (%[2]s)
		select %[2]s from %[3]s w where not %[4]s
		on conflict (%[5]s) do update set %[6]s
		where %[7]s is distinct from %[8]s`,
		t.name, columns, t.wantedSQL(), t.keptSQL(), strings.Join(t.key, ", "),
		strings.Join(sets, ", "), tuple("t", t.values), tuple("excluded", t.values))
}

// wantedSQL is the seed's rows as a row source: the one parameter, typed by the table itself.
func (t table) wantedSQL() string {
	return "jsonb_populate_recordset(null::" + t.name + ", $1::jsonb)"
}

func (t table) sameKeySQL() string {
	same := make([]string, len(t.key))
	for i, column := range t.key {
		same[i] = "t." + column + " = w." + column
	}
	return strings.Join(same, " and ")
}

func (t table) keptSQL() string {
	if t.kept == "" {
		return "false"
	}
	return "(" + t.kept + ")"
}

func tuple(alias string, columns []string) string {
	return "row(" + alias + "." + strings.Join(columns, ", "+alias+".") + ")"
}
