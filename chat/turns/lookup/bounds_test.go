package lookup

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A panic in the look-up that probes whether Postgres answers again must not keep all others from it for good.
func TestAPanicWhileProbingKeepsNobodyFromPostgres(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBounds(10 * time.Millisecond)
		silent := func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		}
		const most = 100
		for n := 0; ; n++ {
			if _, err := read(t.Context(), b, silent); errors.Is(err, errUnasked) {
				break
			}
			if n == most {
				t.Fatal("a silent Postgres is asked for ever")
			}
		}
		const longerThanThePause = 2 * time.Second
		time.Sleep(longerThanThePause)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("Postgres is not probed")
				}
			}()
			_, _ = read(t.Context(), b, func(context.Context) (int, error) { panic("a fault of ours") })
		}()
		time.Sleep(longerThanThePause)
		if found, err := read(t.Context(), b, func(context.Context) (int, error) { return 7, nil }); found != 7 || err != nil {
			t.Errorf("%d, %v", found, err)
		}
	})
}
