package church

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	channel     = "narthex_church"
	slugChannel = "narthex_slug" // of slugs that churches were given
	// everything is the announcement of a change to reference data.
	everything = "*"

	connectTimeout = 2 * time.Second
	// A connection whose other end has vanished without a word looks like one on which nothing is announced. Asking after
	// heartbeatEvery of silence tells them apart.
	heartbeatEvery   = 2 * time.Second
	heartbeatTimeout = 2 * time.Second

	firstBackoff = 20 * time.Millisecond
	maxBackoff   = time.Second
)

// Listening reports whether the store hears of changes as they happen.
func (s *Store) Listening() bool { return s.listening.Load() }

// Run listens for announced changes until ctx ends, on a connection of its own beside the pool's, and reconnects when it
// is lost. It returns nil when ctx ends; only one Run may be under way.
//
// After each connect everything cached counts as outdated, since announcements may have been missed. While there is no
// connection, or it is silent where it should not be, it stays, but counts as fresh for a second only.
func (s *Store) Run(ctx context.Context) error {
	backoff, said := firstBackoff, false
	for {
		heard, err := s.listen(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if heard {
			backoff, said = firstBackoff, false
		}
		unheard := errors.Is(err, errUnheard)
		if heard || unheard && !said {
			s.config.Logger.WarnContext(ctx, "announcements of changes no longer heard", "err", err)
		}
		said = said || unheard
		if _, answered := errors.AsType[*pgconn.PgError](err); !answered && !unheard {
			s.lost(ctx, err)
		}
		if unheard {
			backoff = unheardPause
		}
		// Half to all of it, so that the nodes do not return all at once.
		pause := time.NewTimer(backoff/2 + rand.N(backoff/2))
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return nil
		}
		backoff = min(2*backoff, maxBackoff)
	}
}

// listen hears announcements until the connection fails. heard is false when it never came to listening.
func (s *Store) listen(ctx context.Context) (heard bool, err error) {
	conn, err := s.connect(ctx)
	if err != nil {
		return false, err
	}
	defer func() {
		s.listening.Store(false)
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		_ = conn.Close(closing) // it is being given up
	}()
	if err := s.prove(ctx, conn); err != nil {
		return false, err
	}
	// In this order: what is loaded from here on sees every change that was committed before the database began to
	// announce to us, and later ones are announced.
	s.allChanged(invalidatedReconnect)
	s.retryAt.Store(0)
	s.listening.Store(true)
	s.config.Logger.InfoContext(ctx, "announcements of changes heard")
	for proved := time.Now(); ; {
		if time.Since(proved) > proofEvery {
			if err := s.prove(ctx, conn); err != nil {
				return true, err
			}
			proved = time.Now()
		}
		announcement, err := next(ctx, conn)
		if err != nil {
			return true, err
		}
		if announcement != nil {
			s.announced(ctx, announcement)
		}
	}
}

func (s *Store) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	pool := s.pool.Config()
	config := pool.ConnConfig
	if pool.BeforeConnect != nil {
		if err := pool.BeforeConnect(ctx, config); err != nil {
			return nil, fmt.Errorf("prepare to connect: %w", err)
		}
	}
	config.RuntimeParams["application_name"] = "narthex church listener"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect to hear announcements: %w", err)
	}
	if _, err := conn.Exec(ctx, "listen "+channel+"; listen "+slugChannel+"; listen "+proofChannel); err != nil {
		_ = conn.Close(ctx)
		return nil, fmt.Errorf("listen: %w", err)
	}
	return conn, nil
}

// next waits for an announcement. It returns nil without an error when there was none for a while and the other end is
// still there.
func next(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	silence, cancel := context.WithTimeout(ctx, heartbeatEvery)
	defer cancel()
	announcement, err := conn.WaitForNotification(silence)
	if err == nil {
		return announcement, nil
	}
	if ctx.Err() != nil || silence.Err() == nil || conn.IsClosed() {
		return nil, fmt.Errorf("wait for announcements: %w", err)
	}
	ping, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	if err := conn.Ping(ping); err != nil {
		return nil, fmt.Errorf("wait for announcements: no sign of life: %w", err)
	}
	return nil, nil
}

func (s *Store) announced(ctx context.Context, announcement *pgconn.Notification) {
	payload := announcement.Payload
	switch announcement.Channel {
	case slugChannel:
		s.named(payload)
		return
	case proofChannel: // another node's
		return
	}
	if payload == everything {
		s.allChanged(invalidatedReference)
		return
	}
	id, err := uuid.Parse(payload)
	if err != nil {
		s.config.Logger.WarnContext(ctx, "announcement not understood, taken to concern every church", "payload", payload)
		s.allChanged(invalidatedReference)
		return
	}
	s.changed(id)
}

// changed is called when the church was announced to have changed.
func (s *Store) changed(id uuid.UUID) {
	s.metrics.invalidations.WithLabelValues(invalidatedChurch).Inc()
	s.loads.overtake(id, func() {
		if e := s.peek(id); e != nil {
			e.outdated.Store(true)
		}
		s.absent.Drop(id)
	})
	s.heard.Add(1)
}

// named is called when a church was announced to have the slug from now on.
func (s *Store) named(slug string) {
	s.lookups.overtake(slug, func() { s.unknownSlugs.Drop(slug) })
}

// allChanged is called when anything may have changed. What is cached stays, to be served should the database go away
// before it is loaded again.
func (s *Store) allChanged(kind string) {
	s.metrics.invalidations.WithLabelValues(kind).Inc()
	s.loads.overtakeAll(func() { s.generation.Add(1) })
	s.lookups.overtakeAll(func() { s.unknown.Add(1) })
	s.heard.Add(1)
}

// maxAged is how many churches may wait to be looked after. Who finds no room leaves that to the next who asks for the church.
const maxAged = 256

// freshness says whether an entry may be served, and whether it is to be looked after nevertheless.
func (s *Store) freshness(e *entry) (fresh, aged bool) {
	if e.outdated.Load() || e.generation != s.generation.Load() {
		return false, false
	}
	now := time.Now()
	age := now.Sub(e.loadedAt)
	if !s.listening.Load() {
		return age < min(unheardFor, s.config.MaxAge), false
	}
	return now.Before(e.until), age >= s.config.MaxAge
}

// knownFor is how long something is taken for known that is known for so long where announcements are heard.
func (s *Store) knownFor(age time.Duration) time.Duration {
	if s.listening.Load() {
		return age
	}
	return min(unheardFor, age)
}

// lookAfterSoon has a church that has aged loaded again, while it is served as it is.
func (s *Store) lookAfterSoon(id uuid.UUID, e *entry) {
	if !e.waits.CompareAndSwap(false, true) {
		return
	}
	select {
	case s.aged <- id:
	default:
		e.waits.Store(false)
	}
}

// LookAfter loads again, one after another, churches that have aged, until ctx ends. It returns nil then.
func (s *Store) LookAfter(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case id := <-s.aged:
			if e := s.peek(id); e != nil {
				_, _ = s.refresh(ctx, id, e) // if it fails, who asks next has it tried again
				e.waits.Store(false)
			}
		}
	}
}
