package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"narthex/cmd/dev/stack"
)

func TestClientsGetPasswordsThroughTheEnvironment(t *testing.T) {
	address, password, err := splitPassword("postgres://owner:secret@127.0.0.1:5432/narthex?sslmode=disable")
	if err != nil || address != "postgres://owner@127.0.0.1:5432/narthex?sslmode=disable" || password != "secret" {
		t.Errorf("psql: %q, %q, %v", address, password, err)
	}
	tests := []struct {
		name, url string
		want      []string
		password  string
	}{
		{"a password alone", "redis://:secret@127.0.0.1:6379/0", []string{"-u", "redis://127.0.0.1:6379/0"}, "secret"},
		{"a user with a password", "rediss://ann:secret@host:6379", []string{"-u", "rediss://host:6379", "--user", "ann"}, "secret"},
		{"neither", "redis://127.0.0.1:6379/1", []string{"-u", "redis://127.0.0.1:6379/1"}, ""},
		{"a cluster", "redis://a:1,redis://b:1", []string{"-u", "redis://a:1", "-c"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			args, password, err := redisCliArgs(test.url)
			if err != nil || !slices.Equal(args, test.want) || password != test.password {
				t.Errorf("%q, %q, %v", args, password, err)
			}
		})
	}
}

func TestEnvironmentLines(t *testing.T) {
	var out strings.Builder
	printServers(&out, stack.Servers{DatabaseURL: "a", DatabaseAdminURL: "b", RedisURL: "c"})
	if out.String() != "DATABASE_URL=a\nDATABASE_ADMIN_URL=b\nREDIS_URL=c\n" {
		t.Errorf("got %q", out.String())
	}
}

func TestResetAsks(t *testing.T) {
	for answer, want := range map[string]bool{"y\n": true, "Yes\n": true, "n\n": false, "\n": false, "": false, "yesterday\n": false} {
		if got := confirmed(strings.NewReader(answer), io.Discard, "/home"); got != want {
			t.Errorf("answer %q: %v", answer, got)
		}
	}
}
