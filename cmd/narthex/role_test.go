package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

func TestServeRefusesARoleThatSeesAllChurches(t *testing.T) {
	for name, test := range map[string]struct {
		prepare string // as the owner; %s is a role of the test's own
		want    string
		admin   bool
	}{
		"the owner, who is a superuser here": {want: "is a superuser", admin: true},
		"a role with BYPASSRLS":              {prepare: "alter role %s bypassrls", want: "has BYPASSRLS"},
		"the owner of one table":             {prepare: "alter table premium_churches owner to %s", want: "owns the tables"},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.New(t)
			url := db.AdminURL
			if !test.admin {
				url = anotherRole(t, db, test.prepare)
			}
			command := &serveCommand{databaseConfig: databaseConfig{url}, redisConfig: redisConfig{stack.NeedRedisDB(t)}}
			s, err := newServer(t.Context(), command, slog.New(slog.DiscardHandler))
			if err == nil {
				s.release()
			}
			if !errors.Is(err, errUnsafeRole) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it was said: %v", err)
			}
		})
	}
}

// anotherRole is the address of a database as a role like the app's, made otherwise by a statement.
func anotherRole(t *testing.T, db *pgtest.DB, prepare string) string {
	t.Helper()
	role := "narthex_unsafe_" + strings.ToLower(rand.Text())
	for _, statement := range []string{
		"create role " + role + " login password 'unsafe' in role narthex_app", strings.ReplaceAll(prepare, "%s", role),
	} {
		if _, err := db.Admin.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, statement := range []string{"reassign owned by " + role + " to current_user", "drop owned by " + role, "drop role " + role} {
			if _, err := db.Admin.Exec(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
	})
	address, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(role, "unsafe")
	return address.String()
}
