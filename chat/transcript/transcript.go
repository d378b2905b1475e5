package transcript

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat"
	"narthex/chat/church"
)

// DrainLimit bounds how long Postgres may take for one batch.
const DrainLimit = 10 * time.Second

// Transcript is the record of conversations in Postgres.
type Transcript struct {
	pool *pgxpool.Pool
}

// NewTranscript returns the transcript kept in the pool's database, under the app's role.
func NewTranscript(pool *pgxpool.Pool) *Transcript { return &Transcript{pool: pool} }

// Store writes records of one church in one transaction. Storing a record again changes nothing, so a drain that died
// half-way is simply repeated; nor does storing one of a conversation that was forgotten. It returns how many were new.
func (t *Transcript) Store(ctx context.Context, churchID uuid.UUID, records []chat.Record) (stored int64, err error) {
	batch := &pgx.Batch{}
	// Several conversations are stored by one node at a time: rows that two nodes add at the same moment, each some of them first,
	// would have them wait for each other, and a table with two unique indexes refuses the second of two who add the same row.
	// What belongs to one conversation waits for no other, so that visitors do not queue while Redis is away.
	lock := `select pg_advisory_xact_lock_shared($1)`
	if slices.ContainsFunc(records, func(r chat.Record) bool { return r.SessionID != records[0].SessionID }) {
		lock = `select pg_advisory_xact_lock($1)`
	}
	batch.Queue(lock, StoringLock(churchID))
	queueConversations(batch, churchID, records)
	if err := queueMessages(batch, churchID, records); err != nil {
		return 0, err
	}
	err = church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		for range 2 { // the lock, the conversations
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		messages, err := results.Exec()
		stored = messages.RowsAffected()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("store %d messages: %w", len(records), err)
	}
	return stored, nil
}

