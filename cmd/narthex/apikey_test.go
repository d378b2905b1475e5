package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/cmd/dev/nodes"
	"narthex/migrations/pgtest"
)

func TestAPIKeysAreMadeListedAndRevoked(t *testing.T) {
	db := pgtest.New(t)
	if _, err := db.Admin.Exec(t.Context(), `insert into churches (id, slug, name, timezone) values ($1, 'grace', 'Grace', 'UTC')`, uuid.New()); err != nil {
		t.Fatal(err)
	}
	path := nodes.Build(t)
	run := func(args ...string) (out, said string, err error) {
		cmd := exec.CommandContext(t.Context(), path, append([]string{"apikey"}, args...)...)
		cmd.Env = append(os.Environ(), "DATABASE_URL="+db.URL)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err = cmd.Run()
		return stdout.String(), stderr.String(), err
	}
	key, said, err := run("create", "--church", "grace", "--name", "web site")
	key = strings.TrimSpace(key)
	if err != nil || !strings.HasPrefix(key, "nx_") || strings.ContainsAny(key, " \n") || strings.Contains(said, key) {
		t.Fatalf("create: %q, %q, %v", key, said, err)
	}
	listed, _, err := run("list", "--church", "grace")
	if err != nil || strings.Contains(listed, key) || !strings.Contains(listed, key[:9]) || !strings.Contains(listed, "web site") {
		t.Errorf("list: %s, %v", listed, err)
	}
	id := strings.Fields(strings.Split(listed, "\n")[1])[0]
	if _, said, err := run("revoke", "--church", "grace", id); err != nil {
		t.Errorf("revoke: %s, %v", said, err)
	}
	if _, said, err := run("revoke", "--church", "grace", id); err == nil || !strings.Contains(said, "unknown or revoked") {
		t.Errorf("revoked twice: %s, %v", said, err)
	}
	if _, said, err := run("create", "--church", "nowhere", "--name", "x"); err == nil || !strings.Contains(said, `"nowhere"`) {
		t.Errorf("a church that there is not: %s, %v", said, err)
	}
}
