package church_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/cmd/dev/stack"
)

// throughOutage returns a pool that reaches the database of that address over a network that the test can take away.
func throughOutage(t testing.TB, dsn string) (*pgxpool.Pool, *stack.Outage) {
	t.Helper()
	address, network := stack.NewOutage(t, dsn)
	pool, err := pgxpool.New(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { network.Cut(); pool.Close() }) // cut first: what hangs in silence would hold up Close
	return pool, network
}
