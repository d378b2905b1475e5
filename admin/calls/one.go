package calls

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// mostLines is how many of a call are shown, the first.
const mostLines = 1000

// Line is something that was said.
type Line struct {
	Speaker string // caller, keys or assistant
	Said    string
	Heard   *string // of that, where the caller spoke into it
	SaidAt  time.Time
	Unsaid  bool // an answer that nothing says was spoken: a node died over it
}

// read reads a call that the admin sees, with what was said, the earliest first. What was asked and answered of turns whose lines were
// not written, because a node died, is there from the conversation. It fails with errGone.
func (s store) read(ctx context.Context, a access.Admin, id uuid.UUID) (found Call, lines []Line, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if found, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		if !found.Transcribed {
			return nil
		}
		rows, err := tx.Query(ctx, `
			select speaker, said, heard, said_at, unsaid from (
				select l.speaker, l.said, l.heard, l.said_at, false as unsaid, l.id
				from call_lines l where l.church_id = $1 and l.call_id = $2
				union all
				select case m.role when 'user' then 'caller' else 'assistant' end, m.content, null, m.created_at, m.role = 'assistant', m.id
				from messages m where m.church_id = $1 and m.conversation_id = $2 and not exists (
					select from call_lines l where l.church_id = $1 and l.call_id = $2 and l.turn_id = m.turn_id and (l.speaker = 'assistant') = (m.role = 'assistant'))
			) said order by said_at, unsaid, id limit $3`, a.ChurchID, id, mostLines)
		if err != nil {
			return err
		}
		lines, err = pgx.CollectRows(rows, pgx.RowToStructByName[Line])
		return err
	})
	if err != nil && !errors.Is(err, errGone) {
		err = fmt.Errorf("read a call: %w", err)
	}
	return found, lines, err
}

// find reads a call without what was said. It fails with errGone.
func find(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID) (Call, error) {
	rows, err := tx.Query(ctx, "select "+columns+" from calls c where "+visible+" and c.id = $5", append(rights(a), id)...)
	if err != nil {
		return Call{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Call])
	if errors.Is(err, pgx.ErrNoRows) {
		return Call{}, errGone
	}
	return found, err
}

// remove deletes a call that the admin sees, with its conversation. It is noted first, so that a deletion that fails can be repeated.
// It fails with errGone.
func (s store) remove(ctx context.Context, a access.Admin, id uuid.UUID, forget Forget) error {
	var found Call
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) (err error) {
		if found, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "call.deleted", nil)
	})
	if errors.Is(err, errGone) {
		return err
	}
	if err == nil {
		err = forget(ctx, a.ChurchID, found.SessionID)
	}
	if err != nil {
		return fmt.Errorf("delete a call: %w", err)
	}
	return nil
}
