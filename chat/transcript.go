package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// Transcript is the record of conversations in Postgres.
type Transcript struct {
	pool *pgxpool.Pool
}

// NewTranscript returns the transcript kept in the pool's database, under the app's role.
func NewTranscript(pool *pgxpool.Pool) *Transcript { return &Transcript{pool: pool} }

// Store writes records of one church in one transaction. Storing a record again changes nothing, so a drain that died
// half-way is simply repeated.
func (t *Transcript) Store(ctx context.Context, churchID uuid.UUID, records []Record) error {
	batch := &pgx.Batch{}
	for i := range records {
		if err := queueRecord(batch, &records[i]); err != nil {
			return err
		}
	}
	err := church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		for range batch.Len() {
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store %d messages: %w", len(records), err)
	}
	return nil
}

func queueRecord(batch *pgx.Batch, r *Record) error {
	conversation := conversationID(r.ChurchID, r.SessionID)
	batch.Queue(`
		insert into conversations (id, church_id, session_id, agent, language, created_at, last_message_at)
		values ($1, $2, $3, $4, nullif($5, ''), $6, $6)
		on conflict (church_id, session_id) do update
		set agent           = excluded.agent,
		    language        = coalesce(excluded.language, conversations.language),
		    last_message_at = greatest(conversations.last_message_at, excluded.last_message_at)`,
		conversation, r.ChurchID, r.SessionID, r.Agent, r.Language, r.At)

	sources, err := json.Marshal(append([]Source{}, r.Sources...))
	if err != nil {
		return fmt.Errorf("encode sources: %w", err)
	}
	timings := map[string]int64{}
	maps.Copy(timings, r.Timings) // never null
	usage := Usage{}
	if r.Usage != nil {
		usage = *r.Usage
	}
	batch.Queue(`
		insert into messages (id, church_id, conversation_id, turn_id, client_message_id, role, content, agent, lens_id,
			tier, reason, outcome, error_code, similarity, sources, model, prompt_tokens, cached_tokens,
			completion_tokens, timings, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, 0), $10, nullif($11, ''), nullif($12, ''), nullif($13, ''),
			$14, $15, nullif($16, ''), $17, $18, $19, $20, $21)
		on conflict do nothing`,
		r.ID, r.ChurchID, conversation, r.TurnID, uuid.NullUUID{UUID: r.ClientMessageID, Valid: r.ClientMessageID != uuid.Nil},
		r.Role, r.Content, r.Agent, r.LensID, r.Tier, r.Reason, r.Outcome, r.ErrorCode, r.Similarity, sources, r.Model,
		usage.PromptTokens, usage.CachedTokens, usage.CompletionTokens, timings, r.At)
	return nil
}

// Recent returns the newest messages of a conversation, oldest first.
func (t *Transcript) Recent(ctx context.Context, churchID, sessionID uuid.UUID, limit int) ([]Record, error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select id, turn_id, role, content, created_at
		from messages
		where conversation_id = $1 and church_id = $2
		order by created_at desc, role
		limit $3`, conversationID(churchID, sessionID), churchID, limit)
	var records []Record
	err := church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		records, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (Record, error) {
			var r Record
			err := row.Scan(&r.ID, &r.TurnID, &r.Role, &r.Content, &r.At)
			return r, err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read a conversation: %w", err)
	}
	slices.Reverse(records)
	return records, nil
}

// Turn returns what is stored of a session's turn: when its question was asked (zero when it was not), and its answer if
// that has ended. The error text of a failed answer is not kept.
func (t *Transcript) Turn(ctx context.Context, ref TurnRef) (asked time.Time, answer *Record, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select role, content, agent, tier, coalesce(reason, ''), coalesce(outcome, ''), coalesce(error_code, ''), similarity,
			sources, coalesce((timings ->> 'total')::bigint, 0) / 1000, created_at
		from messages
		where turn_id = $1 and church_id = $2 and conversation_id = $3`, ref.Turn, ref.Church, conversationID(ref.Church, ref.Session))
	err = church.BatchInChurch(ctx, t.pool, ref.Church, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r Record
			if err := rows.Scan(&r.Role, &r.Content, &r.Agent, &r.Tier, &r.Reason, &r.Outcome, &r.ErrorCode, &r.Similarity, &r.Sources, &r.Millis, &r.At); err != nil {
				return err
			}
			if r.Role == "assistant" {
				answer = &r
			} else {
				asked = r.At
			}
		}
		return rows.Err()
	})
	if err != nil {
		return time.Time{}, nil, fmt.Errorf("read a turn: %w", err)
	}
	return asked, answer, nil
}

// ChurchOf returns the church of a session's turn, uuid.Nil if there is no such turn.
func (t *Transcript) ChurchOf(ctx context.Context, ref TurnRef) (churchID uuid.UUID, err error) {
	var found uuid.NullUUID
	if err := t.pool.QueryRow(ctx, `select church_of_turn($1, $2)`, ref.Turn, ref.Session).Scan(&found); err != nil {
		return uuid.Nil, fmt.Errorf("look for a turn's church: %w", err)
	}
	return found.UUID, nil
}

// Rate keeps a visitor's opinion of an answer; an empty one takes back what was said before.
func (t *Transcript) Rate(ctx context.Context, ref TurnRef, value string) error {
	err := church.InChurch(ctx, t.pool, ref.Church, func(tx pgx.Tx) error {
		if value == "" {
			_, err := tx.Exec(ctx, `delete from message_feedback where turn_id = $1 and church_id = $2`, ref.Turn, ref.Church)
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into message_feedback (turn_id, church_id, conversation_id, value)
			values ($1, $2, $3, $4)
			on conflict (turn_id) do update set value = excluded.value, updated_at = now()`,
			ref.Turn, ref.Church, conversationID(ref.Church, ref.Session), value)
		return err
	})
	if err != nil {
		return fmt.Errorf("store a visitor's opinion: %w", err)
	}
	return nil
}

// recentTimeout bounds the look at a conversation's past; the turn goes on without it.
const recentTimeout = 500 * time.Millisecond
