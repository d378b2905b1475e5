package stack

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// takenKey counts the databases given to tests, in database 0, which no test writes to otherwise.
const takenKey = "narthex:test:databases-taken"

const redisDBTimeout = 10 * time.Second

// NeedRedisDB returns the address of an empty Redis database that no other test uses. What runs in the background of one
// server, and looks at all keys there are, then meets nothing of another's.
func NeedRedisDB(t testing.TB) string {
	t.Helper()
	address, err := url.Parse(Need(t).RedisURL)
	if err != nil {
		t.Fatalf("the address of Redis: %v", err)
	}
	number, err := takeRedisDB(*address)
	if err != nil {
		t.Fatalf("a Redis database for the test: %v", err)
	}
	address.Path = "/" + strconv.FormatInt(number, 10)
	if err := flushRedisDB(address.String()); err != nil {
		t.Fatalf("a Redis database for the test: %v", err)
	}
	t.Cleanup(func() {
		if err := flushRedisDB(address.String()); err != nil {
			t.Errorf("empty Redis database %d: %v", number, err)
		}
	})
	return address.String()
}

// takeRedisDB counts through the server's databases but the first, from the start again after the last: by then the test
// that had it has ended.
func takeRedisDB(address url.URL) (number int64, err error) {
	address.Path = "/0"
	err = withRedis(address.String(), func(ctx context.Context, client *redis.Client) error {
		configured, err := client.ConfigGet(ctx, "databases").Result()
		if err != nil {
			return err
		}
		databases, err := strconv.ParseInt(configured["databases"], 10, 64)
		if err != nil || databases < 2 {
			return fmt.Errorf("the server has %s databases, and tests need at least 2", configured["databases"])
		}
		taken, err := client.Incr(ctx, takenKey).Result()
		number = 1 + taken%(databases-1)
		return err
	})
	return number, err
}

func flushRedisDB(address string) error {
	return withRedis(address, func(ctx context.Context, client *redis.Client) error { return client.FlushDB(ctx).Err() })
}

func withRedis(address string, do func(context.Context, *redis.Client) error) error {
	options, err := redis.ParseURL(address)
	if err != nil {
		return err
	}
	client := redis.NewClient(options)
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), redisDBTimeout)
	defer cancel()
	return do(ctx, client)
}
