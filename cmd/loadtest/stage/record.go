package stage

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

// Recorded is what Postgres has of turns.
type Recorded struct {
	Missing int // without the question, or without the answer
	Doubled int // with more than one of either
}

// recordedLimit is how long what Redis has taken may need to get into Postgres.
const recordedLimit = time.Minute

// Recorded waits until all of the turns are recorded, or it has taken too long.
func (s *Stage) Recorded(ctx context.Context, turns []string) (found Recorded, err error) {
	conn, err := pgx.Connect(ctx, s.database.adminURL)
	if err != nil {
		return found, fmt.Errorf("look at the record: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for until := time.Now().Add(recordedLimit); ; {
		err := conn.QueryRow(ctx, `
			select count(*) filter (where asked = 0 or answered = 0), count(*) filter (where asked > 1 or answered > 1)
			from (
				select count(m.id) filter (where m.role = 'user') as asked, count(m.id) filter (where m.role = 'assistant') as answered
				from unnest($1::uuid[]) as turn (id) left join messages m on m.turn_id = turn.id
				group by turn.id
			) as counted`, turns).Scan(&found.Missing, &found.Doubled)
		if err != nil {
			return found, fmt.Errorf("look at the record: %w", err)
		}
		if found.Missing == 0 || time.Now().After(until) || ctx.Err() != nil {
			return found, ctx.Err()
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// RedisBytes is how much memory the keys of our Redis database take.
func (s *Stage) RedisBytes(ctx context.Context) (sum int64, err error) {
	client, err := openRedis(s.redis.url)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	const page = 1000
	for cursor := uint64(0); ; {
		keys, next, err := client.Scan(ctx, cursor, "*", page).Result()
		if err != nil {
			return 0, fmt.Errorf("count what Redis keeps: %w", err)
		}
		sizes := make([]*redis.IntCmd, len(keys))
		_, err = client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			for i, key := range keys {
				sizes[i] = pipe.MemoryUsage(ctx, key, 0)
			}
			return nil
		})
		if err != nil && err != redis.Nil { // a key may be gone since
			return 0, fmt.Errorf("count what Redis keeps: %w", err)
		}
		for _, size := range sizes {
			sum += size.Val()
		}
		if cursor = next; cursor == 0 {
			return sum, nil
		}
	}
}
