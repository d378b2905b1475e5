package drafts

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// rows are a church's rows in the tables, as JSON, by the tables' names. A row that there is not has no columns.
type rows map[string]map[string]json.RawMessage

// readRows reads them.
func readRows(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (rows, error) {
	selects := make([]string, len(tables))
	for i, t := range tables {
		selects[i] = fmt.Sprintf("'%[1]s', coalesce((select to_jsonb(t) - 'updated_at' from %[1]s t where t.%[2]s = $1), '{}')", t.name, t.key)
	}
	var found rows
	err := tx.QueryRow(ctx, "select jsonb_build_object("+strings.Join(selects, ", ")+")", churchID).Scan(&found)
	return found, err
}

// values are what stands in the places of the rows that can be drafted.
func (r rows) values(churchID uuid.UUID) map[place]json.RawMessage {
	found := make(map[place]json.RawMessage)
	for _, t := range tables {
		for _, f := range t.fields {
			held := valueOf(r[t.name][f.column])
			if !f.keys {
				found[place{t.name, churchID, f.column}] = held
				continue
			}
			for key, value := range objectOf(held) {
				if f.only == "" || f.only == key {
					found[place{t.name, churchID, f.column + "/" + key}] = value
				}
			}
		}
	}
	return found
}

// rest are the rows without what can be drafted: they must not change in a draft.
func (r rows) rest() rows {
	left := make(rows, len(r))
	for _, t := range tables {
		row := maps.Clone(r[t.name])
		for _, f := range t.fields {
			if f.only != "" {
				object := objectOf(row[f.column])
				delete(object, f.only)
				row[f.column], _ = json.Marshal(object) // of what was just read
			} else {
				delete(row, f.column)
			}
		}
		left[t.name] = row
	}
	delete(left[lenses], "church_id") // the row comes and goes with the one column that counts
	delete(left[lenses], "created_at")
	return left
}

func (r rows) equal(other rows) bool {
	return maps.EqualFunc(r, other, func(a, b map[string]json.RawMessage) bool { return maps.EqualFunc(a, b, same) })
}

// objectOf is a JSON object's fields; what is no object has none.
func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return map[string]json.RawMessage{}
	}
	return fields
}

// writeRows makes changes in the rows as they are held.
func writeRows(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, held rows, changes []Change) error {
	for _, t := range tables {
		columns := map[string]json.RawMessage{}
		for _, c := range changes {
			if c.Target == t.name {
				merge(columns, held[t.name], c)
			}
		}
		if len(columns) == 0 {
			continue
		}
		if t.name == lenses {
			if err := writeLens(ctx, tx, churchID, columns["theological_lens_id"]); err != nil {
				return err
			}
			continue
		}
		if t.name == voices {
			if err := addVoice(ctx, tx, churchID); err != nil {
				return err
			}
		}
		if err := writeColumns(ctx, tx, churchID, t, columns); err != nil {
			return err
		}
	}
	return nil
}

// merge lays a change over the columns that are to be written.
func merge(columns, held map[string]json.RawMessage, c Change) {
	column, key, keyed := strings.Cut(c.Field, "/")
	if !keyed {
		columns[column] = orNull(c.After)
		return
	}
	if _, begun := columns[column]; !begun {
		columns[column] = held[column]
	}
	object := objectOf(columns[column])
	if c.After == nil {
		delete(object, key)
	} else {
		object[key] = c.After
	}
	columns[column], _ = json.Marshal(object) // of what Postgres wrote
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// writeColumns writes columns, in the types that they have.
func writeColumns(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, t table, columns map[string]json.RawMessage) error {
	var sets []string
	for _, column := range slices.Sorted(maps.Keys(columns)) {
		sets = append(sets, column+" = n."+column)
	}
	encoded, err := json.Marshal(columns)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "update "+t.name+" t set "+strings.Join(sets, ", ")+" from jsonb_populate_record(null::"+t.name+", $2::jsonb) n where t."+t.key+" = $1", churchID, encoded)
	return err
}

// addVoice adds the row that a church without telephone has once something is written in it, as the handlers do.
func addVoice(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	_, err := tx.Exec(ctx, "insert into church_voice_agents (church_id) values ($1) on conflict do nothing", churchID)
	return err
}

func writeLens(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, lens json.RawMessage) error {
	if valueOf(lens) == nil {
		_, err := tx.Exec(ctx, "delete from "+lenses+" where church_id = $1", churchID)
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into church_theological_lenses (church_id, theological_lens_id) values ($1, ($2::text)::smallint)
		on conflict (church_id) do update set theological_lens_id = excluded.theological_lens_id`, churchID, string(lens))
	return err
}
