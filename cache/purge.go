package cache

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	purgeBatch   = 100 // sources a script handles at once, which bounds how long Redis serves nobody else
	scanBatch    = 1000
	purgeTimeout = 5 * time.Second // of one batch; nobody waits for it but the job that purges
)

// PurgeSources removes exactly the answers of a church that were made from any of the sources, and returns how many.
//
// A turn that read a source before it changed may store its answer after the purge. Neither clocks nor version numbers are
// compared to find out: the purge leaves a mark on each source, and while the mark exists (Config.Quarantine, longer than
// any turn) no answer made from the source is stored. Both happen in scripts, which Redis runs one after the other: either
// the answer is there when the purge looks, or the mark is there when the answer comes. The price is that answers from a
// source that was just edited are made anew for some minutes.
//
// Call it after the change is committed, and again if it fails: a purge that did not happen leaves old answers.
func (a *Answers) PurgeSources(ctx context.Context, churchID uuid.UUID, sources []uuid.UUID) (purged int, err error) {
	k := keysOf(churchID)
	for batch := range slices.Chunk(sources, purgeBatch) {
		args := []any{a.config.Quarantine.Milliseconds()}
		for _, source := range batch {
			args = append(args, name(source))
		}
		n, err := a.purge(ctx, k, args)
		if err != nil {
			return purged, fmt.Errorf("purge answers by their sources: %w", err)
		}
		purged += n
		a.metrics.purged.Add(float64(n))
	}
	return purged, nil
}

func (a *Answers) purge(ctx context.Context, k keys, args []any) (int, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, purgeTimeout, errDeadline)
	defer cancel()
	return purgeScript.Run(ctx, a.client, []string{k.sources(), k.purged(), k.answer(), k.answerBefore()}, args...).Int()
}

// PurgedThrough gives the version up to which answers made from a church's retracted knowledge are purged: what was last given to
// [Answers.NotePurged], 0 for nothing. A turn waits for either no longer than for a look-up, and not at all for a Redis that is left alone.
func (a *Answers) PurgedThrough(ctx context.Context, churchID uuid.UUID) (version int64, err error) {
	k := keysOf(churchID)
	err = a.masters.Do(ctx, k.church, func(ctx context.Context) (err error) {
		version, err = a.client.Get(ctx, k.purgedThrough()).Int64()
		return err
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return 0, fmt.Errorf("ask how far a church's answers are purged: %w", err)
	}
	return version, nil
}

// NotePurged keeps for all nodes up to which version a church's answers are purged.
func (a *Answers) NotePurged(ctx context.Context, churchID uuid.UUID, version int64) error {
	k := keysOf(churchID)
	err := a.masters.Do(ctx, k.church, func(ctx context.Context) error {
		return a.client.Set(ctx, k.purgedThrough(), version, 0).Err()
	})
	if err != nil {
		return fmt.Errorf("note how far a church's answers are purged: %w", err)
	}
	return nil
}

// DropChurch removes everything this package caches for a church, and keeps turns that are still running from storing
// anything for as long as Config.Quarantine. Rate limits stay; they expire within a minute.
//
// It scans the church's node instead of keeping a register of its keys: dropping a church is rare, storing is not.
func (a *Answers) DropChurch(ctx context.Context, churchID uuid.UUID) error {
	k := keysOf(churchID)
	if err := a.drop(ctx, k); err != nil {
		return fmt.Errorf("drop the cache of a church: %w", err)
	}
	return nil
}

func (a *Answers) drop(ctx context.Context, k keys) error {
	if err := a.client.Set(ctx, k.dropped(), "1", a.config.Quarantine).Err(); err != nil {
		return err
	}
	node := redis.Cmdable(a.client)
	if cluster, ok := a.client.(*redis.ClusterClient); ok {
		master, err := cluster.MasterForKey(ctx, k.dropped())
		if err != nil {
			return err
		}
		node = master
	}
	for cursor := uint64(0); ; {
		found, next, err := node.Scan(ctx, cursor, k.all(), scanBatch).Result()
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(key string) bool { return key == k.dropped() })
		if len(found) > 0 {
			if err := node.Unlink(ctx, found...).Err(); err != nil {
				return err
			}
		}
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}
