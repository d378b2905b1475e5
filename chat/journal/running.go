package journal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

// maxRunningSeen bounds how many running turns of one church are looked through.
const maxRunningSeen = 200

// Running returns the newest running turn of the session, uuid.Nil if there is none. A church has few turns running at a
// time, so looking through them is cheaper than an index that every turn would have to keep.
func (j *Journal) Running(ctx context.Context, ref chat.TurnRef) (uuid.UUID, error) {
	var turns []string
	err := j.try(ctx, runningKey(ref.Church), func(ctx context.Context) (err error) {
		turns, err = j.redis.ZRevRange(ctx, runningKey(ref.Church), 0, maxRunningSeen-1).Result()
		return err
	})
	if err != nil || len(turns) == 0 {
		return uuid.Nil, err
	}
	sessions := make([]*redis.StringCmd, len(turns))
	err = j.try(ctx, runningKey(ref.Church), func(ctx context.Context) error {
		_, err := j.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			for i, turn := range turns {
				sessions[i] = pipe.HGet(ctx, key(ref.Church, "turn:"+turn), "session")
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
