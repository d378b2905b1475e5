package pages

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// attempts counts in memory which sites showed which church's chat, or tried to and may not, and passes the counts on from time to
// time: however often a site tries, that is one write every ten seconds, and one an hour for a site that may.
type attempts struct {
	store  AttemptStore
	logger *slog.Logger

	mu    sync.Mutex
	kinds int                 // of church and site
	shown map[shown]time.Time // when it was last noted
	noted map[uuid.UUID]map[church.Site]int64
}

// shown is a church's chat on a site's pages.
type shown struct {
	church uuid.UUID
	origin string
}

const (
	attemptsEvery = 10 * time.Second
	attemptsLimit = 5 * time.Second // for passing all of them on
	shownEvery    = time.Hour       // how often it is noted that a site shows the chat
	maxShown      = 10_000          // sites for which that is known; with more, all are noted anew
	// maxAttemptKinds is how many pairs of church and site are told apart between two writes. More are not counted one by
	// one: who makes up so many is no site that an admin could do something about. The metric has them all.
	maxAttemptKinds = 1000
)

func newAttempts(store AttemptStore, logger *slog.Logger) *attempts {
	if logger == nil {
		logger = slog.Default()
	}
	return &attempts{store: store, logger: logger, noted: make(map[uuid.UUID]map[church.Site]int64), shown: make(map[shown]time.Time)}
}

// noteShown notes that a site that may shows the chat, once an hour.
func (a *attempts) noteShown(churchID uuid.UUID, origin string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now, one := time.Now(), shown{churchID, origin}
	if at, known := a.shown[one]; known && now.Sub(at) < shownEvery {
		return
	}
	if len(a.shown) >= maxShown {
		clear(a.shown)
	}
	a.shown[one] = now
	a.add(churchID, church.Site{Origin: origin, Allowed: true}, 1)
}

// note counts one attempt of a site that may not. An origin that is none, because a program made it up, is not counted.
func (a *attempts) note(churchID uuid.UUID, origin string) {
	if parsed, err := church.ParseOrigin(origin); origin != "null" && (err != nil || parsed != origin) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(churchID, church.Site{Origin: origin}, 1)
}

func (a *attempts) add(churchID uuid.UUID, site church.Site, count int64) {
	of := a.noted[churchID]
	if _, known := of[site]; !known {
		if a.kinds >= maxAttemptKinds {
			return
		}
		a.kinds++
	}
	if of == nil {
		of = make(map[church.Site]int64)
		a.noted[churchID] = of
	}
	of[site] += count
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
	a.noted, a.kinds = make(map[uuid.UUID]map[church.Site]int64), 0
	a.mu.Unlock()

	ctx, cancel := context.WithTimeout(ctx, attemptsLimit)
	defer cancel()
	for churchID, of := range noted {
		if err := a.store.Add(ctx, churchID, of); err != nil {
			a.logger.WarnContext(ctx, "sites that showed a chat, or tried to, are not counted yet", "church", churchID, "error", err)
			a.keep(churchID, of)
		}
	}
}

func (a *attempts) keep(churchID uuid.UUID, of map[church.Site]int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for site, count := range of {
		a.add(churchID, site, count)
	}
}

// AttemptStore counts the sites that showed a church's chat, or tried to; church.Widgets is one.
type AttemptStore interface {
	Add(ctx context.Context, churchID uuid.UUID, attempts map[church.Site]int64) error
}
