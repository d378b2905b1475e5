package journal

import (
	"testing"

	"github.com/redis/go-redis/v9"

	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/stack"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// newClient opens an empty Redis database.
func newClient(t testing.TB) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(stack.NeedRedisDB(t))
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client
}
