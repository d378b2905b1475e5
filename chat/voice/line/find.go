package line

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/voice/number"
)

// Line is a number that a church is called at.
type Line struct {
	Number string // E.164
	Church *church.Snapshot
}

// Finder finds lines.
type Finder struct {
	pool     *pgxpool.Pool
	churches *church.Store
	registry Registry
	logger   *slog.Logger
	now      func() time.Time
	unknown  prometheus.Counter
	refused  prometheus.Counter
	recalled prometheus.Counter

	mu         sync.Mutex
	remembered map[string]assignment // of numbers that were called here, for when the database cannot be asked
}

// assignment is the church that a number was assigned to when the database told last.
type assignment struct {
	church uuid.UUID
	told   time.Time
}

// recalledFor is how long an assignment is relied upon that the database does not tell again.
const recalledFor = 24 * time.Hour

// NewFinder returns a finder over a registry and what churches have been assigned.
func NewFinder(pool *pgxpool.Pool, churches *church.Store, registry Registry, logger *slog.Logger, registerer prometheus.Registerer) *Finder {
	f := &Finder{pool: pool, churches: churches, registry: registry, logger: logger, now: time.Now, remembered: make(map[string]assignment),
		unknown:  prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_unknown_numbers_total", Help: "Calls and questions for numbers that belong to no church."}),
		refused:  prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_closed_lines_total", Help: "Calls and questions for numbers of churches whose calls are not answered."}),
		recalled: prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_recalled_numbers_total", Help: "Calls and questions for numbers whose church was known from before, as the database did not tell it."}),
	}
	if registerer != nil {
		registerer.MustRegister(f.unknown, f.refused, f.recalled)
	}
	return f
}

// Find gives the line of a called number, for a caller whose number may be unknown. The error is a Problem: ErrNumber, ErrUnknown, ErrClosed (with the line, whose church may be
// named to the caller) or ErrUnavailable.
func (f *Finder) Find(ctx context.Context, called, caller string) (*Line, error) {
	called, err := number.E164(called, "")
	if err != nil {
		f.unknown.Inc()
		return nil, ErrNumber.Because(err)
	}
	snapshot, err := f.church(ctx, called)
	switch {
	case errors.Is(err, church.ErrNotFound):
		f.unknown.Inc()
		return nil, ErrUnknown
	case errors.Is(err, church.ErrNotSubscribed):
		f.refused.Inc()
		return nil, ErrClosed
	case err != nil:
		return nil, ErrUnavailable.Because(err)
	}
	found := &Line{Number: called, Church: snapshot}
	if !Answered(snapshot, caller) {
		f.refused.Inc()
		return found, ErrClosed
	}
	return found, nil
}

// How long the database is asked for the church of a number: for one that is remembered, and for any other.
const (
	askedAnew  = time.Second
	askedFirst = 5 * time.Second // the telephone service gives up after 15
)

// church is the church of a number: the registry's, else the one that the number is assigned to.
func (f *Finder) church(ctx context.Context, called string) (*church.Snapshot, error) {
	if slug, fixed := f.registry[called]; fixed {
		return f.churches.BySlug(ctx, slug)
	}
	f.mu.Lock()
	known, ok := f.remembered[called]
	f.mu.Unlock()
	ok = ok && f.now().Sub(known.told) < recalledFor
	limit := askedFirst
	if ok {
		limit = askedAnew
	}
	id, err := f.assigned(ctx, called, limit)
	switch {
	case err != nil && ok && !errors.Is(err, church.ErrNotFound) && ctx.Err() == nil:
		return f.recall(ctx, called, known, err)
	case err != nil:
		return nil, err
	}
	return f.churches.ByID(ctx, id)
}

// assigned is the church that a number is assigned to, as the database has it.
func (f *Finder) assigned(ctx context.Context, called string, limit time.Duration) (uuid.UUID, error) {
	asked, done := context.WithTimeout(ctx, limit)
	defer done()
	var id *uuid.UUID
	if err := f.pool.QueryRow(asked, `select church_of_phone_number($1)`, called).Scan(&id); err != nil {
		return uuid.Nil, fmt.Errorf("look up a called number: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if id == nil {
		delete(f.remembered, called)
		return uuid.Nil, church.ErrNotFound
	}
	f.remembered[called] = assignment{*id, f.now()}
	return *id, nil
}

// recall is the church that a number was assigned to when the database told last, as long as the church has that number: a change of it
// is announced to every node, and then nobody may be answered for the church that had it before.
func (f *Finder) recall(ctx context.Context, called string, known assignment, why error) (*church.Snapshot, error) {
	snapshot, err := f.churches.ByID(ctx, known.church)
	switch {
	case err != nil:
		return nil, err
	case !LeadsBack(snapshot, called, ""):
		return nil, why
	}
	f.recalled.Inc()
	f.logger.WarnContext(ctx, "the church of a called number is known from before", "church", known.church, "called", called, "told", known.told, "error", why)
	return snapshot, nil
}

// Answered reports whether a church's calls are answered: its plan has the telephone, it is paid, and its line is in service, or is
// being tried by this caller (E.164). Whether it also has the chat switched on does not matter.
func Answered(c *church.Snapshot, caller string) bool {
	return c.Plan.HasVoice() && c.Subscribed() && (c.Voice.Status == church.VoiceActive || Trial(c, caller))
}

// Trial reports whether a call is the one that a line is tried with before it is in service.
func Trial(c *church.Snapshot, caller string) bool {
	return c.Voice.Status == church.VoicePending && caller != "" && caller == c.Voice.TrialCaller
}
