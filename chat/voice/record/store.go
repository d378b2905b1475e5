package record

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/transcript"
)

// Store keeps calls.
type Store struct {
	pool     *pgxpool.Pool
	logger   *slog.Logger
	failures prometheus.Counter
	lost     prometheus.Counter
	took     prometheus.Histogram
	over     chan struct{} // has something when a call is over that is to be settled
}

// NewStore returns a store.
func NewStore(pool *pgxpool.Pool, logger *slog.Logger, registerer prometheus.Registerer) *Store {
	s := &Store{pool: pool, logger: logger, over: make(chan struct{}, 1),
		failures: prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_record_failures_total", Help: "Times that something of a call could not be written; it is tried again."}),
		lost:     prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_record_lost_total", Help: "Calls of which something could not be written at all."}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "narthex_voice_record_seconds", Help: "How long it took to write what was new of a call.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .5, 1, 5}}),
	}
	if registerer != nil {
		registerer.MustRegister(s.failures, s.lost, s.took)
	}
	return s
}

func (s *Store) failed(ctx context.Context, call Call, err error) {
	s.failures.Inc()
	s.logger.WarnContext(ctx, "a call could not be written down, and is tried again", "church", call.Church, "call", call.Provider, "error", err)
}

func (s *Store) gave(call Call, lines int) {
	s.lost.Inc()
	s.logger.Error("a call is not written down whole", "church", call.Church, "call", call.Provider, "lines", lines)
}

// Begin writes that a call begins, with the first of what is said in it.
func (s *Store) Begin(ctx context.Context, c Call, first Line) error {
	return s.write(ctx, c, []Line{first})
}

// write stores a call as it is now, with lines of it. Doing it again changes nothing. What a church or a visitor has had forgotten
// stays so, and an older socket does not end what a newer one goes on with. What was said to be over goes on with a newer socket alone: the
// service may say so before the last of this one is written.
func (s *Store) write(ctx context.Context, c Call, lines []Line) error {
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	began := time.Now()
	id := chat.ConversationID(c.Church, c.Session)
	batch := &pgx.Batch{}
	batch.Queue(`select pg_advisory_xact_lock_shared($1)`, transcript.StoringLock(c.Church))
	batch.Queue(`
		insert into calls (id, church_id, session_id, provider_id, called, caller, language, flagged, sockets, outcome, began_at, last_at, ended_at, over, transcribed)
		select $2, $1, $3, $4, $5, nullif($6, ''), $7, $8, $9, nullif($10, ''), $11, now(), case when $10 <> '' then $12::timestamptz end, $13, $14
		where not exists (select from forgotten_conversations f where f.church_id = $1 and f.conversation_id = $2)
		on conflict (id) do update
		set language = case when excluded.sockets >= calls.sockets then excluded.language else calls.language end,
		    flagged  = calls.flagged or excluded.flagged,
		    outcome  = case when excluded.sockets >= calls.sockets then excluded.outcome else calls.outcome end,
		    ended_at = case when excluded.sockets >= calls.sockets then excluded.ended_at else calls.ended_at end,
		    over     = case when excluded.sockets > calls.sockets then excluded.over else calls.over or excluded.over and excluded.sockets = calls.sockets end,
		    sockets  = greatest(calls.sockets, excluded.sockets),
		    last_at  = now()`,
		c.Church, id, c.Session, c.Provider, c.Called, c.Caller, c.Language, c.Flagged, c.Sockets, c.Outcome, c.Began, c.Ended, c.Over, !c.Unkept)
	if len(lines) > 0 {
		queueLines(batch, c.Church, id, lines)
	}
	err := church.BatchInChurch(ctx, s.pool, c.Church, batch, func(results pgx.BatchResults) error {
		for range batch.Len() {
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("write a call: %w", err)
	}
	s.took.Observe(time.Since(began).Seconds())
	return nil
}

func queueLines(batch *pgx.Batch, churchID, call uuid.UUID, lines []Line) {
	var ids []uuid.UUID
	var turns []*uuid.UUID
	var speakers, said []string
	var heard []*string
	var times []time.Time
	for _, line := range lines {
		ids, speakers, said, heard, times = append(ids, line.ID), append(speakers, string(line.Speaker)), append(said, church.Storable(line.Said)), append(heard, storable(line.Heard)), append(times, line.At)
		turn := &line.Turn
		if line.Turn == uuid.Nil {
			turn = nil
		}
		turns = append(turns, turn)
	}
	batch.Queue(`
		insert into call_lines (id, church_id, call_id, speaker, said, heard, turn_id, said_at)
		select id, $1, $2, speaker, said, heard, turn_id, said_at
		from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::timestamptz[]) as l (id, speaker, said, heard, turn_id, said_at)
		where exists (select from calls c where c.church_id = $1 and c.id = $2)
		on conflict (id) do update set said = excluded.said, heard = coalesce(excluded.heard, call_lines.heard), turn_id = coalesce(excluded.turn_id, call_lines.turn_id)`,
		churchID, call, ids, speakers, said, heard, turns, times)
}

// storable is church.Storable of what is known of what was heard: the telephone service sends it as it likes.
func storable(heard *string) *string {
	if heard == nil {
		return nil
	}
	kept := church.Storable(*heard)
	return &kept
}

// Add writes a line of a call in a transaction that is confined to its church, where the call is kept. Doing it again changes nothing.
func Add(ctx context.Context, tx pgx.Tx, churchID, session uuid.UUID, line Line) error {
	_, err := tx.Exec(ctx, `
		insert into call_lines (id, church_id, call_id, speaker, said, said_at)
		select $3, $1, c.id, $4, $5, $6 from calls c where c.church_id = $1 and c.session_id = $2
		on conflict (id) do nothing`, churchID, session, line.ID, line.Speaker, church.Storable(line.Said), line.At)
	if err != nil {
		return fmt.Errorf("write a line of a call: %w", err)
	}
	return nil
}

// End says that a call does not go on, of which its node may not have said so.
func (s *Store) End(ctx context.Context, churchID, session uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			update calls set over = true, outcome = coalesce(outcome, 'hung_up'), ended_at = coalesce(ended_at, now())
			where church_id = $1 and session_id = $2 and not settled`, churchID, session)
		return err
	})
	if err != nil {
		return fmt.Errorf("end a call: %w", err)
	}
	s.ended()
	return nil
}

// ended has a call settled that is over.
func (s *Store) ended() {
	select {
	case s.over <- struct{}{}:
	default: // somebody has said so
	}
}
