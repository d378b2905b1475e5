package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
)

// store reads and writes a church's record.
type store struct{ pool *pgxpool.Pool }

// stored is what a church's record holds, with what is needed to read what is sent for it.
type stored struct {
	held    values
	reading reading
	proven  bool   // the church's admins are known to be of it
	own     string // the church's own address to which the link was mailed that proves that; "": none was
}

// find reads a record of a church.
func (s store) find(ctx context.Context, a access.Admin, rec record) (found stored, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err = readRecord(ctx, tx, a, rec)
		return err
	})
	if err != nil {
		return stored{}, fmt.Errorf("read what a church has set: %w", err)
	}
	return found, nil
}

func readRecord(ctx context.Context, tx pgx.Tx, a access.Admin, rec record) (stored, error) {
	var row map[string]json.RawMessage
	var country, own string
	var answered []string
	var proven bool
	err := tx.QueryRow(ctx, `
		select coalesce(churches.country, ''), premium_churches.listing_proven, coalesce(premium_churches.listing_own_email, ''),
			array_remove(array[church_voice_agents.carrier_phone_number, church_voice_agents.assistant_phone_number], null), `+rec.object()+`
		from churches join premium_churches on premium_churches.church_id = churches.id
		left join church_voice_agents on church_voice_agents.church_id = churches.id
		left join organization_settings on organization_settings.organization_id = churches.id
		where churches.id = $1`, a.ChurchID).Scan(&country, &proven, &own, &answered, &row)
	if err != nil {
		return stored{}, err
	}
	r := reading{place: placeOf(a), country: country, answered: answered, notes: faults{}}
	return stored{rec.read(row, &r), r, proven, own}, nil
}

// object is SQL: the fields as an object of JSON.
func (rec record) object() string {
	parts := make([]string, len(rec))
	for i, f := range rec {
		get := f.get
		if get == "" {
			get = f.table.name + "." + f.name
		}
		parts[i] = "'" + f.name + "', " + get
	}
	return "jsonb_build_object(" + strings.Join(parts, ", ") + ")"
}

// placeOf is where the church's clock is.
func placeOf(a access.Admin) *time.Location {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		return time.UTC // as visitors are answered
	}
	return place
}

// lock keeps other forms of this package from changing what the church has set until the transaction ends.
func lock(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	_, err := tx.Exec(ctx, "select from premium_churches where church_id = $1 for update", churchID)
	return err
}

// complete makes the rows that may be missing, so that what a row begins with is known before anything of it is changed.
func complete(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	_, err := tx.Exec(ctx, "insert into "+voices.name+" ("+voices.key+") values ($1) on conflict do nothing", churchID)
	return err
}

// lockContacts keeps where the church is told from changing until the transaction ends. The page Safety (package teaching), which holds
// it to the same rules, locks that row alone, so that lock does not keep it out. It comes after lock, as everywhere.
func lockContacts(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	_, err := tx.Exec(ctx, "select from "+voices.name+" where "+voices.key+" = $1 for update", churchID)
	return err
}

// write stores values of a record. A field whose row there is not is returned as missing, and nothing of that table is written.
func write(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, rec record, changed values) (missing []string, err error) {
	for _, of := range []table{churches, premiums, voices, assistants} {
		sets, arguments, names := assignments(rec, changed, of, []any{churchID})
		if len(sets) == 0 {
			continue
		}
		done, err := tx.Exec(ctx, "update "+of.name+" set "+strings.Join(sets, ", ")+" where "+of.key+" = $1", arguments...)
		if err != nil {
			return nil, err
		}
		if done.RowsAffected() == 0 {
			missing = append(missing, names...)
		}
	}
	return missing, nil
}

// assignments are SQL: what is to be set of a table, with arguments that begin with those given.
func assignments(rec record, changed values, of table, arguments []any) (sets []string, _ []any, names []string) {
	for _, f := range rec {
		value, is := changed[f.name]
		if !is || f.table != of {
			continue
		}
		arguments = append(arguments, f.kind.argument(value))
		placeholder := fmt.Sprintf("$%d", len(arguments))
		if f.set == "" {
			sets = append(sets, f.name+" = "+placeholder)
		} else {
			sets = append(sets, fmt.Sprintf(f.set, placeholder))
		}
		names = append(names, f.name)
	}
	return sets, arguments, names
}
