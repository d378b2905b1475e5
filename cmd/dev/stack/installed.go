package stack

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	oldestPostgres = 15
	oldestRedis    = 8 // the first with vector sets
	oldestVector   = 8 // pgvector 0.8 is the first with iterative index scans
)

// programs are the folders of the servers' programs.
type programs struct {
	postgresBin   string
	postgresMajor int
	redisBin      string
}

// findPrograms looks on this machine first and unpacks packages otherwise. Both servers come from the same source.
func (h home) findPrograms(ctx context.Context, progress io.Writer) (programs, error) {
	if found, ok := installed(ctx, postgresFolders(), findProgram("redis-server")); ok {
		return found, nil
	}
	return h.unpackedServers(ctx, progress)
}

// installed picks the newest suitable PostgreSQL of the given folders, if there is one and redis is suitable as well.
func installed(ctx context.Context, postgresBins []string, redis string) (programs, bool) {
	var found programs
	for _, bin := range postgresBins {
		major := postgresMajor(ctx, bin)
		if major >= oldestPostgres && major > found.postgresMajor && hasExtensions(ctx, bin, major) {
			found.postgresBin, found.postgresMajor = bin, major
		}
	}
	if redis == "" || found.postgresBin == "" || redisMajor(ctx, redis) < oldestRedis {
		return programs{}, false
	}
	found.redisBin = filepath.Dir(redis)
	return found, true
}

// postgresFolders returns the folders where systems put PostgreSQL's server programs, most of them not on PATH.
func postgresFolders() []string {
	var folders []string
	if onPath := findProgram("postgres"); onPath != "" {
		folders = append(folders, filepath.Dir(onPath))
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",          // Debian, Ubuntu
		"/usr/pgsql-*/bin",                   // PostgreSQL's own packages for Fedora and its kin
		"/usr/lib/postgresql*/bin",           // SUSE, Alpine's versions under libexec are on PATH
		"/usr/libexec/postgresql*",           // Alpine
		"/opt/homebrew/opt/postgresql@*/bin", // macOS
		"/usr/local/opt/postgresql@*/bin",
		"/Applications/Postgres.app/Contents/Versions/*/bin",
		"/usr/local/pgsql/bin",
	} {
		matches, err := filepath.Glob(pattern)
		if err == nil { // the patterns above are well-formed
			folders = append(folders, matches...)
		}
	}
	return folders
}

// postgresMajor returns the version of the server in bin, 0 if one of the programs that we need is missing.
func postgresMajor(ctx context.Context, bin string) int {
	for _, name := range []string{"postgres", "initdb", "psql"} {
		if !executable(filepath.Join(bin, name)) {
			return 0
		}
	}
	return majorIn(ctx, regexp.MustCompile(`^postgres \(PostgreSQL\) (\d+)`), filepath.Join(bin, "postgres"), "--version")
}

// redisMajor returns the version of a Redis server, 0 for its forks, which name themselves and lack vector sets.
func redisMajor(ctx context.Context, path string) int {
	return majorIn(ctx, regexp.MustCompile(`^Redis server v=(\d+)`), path, "--version")
}

func majorIn(ctx context.Context, pattern *regexp.Regexp, program string, args ...string) int {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		return 0
	}
	match := pattern.FindSubmatch(out)
	if match == nil {
		return 0
	}
	major, err := strconv.Atoi(string(match[1]))
	if err != nil {
		return 0
	}
	return major
}

// hasExtensions reports whether the server in bin comes with the extensions that the schema uses.
func hasExtensions(ctx context.Context, bin string, major int) bool {
	for _, share := range shareFolders(ctx, bin, major) {
		extensions := filepath.Join(share, "extension")
		if vectorMinor(filepath.Join(extensions, "vector.control")) >= oldestVector &&
			fileExists(filepath.Join(extensions, "btree_gin.control")) {
			return true
		}
	}
	return false
}

func shareFolders(ctx context.Context, bin string, major int) []string {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	version := strconv.Itoa(major)
	folders := []string{
		filepath.Join("/usr/share/postgresql", version),
		filepath.Join(bin, "../share/postgresql@"+version),
		filepath.Join(bin, "../share/postgresql"),
		filepath.Join(bin, "../share"),
	}
	if out, err := exec.CommandContext(ctx, filepath.Join(bin, "pg_config"), "--sharedir").Output(); err == nil {
		// The server's own word leaves no room for guesses, which might find another version's files.
		return []string{strings.TrimSpace(string(out))}
	}
	return folders
}

// vectorMinor returns the x of pgvector 0.x, from the extension's control file; 0 if there is none.
func vectorMinor(control string) int {
	file, err := os.Open(control)
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), "=")
		if strings.TrimSpace(name) != "default_version" {
			continue
		}
		parts := strings.Split(strings.Trim(strings.TrimSpace(value), "'"), ".")
		if len(parts) < 2 {
			return 0
		}
		minor, err := strconv.Atoi(parts[1])
		if err != nil {
			return 0
		}
		if parts[0] != "0" {
			return oldestVector // 1.0 and later
		}
		return minor
	}
	return 0
}

// findProgram returns the real path of a program on PATH, or nothing. PostgreSQL finds its own files beside that path.
func findProgram(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil && filepath.Base(real) == name {
		return real
	}
	return path
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
