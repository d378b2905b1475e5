package journal

import (
	"context"

	"github.com/google/uuid"
)

// Watched reports whether a crisis was found in a conversation.
func (j *Journal) Watched(ctx context.Context, churchID, session uuid.UUID) (watched bool, err error) {
	err = j.try(ctx, crisisKey(churchID, session), func(ctx context.Context) error {
		found, err := j.redis.Exists(ctx, crisisKey(churchID, session)).Result()
		watched = found > 0
		return err
	})
	return watched, err
}

// Watch has a conversation watched from now on.
func (j *Journal) Watch(ctx context.Context, churchID, session uuid.UUID) error {
	return j.try(ctx, crisisKey(churchID, session), func(ctx context.Context) error {
		return j.redis.Set(ctx, crisisKey(churchID, session), "1", AnsweredTTL).Err()
	})
}
