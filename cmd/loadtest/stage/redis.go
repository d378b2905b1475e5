package stage

import (
	"context"
	"fmt"
	"strconv"

	"github.com/redis/go-redis/v9"
)

// redisDB is a Redis database of our own.
type redisDB struct{ url string }

// takenKey counts the databases that tests have taken (stack.NeedRedisDB). Whoever counts on gets a number that no test
// empties until as many others were taken as there are.
const takenKey = "narthex:test:databases-taken"

func takeRedisDB(ctx context.Context, address string) (redisDB, error) {
	number, err := nextRedisDB(ctx, address)
	if err != nil {
		return redisDB{}, fmt.Errorf("take a Redis database: %w", err)
	}
	taken := redisDB{}
	if taken.url, err = withPath(address, strconv.FormatInt(number, 10)); err != nil {
		return redisDB{}, err
	}
	return taken, taken.release(ctx)
}

func nextRedisDB(ctx context.Context, address string) (int64, error) {
	client, err := openRedis(address)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	configured, err := client.ConfigGet(ctx, "databases").Result()
	if err != nil {
		return 0, err
	}
	databases, err := strconv.ParseInt(configured["databases"], 10, 64)
	if err != nil || databases < 2 {
		return 0, fmt.Errorf("the server has %s databases, and one of our own is needed", configured["databases"])
	}
	taken, err := client.Incr(ctx, takenKey).Result()
	return 1 + taken%(databases-1), err
}

// release empties the database.
func (r redisDB) release(ctx context.Context) error {
	if r.url == "" {
		return nil
	}
	client, err := openRedis(r.url)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.FlushDB(ctx).Err(); err != nil {
		return fmt.Errorf("empty the Redis database: %w", err)
	}
	return nil
}

func openRedis(address string) (*redis.Client, error) {
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, fmt.Errorf("read the address of Redis: %w", err)
	}
	return redis.NewClient(options), nil
}
