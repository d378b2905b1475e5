package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
)

// spoolOf is where a server on a database has its reports of crises, without a folder of its own configured.
func spoolOf(t *testing.T, db *pgtest.DB) string {
	t.Helper()
	s := &server{config: &serveCommand{}, pool: db.Pool, logger: slog.New(slog.DiscardHandler)}
	dir, err := s.openSpool(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestOnlyNodesOnOneDatabaseShareASpoolThatIsNotConfigured(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	production, staging := pgtest.New(t), pgtest.New(t)
	first, second, beside := spoolOf(t, production), spoolOf(t, production), spoolOf(t, staging)
	if first != second || first == beside {
		t.Errorf("two nodes have %s and %s, one on another database %s", first, second, beside)
	}
	configured := &server{config: &serveCommand{safetyConfig: safetyConfig{SpoolDir: "/of/ours"}}}
	if dir, err := configured.openSpool(t.Context()); dir != "/of/ours" || err != nil {
		t.Errorf("instead of the one configured it is %q, %v", dir, err)
	}
}

func TestReportsOfEarlierBuildsAreTakenOverWhereTheirChurchIsKnown(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	db, common, ours, theirs := pgtest.New(t), "", uuid.New(), uuid.New()
	if _, err := db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, 'ours', 'Ours')`, ours); err != nil {
		t.Fatal(err)
	}
	common, _ = commonSpool()
	for name, content := range map[string]string{
		"ours.json": `{"ChurchID":"` + ours.String() + `","Message":"m"}`, "theirs.json": `{"ChurchID":"` + theirs.String() + `"}`,
		"unknown/ours.json": `{"ChurchID":"` + ours.String() + `"}`, "damaged.json": `{"Chur`, "ours.unusable": `{"ChurchID":"` + ours.String() + `"}`,
	} {
		path := filepath.Join(common, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing to take
		own := spoolOf(t, db)
		if found := filesBelow(t, own); !slices.Equal(found, []string{"ours.json", "ours.unusable", "unknown/ours.json"}) {
			t.Errorf("taken over were %q", found)
		}
		left := slices.DeleteFunc(filesBelow(t, common), func(name string) bool { return strings.HasPrefix(name, filepath.Base(own)) })
		if !slices.Equal(left, []string{"damaged.json", "theirs.json"}) {
			t.Errorf("left were %q", left)
		}
	}
}

// filesBelow are the files in a folder and those below it, in order.
func filesBelow(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, strings.TrimPrefix(path, folder+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func TestASpoolThatTheMachineDoesNotKeepIsWarnedOf(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", "")
	command := &serveCommand{}
	if found := command.unsafe(); len(found) != 0 {
		t.Errorf("with a HOME it is warned of %q", found)
	}
	t.Setenv("HOME", "")
	t.Setenv("TMPDIR", "/some/where")
	if found := command.unsafe(); len(found) != 1 || !strings.Contains(found[0], "NARTHEX_SPOOL_DIR") || !strings.Contains(found[0], "/some/where/narthex/spool") {
		t.Errorf("without one it is warned of %q", found)
	}
	command.SpoolDir = "/of/ours"
	if found := command.unsafe(); len(found) != 0 {
		t.Errorf("with a folder of its own it is warned of %q", found)
	}
}
