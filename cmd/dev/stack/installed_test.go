package stack

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// fakePostgres makes a folder with programs that say they are PostgreSQL, and with the extensions of the given pgvector.
func fakePostgres(t *testing.T, version, vector string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "bin")
	share := filepath.Join(filepath.Dir(bin), "share")
	writeScript(t, filepath.Join(bin, "postgres"), "echo 'postgres (PostgreSQL) "+version+"'")
	writeScript(t, filepath.Join(bin, "initdb"), "exit 1")
	writeScript(t, filepath.Join(bin, "psql"), "exit 1")
	writeScript(t, filepath.Join(bin, "pg_config"), "echo "+share)
	if vector != "" {
		control := fmt.Sprintf("comment = 'vector data type'\ndefault_version = '%s'\nrelocatable = true\n", vector)
		writeFile(t, filepath.Join(share, "extension/vector.control"), control)
		writeFile(t, filepath.Join(share, "extension/btree_gin.control"), "")
	}
	return bin
}

func fakeRedis(t *testing.T, says string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "redis-server")
	writeScript(t, path, "echo '"+says+"'")
	return path
}

func writeScript(t *testing.T, path, line string) {
	t.Helper()
	writeFile(t, path, "#!/bin/sh\n"+line+"\n")
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestInstalledPrograms(t *testing.T) {
	type postgres struct{ version, vector string }
	const redis8 = "Redis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1"
	tests := []struct {
		name     string
		postgres []postgres
		redis    string
		want     int // the version of the PostgreSQL chosen, 0 for none
	}{
		{"a suitable pair is used", []postgres{{"17.2", "0.8.0"}}, redis8, 17},
		{"the newest PostgreSQL wins", []postgres{{"15.4", "0.8.0"}, {"18.1 (Ubuntu 18.1-1)", "0.8.1"}, {"16.0", "0.8.0"}}, redis8, 18},
		{"a newer PostgreSQL without pgvector is passed over", []postgres{{"16.3", "0.8.0"}, {"17.2", ""}}, redis8, 16},
		{"pgvector 1.0 is newer than 0.8", []postgres{{"17.2", "1.0"}}, redis8, 17},
		{"Debian 12's pgvector is too old", []postgres{{"15.18", "0.4.4"}}, redis8, 0},
		{"PostgreSQL 14 is too old", []postgres{{"14.9", "0.8.0"}}, redis8, 0},
		{"Redis 7 is too old", []postgres{{"17.2", "0.8.0"}}, "Redis server v=7.0.15 sha=00000000:0", 0},
		{"Valkey has no vector sets", []postgres{{"17.2", "0.8.0"}}, "Valkey server v=8.1.1 sha=00000000:0", 0},
		{"nothing installed", nil, redis8, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var bins []string
			for _, p := range test.postgres {
				bins = append(bins, fakePostgres(t, p.version, p.vector))
			}
			found, ok := installed(t.Context(), bins, fakeRedis(t, test.redis))
			if ok != (test.want != 0) || found.postgresMajor != test.want {
				t.Errorf("found %+v, %v; want version %d", found, ok, test.want)
			}
		})
	}
}

func TestNoRedisInstalled(t *testing.T) {
	if found, ok := installed(t.Context(), []string{fakePostgres(t, "17.2", "0.8.0")}, ""); ok {
		t.Errorf("found %+v without a Redis", found)
	}
}

func TestAdvice(t *testing.T) {
	tests := []struct{ name, goos, osRelease, want string }{
		{"a distribution of its own", "linux", "NAME=\"Fedora Linux\"\nID=fedora\nVERSION_ID=42\n", "fedora"},
		{"a distribution made from another", "linux", "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "ubuntu"},
		{"an unknown distribution", "linux", "ID=plan10\n", ""},
		{"no os-release", "linux", "", ""},
		{"macOS", "darwin", "", "darwin"},
		{"an unknown system", "plan9", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := adviceFor(test.goos, test.osRelease, serverHints); got != serverHints[test.want] {
				t.Errorf("got %q", got)
			}
		})
	}
}
