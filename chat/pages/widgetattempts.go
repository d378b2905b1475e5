package pages

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// attempts counts in memory which sites tried to show which church's chat, and passes the counts on from time to time:
// however often a site tries, that is one write every ten seconds.
type attempts struct {
	store  AttemptStore
	logger *slog.Logger

	mu    sync.Mutex
	kinds int // of church and origin
	noted map[uuid.UUID]map[string]int64
}

const (
	attemptsEvery = 10 * time.Second
	attemptsLimit = 5 * time.Second // for passing all of them on
	// maxAttemptKinds is how many pairs of church and site are told apart between two writes. More are not counted one by
	// one: who makes up so many is no site that an admin could do something about. The metric has them all.
	maxAttemptKinds = 1000
)

func newAttempts(store AttemptStore, logger *slog.Logger) *attempts {
	if logger == nil {
		logger = slog.Default()
	}
	return &attempts{store: store, logger: logger, noted: make(map[uuid.UUID]map[string]int64)}
}

// note counts one attempt. An origin that is none, because a program made it up, is not counted.
func (a *attempts) note(churchID uuid.UUID, origin string) {
	if parsed, err := church.ParseOrigin(origin); origin != "null" && (err != nil || parsed != origin) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(churchID, origin, 1)
}

func (a *attempts) add(churchID uuid.UUID, origin string, count int64) {
	of := a.noted[churchID]
	if _, known := of[origin]; !known {
		if a.kinds >= maxAttemptKinds {
			return
		}
		a.kinds++
	}
	if of == nil {
		of = make(map[string]int64)
		a.noted[churchID] = of
	}
	of[origin] += count
}

// run passes counts on until ctx ends, and the last ones then.
func (a *attempts) run(ctx context.Context) error {
	ticker := time.NewTicker(attemptsEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			a.flush(context.WithoutCancel(ctx))
			return nil
		case <-ticker.C:
			a.flush(ctx)
		}
	}
}

// flush passes on what has been counted. What cannot be is kept for the next time.
func (a *attempts) flush(ctx context.Context) {
	a.mu.Lock()
	noted := a.noted
	a.noted, a.kinds = make(map[uuid.UUID]map[string]int64), 0
	a.mu.Unlock()

	ctx, cancel := context.WithTimeout(ctx, attemptsLimit)
	defer cancel()
	for churchID, of := range noted {
		if err := a.store.Add(ctx, churchID, of); err != nil {
			a.logger.WarnContext(ctx, "sites that tried to show a chat are not counted yet", "church", churchID, "error", err)
			a.keep(churchID, of)
		}
	}
}

func (a *attempts) keep(churchID uuid.UUID, of map[string]int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for origin, count := range of {
		a.add(churchID, origin, count)
	}
}

// AttemptStore counts the sites that tried to show a church's chat; church.Widgets is one.
type AttemptStore interface {
	Add(ctx context.Context, churchID uuid.UUID, attempts map[string]int64) error
}
