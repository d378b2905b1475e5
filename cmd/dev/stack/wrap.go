package stack

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// wrapServers makes the unpacked servers run although their C library is not the system's: each program becomes a script
// that hands it to the loader it came with. A library path in the environment would do too, but every system program that
// they start, /bin/sh first, would inherit it and crash.
func wrapServers(root, prefix string) error {
	loader, err := findLoader(root)
	if err != nil {
		return err
	}
	libraries, err := libraryFolders(root)
	if err != nil {
		return err
	}
	start := loaderCall(moved(loader, root, prefix), movedAll(libraries, root, prefix))

	programs, err := serverPrograms(root)
	if err != nil {
		return err
	}
	for _, program := range programs {
		if err := wrap(program, start, root, prefix); err != nil {
			return err
		}
	}
	return nil
}

// serverPrograms are the programs of the servers unpacked in root.
func serverPrograms(root string) (programs []string, err error) {
	postgresBin := filepath.Join(root, "usr/lib/postgresql/17/bin")
	entries, err := os.ReadDir(postgresBin)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		programs = append(programs, filepath.Join(postgresBin, entry.Name()))
	}
	for _, name := range []string{"redis-server", "redis-cli", "redis-benchmark"} {
		programs = append(programs, filepath.Join(root, "usr/bin", name))
	}
	return programs, nil
}

// openServers lets the servers' user run programs that were unpacked by a version which heeded the umask.
func openServers(root string) error {
	programs, err := serverPrograms(root)
	if err != nil {
		return err
	}
	for _, program := range programs {
		info, err := os.Stat(program)
		if err == nil && info.Mode()&0o005 != 0o005 {
			err = os.Chmod(program, 0o755)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// wrap moves a program to NAME.real and puts a script in its place. The program is told its old name: PostgreSQL looks
// for its files beside it, and Redis, whose programs are links to one another, chooses by it what to be.
func wrap(program string, start []string, root, prefix string) error {
	isELF, err := startsWithELF(program)
	if err != nil || !isELF {
		return err
	}
	if err := os.Rename(program, program+".real"); err != nil {
		return err
	}
	final := moved(program, root, prefix)
	words := append(slices.Clone(start), "--argv0", final, final+".real")
	return writeProgram(program, shellScript("exec "+quoteAll(words)+` "$@"`))
}

// writeProgram writes a program that everybody may run whatever the umask: the servers run as another user than root.
func writeProgram(path string, script []byte) error {
	if err := os.WriteFile(path, script, 0o755); err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}

func loaderCall(loader string, libraries []string) []string {
	return []string{loader, "--library-path", strings.Join(libraries, ":")}
}

// findLoader returns the program that loads others with the C library unpacked in root.
func findLoader(root string) (string, error) {
	for _, pattern := range []string{"usr/lib64/ld-linux-*.so.*", "usr/lib/ld-linux-*.so.*", "usr/lib/*/ld-linux-*.so.*", "usr/lib/*/ld64.so.*"} {
		matches, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return "", err
		}
		if len(matches) > 0 {
			return matches[0], nil
		}
	}
	return "", errors.New("the unpacked packages hold no loader")
}

// libraryFolders returns the folders below root's library folder that hold shared libraries: some programs name such a
// folder by its place in an installed system, where it is not.
func libraryFolders(root string) ([]string, error) {
	var folders []string
	err := filepath.WalkDir(filepath.Join(root, "usr/lib"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inTriplet := strings.Contains(strings.TrimPrefix(path, root), "-linux-")
		if !entry.IsDir() && inTriplet && strings.HasPrefix(entry.Name(), "lib") && strings.Contains(entry.Name(), ".so") {
			if dir := filepath.Dir(path); !slices.Contains(folders, dir) {
				folders = append(folders, dir)
			}
		}
		return nil
	})
	slices.SortFunc(folders, func(a, b string) int { return len(a) - len(b) }) // the main folder first
	return folders, err
}

func startsWithELF(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	magic := make([]byte, 4)
	n, err := file.Read(magic)
	if n < len(magic) {
		return false, err
	}
	return bytes.Equal(magic, []byte("\x7fELF")), nil
}

// moved returns where a path below root will be once root is renamed to prefix.
func moved(path, root, prefix string) string {
	return prefix + strings.TrimPrefix(path, root)
}

func movedAll(paths []string, root, prefix string) []string {
	var out []string
	for _, path := range paths {
		out = append(out, moved(path, root, prefix))
	}
	return out
}

func shellScript(lines ...string) []byte {
	return fmt.Appendf(nil, "#!/bin/sh\n%s\n", strings.Join(lines, "\n"))
}

func quoteAll(words []string) string {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, quote(word))
	}
	return strings.Join(quoted, " ")
}

// quote makes one word of a text for the shell.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
