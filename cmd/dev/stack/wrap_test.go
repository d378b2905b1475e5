package stack

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Root's servers run as another user, who must be able to run what root unpacked. Not parallel: the umask is the process's.
func TestWhatIsUnpackedIsForEverybodyWhateverTheUmask(t *testing.T) {
	root := t.TempDir()
	defer syscall.Umask(syscall.Umask(0o077))
	if err := makeMergedRoot(root); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(root, "usr/bin/redis-server")
	if err := os.WriteFile(program, []byte("\x7fELF and so on"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := wrap(program, []string{"/lib/ld.so"}, root, root); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"usr", "usr/bin", "usr/lib64", "usr/bin/redis-server"} {
		wantMode(t, filepath.Join(root, path))
	}
}

func TestProgramsOfAnEarlierUmaskAreOpened(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"usr/lib/postgresql/17/bin/initdb", "usr/bin/redis-server", "usr/bin/redis-cli", "usr/bin/redis-benchmark"} {
		path := filepath.Join(root, name)
		writeFile(t, path, "#!/bin/sh\n")
		if err := os.Chmod(path, 0o750); err != nil {
			t.Fatal(err)
		}
	}
	if err := openServers(root); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"usr/lib/postgresql/17/bin/initdb", "usr/bin/redis-cli"} {
		wantMode(t, filepath.Join(root, name))
	}
}

func wantMode(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o755 {
		t.Errorf("%s has mode %o", path, mode)
	}
}
