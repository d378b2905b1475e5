package chat

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// taken is a turn whose owner is gone.
type taken struct {
	ref   TurnRef
	seed  []byte
	times int    // it was taken over, this one included
	given bool   // its owner gave it away in good order: the log is whole
	log   []byte // as far as it got
	// unread is how many more events the journal had that cannot be read.
	unread int
}

// Take makes this node the owner of a turn whose lease has lapsed. It gives false when there is nothing to take. While
// Redis was not well for as long as a lease lasts, only turns are taken that were given away.
func (j *Journal) Take(ctx context.Context, churchID, turn uuid.UUID) (taken, bool, error) {
	key := turnKey(churchID, turn)
	keys := []string{key, key + ":events", runningKey(churchID)}
	var reply []any
	err := j.try(ctx, func(ctx context.Context) (err error) {
		reply, err = takeScript.Run(ctx, j.redis, keys, j.node, leaseTime.Milliseconds(), turn.String(), j.steady()).Slice()
		return err
	})
	if err != nil {
		return taken{}, false, fmt.Errorf("take a turn over: %w", err)
	}
	if len(reply) < 4 {
		return taken{}, false, nil
	}
	text := func(i int) string { s, _ := reply[i].(string); return s }
	times, _ := reply[2].(int64)
	given, _ := reply[3].(int64)
	t := taken{ref: TurnRef{Turn: turn, Church: churchID}, seed: []byte(text(1)), times: int(times), given: given == 1}
	if t.ref.Session, err = uuid.Parse(text(0)); err != nil {
		return taken{}, false, fmt.Errorf("take a turn over: %w", err)
	}
	if t.log, err = linesAfter(reply[4:], 0); err != nil {
		t.given = false
		t.unread = lastEntry(reply[4:]) - countLines(t.log)
	}
	return t, true, nil
}

// Untake takes back that a turn was taken over, because nothing came of it.
func (j *Journal) Untake(ctx context.Context, ref TurnRef) error {
	return j.try(ctx, func(ctx context.Context) error {
		return untakeScript.Run(ctx, j.redis, []string{turnKey(ref.Church, ref.Turn)}, j.node).Err()
	})
}

// Give gives a turn away: any node may take it at once.
func (j *Journal) Give(ctx context.Context, ref TurnRef) (bool, error) {
	var given bool
	err := j.try(ctx, func(ctx context.Context) (err error) {
		given, err = giveScript.Run(ctx, j.redis, []string{turnKey(ref.Church, ref.Turn), runningKey(ref.Church)}, j.node, ref.Turn.String()).Bool()
		return err
	})
	return given, err
}

// Lapsed returns turns of a church that nobody is at work on, and whether any are running or waiting to be stored.
func (j *Journal) Lapsed(ctx context.Context, churchID uuid.UUID) (turns []uuid.UUID, busy bool, err error) {
	var reply []string
	err = j.try(ctx, func(ctx context.Context) (err error) {
		reply, err = lapsedScript.Run(ctx, j.redis, []string{runningKey(churchID), journalKey(churchID)}, maxTaken).StringSlice()
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("look for lapsed turns: %w", err)
	}
	for _, id := range reply[1:] {
		if turn, err := uuid.Parse(id); err == nil {
			turns = append(turns, turn)
		}
	}
	return turns, reply[0] != "0", nil
}

// maxTaken bounds how many turns of a church are taken over at a time.
const maxTaken = 200
