package transcript

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/journal"
)

// Drain moves journaled records into Postgres in batches. A node drains at once what it has journaled itself, and what it
// is told that others left behind. Two nodes may drain the same church at the same moment: storing is idempotent.
//
// Records that could be journaled nowhere wait in memory, up to maxHeld, until Postgres takes them.
type Drain struct {
	redis      redis.UniversalClient
	active     *journal.ActiveChurches
	transcript *Transcript
	logger     *slog.Logger
	metrics    *drainMetrics
	// contest is called for turns of which a record may have been in Postgres before: another node may answer them.
	contest func(turn uuid.UUID)

	wake     chan struct{}
	mu       sync.Mutex
	dirty    map[uuid.UUID]bool
	draining map[uuid.UUID]bool // those of the round under way
	held     []chat.Record

	backlog atomic.Int64 // entries in Redis, of all churches and nodes, when they were last counted
}

const (
	drainEvery = 200 * time.Millisecond // how far Postgres may be behind
	drainRetry = 2 * time.Second        // after a failure
	drainBatch = 500                    // journal entries in one transaction
	// DrainLimit bounds how long Postgres may take for one batch.
	DrainLimit = 10 * time.Second
	maxHeld    = 10_000  // records kept in memory
	maxBacklog = 100_000 // journal entries from which on nothing is more urgent
)

// NewDrain returns a drain of the journal in the given Redis. contest hears of turns that another node may answer, too.
func NewDrain(client redis.UniversalClient, active *journal.ActiveChurches, transcript *Transcript, logger *slog.Logger, registerer prometheus.Registerer, contest func(uuid.UUID)) *Drain {
	return &Drain{
		redis: client, active: active, transcript: transcript, logger: logger, metrics: newDrainMetrics(registerer), contest: contest,
		wake: make(chan struct{}, 1), dirty: make(map[uuid.UUID]bool), draining: make(map[uuid.UUID]bool),
	}
}

// Note tells the drain that a church has records in the journal.
func (d *Drain) Note(churchID uuid.UUID) {
	d.mu.Lock()
	d.dirty[churchID] = true
	d.mu.Unlock()
	d.wakeUp()
}

// Dirty returns the churches that have records in the journal, as far as this node knows.
func (d *Drain) Dirty() map[uuid.UUID]bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	dirty := maps.Clone(d.draining)
	maps.Copy(dirty, d.dirty)
	return dirty
}

// Hold keeps a record in memory until Postgres takes it; false when there is no room.
func (d *Drain) Hold(r chat.Record) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.held) >= maxHeld {
		return false
	}
	d.held = append(d.held, r)
	d.metrics.held.Set(float64(len(d.held)))
	d.wakeUp()
	return true
}

// Run drains until the context ends, and then once more what is left.
func (d *Drain) Run(ctx context.Context) error {
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { d.countBacklog(ctx) })
	d.sweep(ctx)
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), DrainLimit)
			defer cancel()
			err := d.drainRest(last)
			if err != nil { // a connection that has died may be noticed by its use alone
				err = d.drainRest(last)
			}
			if left := len(d.held); left > 0 {
				d.logger.Error("messages are lost: neither Redis nor Postgres took them before the shutdown", "messages", left, "error", err)
			}
			return err
		case <-d.wake:
		}
		began := time.Now()
		left, err := d.drainAll(ctx)
		rest := drainEvery // lets records gather, so that many fit one transaction
		switch {
		case err != nil && ctx.Err() == nil:
			d.metrics.errors.Inc()
			d.logger.Error("messages are waiting to be stored in Postgres", "error", err)
			rest = drainRetry
		case left > 0 && d.backlog.Load() > maxBacklog:
			rest = 0
		case left > 0: // a burst: the answers to it come first, and half of one connection's time is for storing them
			rest = min(rest, time.Since(began))
		}
		select {
		case <-time.After(rest):
		case <-ctx.Done():
		}
	}
}

// drainRest drains until nothing is left, or something fails.
func (d *Drain) drainRest(ctx context.Context) error {
	for {
		left, err := d.drainAll(ctx)
		if left == 0 || err != nil {
			return err
		}
	}
}

