package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
)

// item is a row of a list.
type item struct {
	ID    uuid.UUID
	Asked int // how many visitors asked for it
	held  values
}

// items are those of a church's list that are shown; where is SQL that narrows them, or empty.
func (s store) items(ctx context.Context, a access.Admin, l list, where string) (found []item, err error) {
	if where == "" {
		where = "true"
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id, (select count(*) from `+l.asked+` a where a.church_id = $1 and a.`+l.by+` = `+l.name+`.id), `+l.rec.object()+`
			from `+l.name+` where church_id = $1 and `+where+` and `+l.listed+fmt.Sprintf(" limit %d", mostItems), a.ChurchID)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (one item, err error) {
			var held map[string]json.RawMessage
			err = row.Scan(&one.ID, &one.Asked, &held)
			one.held = l.rec.read(held, &reading{place: placeOf(a)})
			return one, err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read a church's %s: %w", l.name, err)
	}
	return found, nil
}

// lockItem reads an item, and keeps others from changing it until the transaction ends. An id of another church's, or of none, is
// errNoItem.
func lockItem(ctx context.Context, tx pgx.Tx, a access.Admin, l list, id uuid.UUID) (one item, err error) {
	var held map[string]json.RawMessage
	err = tx.QueryRow(ctx, `
		select (select count(*) from `+l.asked+` a where a.church_id = $1 and a.`+l.by+` = $2), `+l.rec.object()+`
		from `+l.name+` where church_id = $1 and id = $2 for update`, a.ChurchID, id).Scan(&one.Asked, &held)
	if errors.Is(err, pgx.ErrNoRows) {
		return item{}, errNoItem
	}
	if err != nil {
		return item{}, fmt.Errorf("read one of a church's %s: %w", l.name, err)
	}
	one.ID, one.held = id, l.rec.read(held, &reading{place: placeOf(a)})
	return one, nil
}

func updateItem(ctx context.Context, tx pgx.Tx, a access.Admin, l list, id uuid.UUID, changed values) error {
	sets, arguments, _ := assignments(l.rec, changed, l.rec[0].table, []any{a.ChurchID, id})
	if len(sets) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, "update "+l.name+" set "+strings.Join(sets, ", ")+" where church_id = $1 and id = $2", arguments...); err != nil {
		return fmt.Errorf("change one of a church's %s: %w", l.name, err)
	}
	return nil
}

// errListFull is that a list has no place for more, errIDTaken that something else has an id already.
var (
	errListFull = errors.New("the list is full")
	errIDTaken  = errors.New("the id is that of something else")
)

// insertItem stores a new item under an id. One that is there already as it is to be was added by the same request, whose answer was
// lost: then nothing is added.
func insertItem(ctx context.Context, tx pgx.Tx, a access.Admin, l list, id uuid.UUID, held values) (added bool, err error) {
	if err := lock(ctx, tx, a.ChurchID); err != nil { // so that no two count at the same time
		return false, err
	}
	if there, err := lockItem(ctx, tx, a, l, id); err == nil {
		if !maps.Equal(versionOf(l.rec, there.held), versionOf(l.rec, held)) {
			return false, errIDTaken
		}
		return false, nil
	} else if !errors.Is(err, errNoItem) {
		return false, err
	}
	var full bool
	if err := tx.QueryRow(ctx, "select count(*) >= $2 from "+l.name+" where church_id = $1 and "+before(l.listed), a.ChurchID, mostItems).Scan(&full); err != nil {
		return false, err
	}
	if full {
		return false, errListFull
	}
	columns, places, arguments := []string{"church_id", "id"}, []string{"$1", "$2"}, []any{a.ChurchID, id}
	rest := values{}
	for _, f := range l.rec {
		if f.set != "" {
			rest[f.name] = held[f.name]
			continue
		}
		arguments = append(arguments, f.kind.argument(held[f.name]))
		columns, places = append(columns, f.name), append(places, fmt.Sprintf("$%d", len(arguments)))
	}
	done, err := tx.Exec(ctx, "insert into "+l.name+" ("+strings.Join(columns, ", ")+") values ("+strings.Join(places, ", ")+") on conflict do nothing", arguments...)
	if err != nil {
		return false, fmt.Errorf("store one of a church's %s: %w", l.name, err)
	}
	if done.RowsAffected() == 0 { // it is another church's
		return false, errIDTaken
	}
	return true, updateItem(ctx, tx, a, l, id, rest)
}

// before is the condition of SQL that goes on with an order.
func before(listed string) string {
	condition, _, _ := strings.Cut(listed, " order by ")
	return condition
}

func deleteItem(ctx context.Context, tx pgx.Tx, a access.Admin, l list, id uuid.UUID) error {
	if _, err := tx.Exec(ctx, "delete from "+l.name+" where church_id = $1 and id = $2", a.ChurchID, id); err != nil {
		return fmt.Errorf("delete one of a church's %s: %w", l.name, err)
	}
	return nil
}
