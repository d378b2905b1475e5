package line

import (
	"context"
	"errors"
	"fmt"
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
	unknown  prometheus.Counter
	refused  prometheus.Counter

	mu         sync.Mutex
	remembered map[string]uuid.UUID // the churches of numbers that were called here, for when the database cannot be asked
}

// NewFinder returns a finder over a registry and what churches have been assigned.
func NewFinder(pool *pgxpool.Pool, churches *church.Store, registry Registry, registerer prometheus.Registerer) *Finder {
	f := &Finder{pool: pool, churches: churches, registry: registry, remembered: make(map[string]uuid.UUID),
		unknown: prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_unknown_numbers_total", Help: "Calls and questions for numbers that belong to no church."}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_closed_lines_total", Help: "Calls and questions for numbers of churches whose calls are not answered."}),
	}
	if registerer != nil {
		registerer.MustRegister(f.unknown, f.refused)
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
	id, err := f.assigned(ctx, called)
	if err != nil {
		return nil, err
	}
	return f.churches.ByID(ctx, id)
}

// assigned is the church that a number is assigned to, as the database has it, or as it had it last where it does not answer.
func (f *Finder) assigned(ctx context.Context, called string) (uuid.UUID, error) {
	f.mu.Lock()
	known, ok := f.remembered[called]
	f.mu.Unlock()
	limit := askedFirst
	if ok {
		limit = askedAnew
	}
	asked, done := context.WithTimeout(ctx, limit)
	defer done()
	var id *uuid.UUID
	err := f.pool.QueryRow(asked, `select church_of_phone_number($1)`, called).Scan(&id)
	switch {
	case err != nil && ok && ctx.Err() == nil:
		return known, nil
	case err != nil:
		return uuid.Nil, fmt.Errorf("look up a called number: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if id == nil {
		delete(f.remembered, called)
		return uuid.Nil, church.ErrNotFound
	}
	f.remembered[called] = *id
	return *id, nil
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
