package transcript

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/journal"
)

// StoringLock is the advisory lock that storing a church's messages shares, and that forgetting one of its conversations
// has alone: a message that is just being stored would not be seen, and stay.
func StoringLock(churchID uuid.UUID) int64 {
	const salt = 0x666f72676574 // other locks are made of church ids, too
	return int64(binary.BigEndian.Uint64(churchID[:8]) ^ binary.BigEndian.Uint64(churchID[8:]) ^ salt)
}

// Forgotten is what other stores have of a conversation that was forgotten.
type Forgotten struct {
	Turns []uuid.UUID          // that Redis may remember, those that earlier tries to forget it found included
	Asked []cache.QuestionHash // every question that was asked in it, likewise
	rows  int64                // that were deleted
}

// Nothing reports whether nothing was known of it, now or when it was forgotten before.
func (f *Forgotten) Nothing() bool { return f.rows == 0 && len(f.Turns)+len(f.Asked) == 0 }

// Extent is how much of the call that a conversation may be goes with it: the statement that deletes that.
type Extent string

// The extents.
const (
	Everything  Extent = `delete from calls where church_id = $1 and id = $2`           // lines go with it
	WhatWasSaid Extent = `delete from call_lines where church_id = $1 and call_id = $2` // that there was a call stays
)

// Forget deletes a conversation with its messages, opinions and what its visitor was asked to confirm, and sees to it that none are
// stored any more. waiting are records of it that may not be in Postgres yet. The turns and hashes of all questions stay with the mark,
// so that whoever has to try again knows what Redis may hold.
func (t *Transcript) Forget(ctx context.Context, churchID, sessionID uuid.UUID, waiting []chat.Record, of Extent) (forgotten Forgotten, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), DrainLimit)
	defer cancel()
	err = church.InChurch(ctx, t.pool, churchID, func(tx pgx.Tx) error {
		forgotten = Forgotten{Turns: make([]uuid.UUID, 0, len(waiting))} // Postgres takes no nil for an array
		for i := range waiting {
			forgotten.Turns = append(forgotten.Turns, waiting[i].TurnID)
			if waiting[i].Role == "user" {
				forgotten.Asked = append(forgotten.Asked, cache.HashQuestion(waiting[i].Content))
			}
		}
		return forgotten.delete(ctx, tx, churchID, sessionID, of)
	})
	if err != nil {
		return Forgotten{}, fmt.Errorf("forget a conversation: %w", err)
	}
	return forgotten, nil
}

// delete reads what is to be known of a conversation, and deletes it.
func (f *Forgotten) delete(ctx context.Context, tx pgx.Tx, churchID, sessionID uuid.UUID, of Extent) error {
	conversation := chat.ConversationID(churchID, sessionID)
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, StoringLock(churchID)); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `select distinct content from messages where church_id = $1 and conversation_id = $2 and role = 'user'`, churchID, conversation)
	if err != nil {
		return err
	}
	var question string
	_, err = pgx.ForEachRow(rows, []any{&question}, func() error {
		f.Asked = append(f.Asked, cache.HashQuestion(question))
		return nil
	})
	if err != nil {
		return err
	}
	rows, err = tx.Query(ctx, `
		select distinct turn_id from messages
		where church_id = $1 and conversation_id = $2 and created_at > now() - $3::interval`, churchID, conversation, journal.AnsweredTTL+time.Hour)
	if err != nil {
		return err
	}
	if f.Turns, err = pgx.AppendRows(f.Turns, rows, pgx.RowTo[uuid.UUID]); err != nil {
		return err
	}
	if err := f.mark(ctx, tx, churchID, conversation); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from confirmations where church_id = $1 and session_id = $2`, churchID, sessionID); err != nil {
		return err
	}
	for _, statement := range []string{
		`delete from message_feedback where church_id = $1 and conversation_id = $2`,
		string(of),
		`delete from conversations where church_id = $1 and id = $2`, // messages go with it
	} {
		deleted, err := tx.Exec(ctx, statement, churchID, conversation)
		if err != nil {
			return err
		}
		f.rows += deleted.RowsAffected()
	}
	return nil
}

// mark marks a conversation as forgotten, adds what earlier tries knew of it, and removes old marks.
func (f *Forgotten) mark(ctx context.Context, tx pgx.Tx, churchID, conversation uuid.UUID) error {
	const keepOut = `delete from forgotten_conversations where church_id = $1 and forgotten_at < now() - $2::interval`
	if _, err := tx.Exec(ctx, keepOut, churchID, journal.ForgottenFor); err != nil {
		return err
	}
	asked := make([][]byte, 0, len(f.Asked))
	for _, question := range f.Asked {
		asked = append(asked, question[:])
	}
	err := tx.QueryRow(ctx, `
		insert into forgotten_conversations as f (conversation_id, church_id, asked, turns) values ($1, $2, $3, $4)
		on conflict (conversation_id) do update
		set asked = (select coalesce(array_agg(distinct question), '{}') from unnest(f.asked || excluded.asked) as question),
		    turns = (select coalesce(array_agg(distinct turn), '{}') from unnest(f.turns || excluded.turns) as turn)
		returning asked, turns`, conversation, churchID, asked, f.Turns).Scan(&asked, &f.Turns)
	if err != nil {
		return err
	}
	f.Asked = f.Asked[:0:0]
	for _, question := range asked {
		f.Asked = append(f.Asked, cache.QuestionHash(question))
	}
	return nil
}

// AreForgotten returns which of some sessions' conversations were forgotten.
func (t *Transcript) AreForgotten(ctx context.Context, churchID uuid.UUID, sessions []uuid.UUID) (forgotten []uuid.UUID, err error) {
	conversations, byID := make([]uuid.UUID, len(sessions)), make(map[uuid.UUID]uuid.UUID, len(sessions))
	for i, session := range sessions {
		conversations[i] = chat.ConversationID(churchID, session)
		byID[conversations[i]] = session
	}
	err = church.InChurch(ctx, t.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `select conversation_id from forgotten_conversations where church_id = $1 and conversation_id = any ($2)`, churchID, conversations)
		if err != nil {
			return err
		}
		var id uuid.UUID
		_, err = pgx.ForEachRow(rows, []any{&id}, func() error { forgotten = append(forgotten, byID[id]); return nil })
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for forgotten conversations: %w", err)
	}
	return forgotten, nil
}
