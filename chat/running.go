package chat

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Running finds a turn of the session that is being answered, on whichever node, for clients that know their session and
// nothing else. ref.Turn is not looked at. Without a church only this node's turns are found, and none while Redis is down.
func (s *Service) Running(ctx context.Context, ref TurnRef) (turn uuid.UUID, ok bool) {
	if turn, ok := s.hub.ofSession(ref); ok {
		return turn, true
	}
	if ref.Church == uuid.Nil {
		return uuid.Nil, false
	}
	turn, err := s.journal.Running(ctx, ref)
	if err != nil {
		s.logger.WarnContext(ctx, "a session's running turn could not be looked for", "church", ref.Church, "error", err)
	}
	return turn, turn != uuid.Nil
}

// ofSession returns a turn of the session that runs here.
func (h *hub) ofSession(ref TurnRef) (uuid.UUID, bool) {
	for _, r := range h.all() {
		if r.ref.Session == ref.Session && (ref.Church == uuid.Nil || r.ref.Church == ref.Church) && r.running() {
			return r.ref.Turn, true
		}
	}
	return uuid.Nil, false
}

func (r *run) running() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.ended && r.gone == nil
}

// maxRunningSeen bounds how many running turns of one church are looked through.
const maxRunningSeen = 200

// Running returns the newest running turn of the session, uuid.Nil if there is none. A church has few turns running at a
// time, so looking through them is cheaper than an index that every turn would have to keep.
func (j *Journal) Running(ctx context.Context, ref TurnRef) (uuid.UUID, error) {
	var turns []string
	err := j.try(ctx, func(ctx context.Context) (err error) {
		turns, err = j.redis.ZRevRange(ctx, runningKey(ref.Church), 0, maxRunningSeen-1).Result()
		return err
	})
	if err != nil || len(turns) == 0 {
		return uuid.Nil, err
	}
	sessions := make([]*redis.StringCmd, len(turns))
	err = j.try(ctx, func(ctx context.Context) error {
		_, err := j.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			for i, turn := range turns {
				sessions[i] = pipe.HGet(ctx, "narthex:{"+ref.Church.String()+"}:turn:"+turn, "session")
			}
			return nil
		})
		return err // also for a turn that Redis forgot meanwhile, which is no failure
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for a session's running turn: %w", err)
	}
	for i, session := range sessions {
		if session.Val() == ref.Session.String() {
			return uuid.Parse(turns[i])
		}
	}
	return uuid.Nil, nil
}