// wasDeleted reports whether a church is gone because it was deleted: then its subscription is noted.
func (t *Transcript) wasDeleted(ctx context.Context, churchID uuid.UUID) (deleted bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, DrainLimit)
	defer cancel()
	err = church.InChurch(ctx, t.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select exists (select from deleted_subscriptions where church_id = $1) and not exists (select from churches where id = $1)`,
			churchID).Scan(&deleted)
	})
	if err != nil {
		return false, fmt.Errorf("look whether a church was deleted: %w", err)
	}
	return deleted, nil
}

// queueConversations begins conversations or brings them up to date.
func queueConversations(batch *pgx.Batch, churchID uuid.UUID, records []chat.Record) {
	columns := conversationsOf(records)
	batch.Queue(`
		insert into conversations (id, church_id, session_id, agent, language, created_at, last_message_at, flagged)
		select id, $1, session_id, agent, nullif(language, ''), created_at, last_message_at, flagged
		from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::boolean[])
			as c (id, session_id, agent, language, created_at, last_message_at, flagged)
		where not exists (select from forgotten_conversations f where f.church_id = $1 and f.conversation_id = c.id)
		on conflict (church_id, session_id) do update
		set agent           = excluded.agent,
		    language        = coalesce(excluded.language, conversations.language),
		    flagged         = conversations.flagged or excluded.flagged,
		    last_message_at = greatest(conversations.last_message_at, excluded.last_message_at)`,
		churchID, columns.ids, columns.sessions, columns.agents, columns.languages, columns.begun, columns.last, columns.flagged)
}

func queueMessages(batch *pgx.Batch, churchID uuid.UUID, records []chat.Record) error {
	var columns messageColumns
	for i := range records {
		if err := columns.add(&records[i]); err != nil {
			return err
		}
	}
	batch.Queue(`
		insert into messages (id, church_id, conversation_id, turn_id, client_message_id, role, content, agent, lens_id,
			tier, reason, outcome, error_code, similarity, sources, model, prompt_tokens, cached_tokens,
			completion_tokens, cost_micros, timings, trace, created_at)
		select id, $1, conversation_id, turn_id, client_message_id, role, content, agent, nullif(lens_id, 0),
			tier, nullif(reason, ''), nullif(outcome, ''), nullif(error_code, ''), similarity, sources::jsonb, nullif(model, ''),
			prompt_tokens, cached_tokens, completion_tokens, cost_micros, timings::jsonb, nullif(trace, '')::jsonb, created_at
		from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::int2[],
			$10::int2[], $11::text[], $12::text[], $13::text[], $14::float8[], $15::text[], $16::text[], $17::int4[], $18::int4[],
			$19::int4[], $20::int8[], $21::text[], $22::text[], $23::timestamptz[])
			as m (id, conversation_id, turn_id, client_message_id, role, content, agent, lens_id,
			tier, reason, outcome, error_code, similarity, sources, model, prompt_tokens, cached_tokens,
			completion_tokens, cost_micros, timings, trace, created_at)
		where not exists (select from forgotten_conversations f where f.church_id = $1 and f.conversation_id = m.conversation_id)
		on conflict do nothing`,
		churchID, columns.ids, columns.conversations, columns.turns, columns.clients, columns.roles, columns.contents,
		columns.agents, columns.lenses, columns.tiers, columns.reasons, columns.outcomes, columns.errorCodes,
		columns.similarities, columns.sources, columns.models, columns.promptTokens, columns.cachedTokens,
		columns.completionTokens, columns.costs, columns.timings, columns.traces, columns.times)
	return nil
}

// Recent returns the newest messages of a conversation, oldest first.
func (t *Transcript) Recent(ctx context.Context, churchID, sessionID uuid.UUID, limit int) ([]chat.Record, error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select id, turn_id, role, content, created_at
		from messages
		where conversation_id = $1 and church_id = $2
		order by created_at desc, role
		limit $3`, chat.ConversationID(churchID, sessionID), churchID, limit)
	var records []chat.Record
	err := church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		records, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (chat.Record, error) {
			var r chat.Record
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

// maxCrisisMessages is how many messages CrisisMessages gives.
const maxCrisisMessages = 50

// CrisisMessages returns what a visitor wrote in a conversation that the crisis gate answered, oldest first.
func (t *Transcript) CrisisMessages(ctx context.Context, churchID, sessionID uuid.UUID) (said []string, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select q.content
		from messages a
		join messages q on q.conversation_id = a.conversation_id and q.church_id = a.church_id and q.turn_id = a.turn_id and q.role = 'user'
		where a.conversation_id = $1 and a.church_id = $2 and a.role = 'assistant' and a.reason = $3
		order by q.created_at
		limit $4`, chat.ConversationID(churchID, sessionID), churchID, chat.ReasonCrisis, maxCrisisMessages)
	err = church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		said, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the messages that the crisis gate answered: %w", err)
	}
	return said, nil
}

// StoredTurn is what is stored of a turn.
type StoredTurn struct {
	Asked   time.Time    // zero when it was not
	Answer  *chat.Record // nil until it has ended; the error text of a failed one is not kept, and its language is the conversation's
	Watched bool         // a crisis was found in the conversation
}

// Turn returns what is stored of a session's turn.
func (t *Transcript) Turn(ctx context.Context, ref chat.TurnRef) (turn StoredTurn, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select m.role, m.content, m.agent, coalesce(c.language, ''), m.tier, coalesce(m.reason, ''), coalesce(m.outcome, ''), coalesce(m.error_code, ''),
			m.similarity, m.sources, coalesce((m.timings ->> 'total')::bigint, 0) / 1000, m.created_at, c.flagged
		from messages m
		join conversations c on c.church_id = m.church_id and c.id = m.conversation_id
		where m.turn_id = $1 and m.church_id = $2 and m.conversation_id = $3`, ref.Turn, ref.Church, chat.ConversationID(ref.Church, ref.Session))
	err = church.BatchInChurch(ctx, t.pool, ref.Church, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r chat.Record
			if err := rows.Scan(&r.Role, &r.Content, &r.Agent, &r.Language, &r.Tier, &r.Reason, &r.Outcome, &r.ErrorCode, &r.Similarity, &r.Sources, &r.Millis, &r.At, &turn.Watched); err != nil {
				return err
			}
			if r.Role == "assistant" {
				turn.Answer = &r
			} else {
				turn.Asked = r.At
			}
		}
		return rows.Err()
	})
	if err != nil {
		return StoredTurn{}, fmt.Errorf("read a turn: %w", err)
	}
	return turn, nil
}

// ChurchOf returns the church of a session's turn, uuid.Nil if there is no such turn.
func (t *Transcript) ChurchOf(ctx context.Context, ref chat.TurnRef) (churchID uuid.UUID, err error) {
	var found uuid.NullUUID
	if err := t.pool.QueryRow(ctx, `select church_of_turn($1, $2)`, ref.Turn, ref.Session).Scan(&found); err != nil {
		return uuid.Nil, fmt.Errorf("look for a turn's church: %w", err)
	}
	return found.UUID, nil
}