// drainAll stores the held records and a batch of each church known to have any. What fails or is left stays for the next
// round: left is how many entries of theirs, and the error the first of them.
func (d *Drain) drainAll(ctx context.Context) (left int, first error) {
	d.mu.Lock()
	dirty, held := d.dirty, d.held
	d.dirty, d.draining, d.held = make(map[uuid.UUID]bool), dirty, nil
	d.mu.Unlock()

	byChurch := make(map[uuid.UUID][]chat.Record)
	for _, r := range held {
		byChurch[r.ChurchID] = append(byChurch[r.ChurchID], r)
	}
	for churchID, records := range byChurch {
		if err := d.store(ctx, churchID, records); err != nil {
			first = cmp.Or(first, err)
			d.mu.Lock()
			d.held = append(records, d.held...) // they have their place already, whatever came meanwhile
			d.mu.Unlock()
		}
	}
	for churchID := range dirty {
		more, err := d.drainChurch(ctx, churchID)
		first = cmp.Or(first, err)
		left += more
		if err != nil || more > 0 {
			d.mu.Lock()
			d.dirty[churchID] = true
			d.mu.Unlock()
		}
	}
	d.mu.Lock()
	d.draining = make(map[uuid.UUID]bool)
	again := len(d.dirty) > 0 || len(d.held) > 0
	d.metrics.held.Set(float64(len(d.held)))
	d.mu.Unlock()
	if again {
		d.wakeUp()
	}
	return left, first
}

func (d *Drain) wakeUp() {
	select {
	case d.wake <- struct{}{}:
	default: // it is awake already
	}
}

// drainedScript deletes the entries named, and the stream with its last: an idle church keeps no key. It gives how many are
// left. To delete all up to some id would be shorter, but ids go back when the clock does.
var drainedScript = redis.NewScript(`
	redis.call('XDEL', KEYS[1], unpack(ARGV))
	local left = redis.call('XLEN', KEYS[1])
	if left == 0 then
		redis.call('DEL', KEYS[1])
	end
	return left`)

// drainChurch moves one batch, so that a busy church does not keep the others waiting. It gives how many entries are left.
func (d *Drain) drainChurch(ctx context.Context, churchID uuid.UUID) (left int, err error) {
	entries, err := d.redis.XRangeN(ctx, journal.JournalKey(churchID), "-", "+", drainBatch).Result()
	if err != nil || len(entries) == 0 {
		return 0, err
	}
	records := make([]chat.Record, 0, 2*len(entries))
	ids := make([]any, 0, len(entries))
	var unreadable []map[string]any
	for _, entry := range entries {
		ids = append(ids, entry.ID)
		found, err := journal.RecordsOf(churchID, entry)
		if err != nil {
			unreadable = append(unreadable, entry.Values)
			continue
		}
		records = append(records, found...)
	}
	if len(unreadable) > 0 {
		if err := d.refuse(ctx, churchID, unreadable, errUnreadable); err != nil {
			return 0, err
		}
	}
	if err := d.store(ctx, churchID, records); err != nil {
		return 0, err
	}
	left, err = drainedScript.Run(ctx, d.redis, []string{journal.JournalKey(churchID)}, ids...).Int()
	if err != nil {
		return 0, err
	}
	d.metrics.drained.Add(float64(len(records)))
	return left, nil
}

// store writes records of a church. Of those that Postgres refuses for their own sake it finds the ones that are to blame, by halves,
// and sets them aside; the others are stored.
func (d *Drain) store(ctx context.Context, churchID uuid.UUID, records []chat.Record) error {
	if len(records) == 0 {
		return nil
	}
	stored, err := d.storeAtOnce(ctx, churchID, records)
	switch {
	case err == nil && stored < int64(len(records)):
		for i := range records {
			d.contest(records[i].TurnID)
		}
		return nil
	case !RefusedForGood(err):
		return err
	case len(records) == 1 || noChurch(err):
		return d.refuseRecords(ctx, churchID, records, err)
	}
	half := len(records) / 2
	return cmp.Or(d.store(ctx, churchID, records[:half]), d.store(ctx, churchID, records[half:]))
}

func (d *Drain) storeAtOnce(ctx context.Context, churchID uuid.UUID, records []chat.Record) (stored int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, DrainLimit)
	defer cancel()
	return d.transcript.Store(ctx, churchID, records)
}

// sweep finds journals that nobody drains any more, whatever has become of the list of active churches.
func (d *Drain) sweep(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, DrainLimit)
	defer cancel()
	scan := func(ctx context.Context, client redis.UniversalClient) error {
		keys := client.Scan(ctx, 0, "narthex:{*}:journal", 1000).Iterator()
		for keys.Next(ctx) {
			_, rest, _ := strings.Cut(keys.Val(), "{")
			id, _, _ := strings.Cut(rest, "}")
			if churchID, err := uuid.Parse(id); err == nil {
				d.Note(churchID)
			}
		}
		return keys.Err()
	}
	var err error
	if cluster, ok := d.redis.(*redis.ClusterClient); ok {
		err = cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return scan(ctx, node) })
	} else {
		err = scan(ctx, d.redis)
	}
	if err != nil && ctx.Err() == nil {
		d.logger.Warn("could not look for journals that dead nodes left behind", "error", err)
	}
}
