package pgtest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/cmd/dev/stack"
)

// Contents are what several tests of one process begin with and what takes longer to make than to copy.
type Contents struct {
	// Fill gives them to an empty database, and leaves no connection to it open.
	Fill func(t testing.TB, db *DB)

	mu       sync.Mutex
	template string // the database that has them; "" before a test has made it
	adminURL string // of its server
}

// New returns a database with the contents, which the first test makes.
func (c *Contents) New(t testing.TB) *DB {
	t.Helper()
	template := c.ensure(t)
	return open(t, func(context.Context, *pgx.Conn, string) (string, error) { return template, nil })
}

// ensure makes the template in a database of the test's own, and takes it from the test when it is whole: renamed, it is not dropped
// with it.
func (c *Contents) ensure(t testing.TB) string {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.template != "" {
		return c.template
	}
	db := NewEmpty(t)
	c.Fill(t, db)
	db.Pool.Close()
	db.Admin.Close()
	name, adminURL := "narthex_test_contents_"+uuid.NewString(), stack.Need(t).DatabaseAdminURL
	rename := fmt.Sprintf("alter database %s rename to %s", pgx.Identifier{db.name}.Sanitize(), pgx.Identifier{name}.Sanitize())
	if err := execute(adminURL, rename); err != nil {
		t.Fatal(err)
	}
	c.template, c.adminURL = name, adminURL
	return name
}

// Drop drops the template, if there is one: after the last test, in TestMain.
func (c *Contents) Drop() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.template == "" {
		return nil
	}
	return drop(c.adminURL, c.template)
}
