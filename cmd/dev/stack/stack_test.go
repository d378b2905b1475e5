package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the server may be gone by then
	return conn
}

func redisClient(t *testing.T, url string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func TestEnsureBringsUpWhatNarthexNeeds(t *testing.T) {
	h := privateHome(t)
	writeFile(t, filepath.Join(h.dir, "postgres-15/PG_VERSION"), "15\n") // of an older run
	servers, progress := ensure(t)
	mustContain(t, progress, "starting PostgreSQL", "starting Redis", "stays in "+filepath.Join(h.dir, "postgres-15"))

	app := connect(t, servers.DatabaseURL)
	var role, database string
	var powerful bool
	err := app.QueryRow(t.Context(), `
		select current_user, current_database(), rolsuper or rolbypassrls or rolcreatedb or rolcreaterole
		from pg_roles where rolname = current_user`).Scan(&role, &database, &powerful)
	if err != nil {
		t.Fatal(err)
	}
	if role != "narthex_app" || database != "narthex" || powerful {
		t.Errorf("the app is %s in %s, with more rights than it should have: %v", role, database, powerful)
	}

	owner := connect(t, servers.DatabaseAdminURL)
	for _, statement := range []string{"create extension vector", "create extension btree_gin", "create database scratch"} {
		if _, err := owner.Exec(t.Context(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
	var distance float64
	if err := owner.QueryRow(t.Context(), "select '[1,0]'::vector <=> '[0,1]'::vector").Scan(&distance); err != nil || distance != 1 {
		t.Errorf("cosine distance %v, %v", distance, err)
	}
	if got, err := redisClient(t, servers.RedisURL).Do(t.Context(), "VADD", "v", "VALUES", "2", "1", "0", "a").Bool(); err != nil || !got {
		t.Errorf("vector set: %v, %v", got, err)
	}
}

func TestServersKeepTheirDataAndPortsThroughDown(t *testing.T) {
	h := privateHome(t)
	first, _ := ensure(t)
	again, progress := ensure(t)
	if again != first || progress != "" {
		t.Errorf("running servers were not reused: %+v, then %+v, saying %q", first, again, progress)
	}
	owner := connect(t, first.DatabaseAdminURL)
	if _, err := owner.Exec(t.Context(), "create table kept as select 'hello' as word"); err != nil {
		t.Fatal(err)
	}
	if err := redisClient(t, first.RedisURL).Set(t.Context(), "kept", "hello", 0).Err(); err != nil {
		t.Fatal(err)
	}

	if err := Down(t.Context()); err != nil {
		t.Fatal(err)
	}
	waitUntilIdle(t, h)
	if _, err := Running(t.Context()); !errors.Is(err, ErrNotRunning) {
		t.Errorf("after down: %v", err)
	}
	if err := Down(t.Context()); err != nil {
		t.Errorf("down when all is down: %v", err)
	}

	second, _ := ensure(t)
	if second != first {
		t.Errorf("other addresses after down: %+v, then %+v", first, second)
	}
	var word string
	if err := connect(t, second.DatabaseAdminURL).QueryRow(t.Context(), "select word from kept").Scan(&word); err != nil || word != "hello" {
		t.Errorf("PostgreSQL kept %q, %v", word, err)
	}
	if got, err := redisClient(t, second.RedisURL).Get(t.Context(), "kept").Result(); err != nil || got != "hello" {
		t.Errorf("Redis kept %q, %v", got, err)
	}
}

func TestTakenPortsAreLeftAlone(t *testing.T) {
	h := privateHome(t)
	taken := func() int {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { listener.Close() })
		return listener.Addr().(*net.TCPAddr).Port
	}
	known := state{Postgres: serverState{Port: taken(), PID: os.Getpid()}, Redis: serverState{Port: taken(), PID: os.Getpid()}}
	if err := h.writeState(known); err != nil {
		t.Fatal(err)
	}
	_, progress := ensure(t)
	now := h.readState()
	if now.Postgres.Port == known.Postgres.Port || now.Redis.Port == known.Redis.Port {
		t.Errorf("taken ports %+v, used ports %+v", known, now)
	}
	mustContain(t, progress,
		fmt.Sprintf("port %d is taken: PostgreSQL", known.Postgres.Port), fmt.Sprintf("port %d is taken: Redis", known.Redis.Port))
}

// bystander starts a process of the servers' user that has nothing to do with them.
func bystander(t *testing.T) *exec.Cmd {
	t.Helper()
	credential, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sleep", "600")
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed: its exit is no news
	})
	return cmd
}

func TestProcessIDsOfOtherProgramsAreStale(t *testing.T) {
	h := privateHome(t)
	before, _ := ensure(t)
	s := h.readState()
	for _, pid := range []int{s.Postgres.PID, s.Redis.PID} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	waitUntilIdle(t, h)
	// After a reboot, the ids in the servers' files belong to whoever got them.
	other := bystander(t)
	postgresPID, err := filepath.Glob(filepath.Join(h.dir, "postgres-*/postmaster.pid"))
	if err != nil || len(postgresPID) != 1 {
		t.Fatalf("%v, %v", postgresPID, err)
	}
	content, err := os.ReadFile(postgresPID[0])
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(content), "\n")
	writeFile(t, postgresPID[0], strconv.Itoa(other.Process.Pid)+"\n"+rest)
	writeFile(t, filepath.Join(h.dir, "redis/redis.pid"), strconv.Itoa(other.Process.Pid)+"\n")

	after, _ := ensure(t)
	if after != before {
		t.Errorf("addresses %+v became %+v", before, after)
	}
	if err := Down(t.Context()); err != nil {
		t.Error(err)
	}
	if gone(other.Process.Pid) {
		t.Error("a process that is no server was ended")
	}
}

func TestAServerThatHangsIsReplaced(t *testing.T) {
	patience := hangPatience
	hangPatience = time.Second
	t.Cleanup(func() { hangPatience = patience })
	h := privateHome(t)
	ensure(t)
	hanging := h.readState().Redis.PID
	if err := syscall.Kill(hanging, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	after, progress := ensure(t)
	mustContain(t, progress, fmt.Sprintf("Redis (process %d) runs but does not answer", hanging))
	if err := redisClient(t, after.RedisURL).Ping(t.Context()).Err(); err != nil {
		t.Error(err)
	}
	if h.readState().Redis.PID == hanging {
		t.Error("the hanging server was kept")
	}
}

func TestADroppedDatabaseIsMadeAgain(t *testing.T) {
	privateHome(t)
	servers, _ := ensure(t)
	elsewhere := strings.Replace(servers.DatabaseAdminURL, "/narthex?", "/postgres?", 1)
	if _, err := connect(t, elsewhere).Exec(t.Context(), "drop database narthex with (force)"); err != nil {
		t.Fatal(err)
	}
	ensure(t)
	connect(t, servers.DatabaseURL)
}

func TestTwoProcessesEnsureAtOnce(t *testing.T) {
	h := privateHome(t)
	var processes sync.WaitGroup
	results := make([]Servers, 2)
	for i := range results {
		processes.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), asChild+"=1")
			var progress strings.Builder
			cmd.Stderr = &progress
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("%v: %s", err, progress.String())
				return
			}
			if err := json.Unmarshal(out, &results[i]); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	if results[0] != results[1] {
		t.Errorf("the processes got different servers: %+v", results)
	}
	logs, err := filepath.Glob(filepath.Join(h.dir, "log/*.old"))
	if err != nil || len(logs) != 0 {
		t.Errorf("a server was started twice: %v, %v", logs, err)
	}
}

func TestAFailedStartLeavesNothingRunning(t *testing.T) {
	h := privateHome(t)
	broken := filepath.Join(h.dir, "redis/appendonlydir/appendonly.aof.manifest")
	writeFile(t, broken, "this is no manifest\n")
	_, err := Ensure(t.Context(), io.Discard)
	mustContain(t, oneLine(t, err), "start Redis", "AOF", "reset")
	waitUntilIdle(t, h)

	if err := Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	ensure(t)
}

func TestACancelledStartLeavesNothingRunning(t *testing.T) {
	h := privateHome(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Ensure(ctx, &notice{"starting Redis", cancel})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	waitUntilIdle(t, h)
}

func TestDataFoldersThatCannotBeUsedSaySo(t *testing.T) {
	t.Run("made by another PostgreSQL", func(t *testing.T) {
		h := privateHome(t)
		found, err := h.findPrograms(t.Context(), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(h.dir, fmt.Sprintf("postgres-%d", found.postgresMajor), "PG_VERSION"), "9.6\n")
		_, err = Ensure(t.Context(), io.Discard)
		mustContain(t, oneLine(t, err), "PostgreSQL 9.6", "reset")
	})
	t.Run("made with other passwords", func(t *testing.T) {
		h := privateHome(t)
		ensure(t)
		if err := Down(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(h.dir, "passwords.json")); err != nil {
			t.Fatal(err)
		}
		_, err := Ensure(t.Context(), io.Discard)
		mustContain(t, oneLine(t, err), "passwords", "reset")
		waitUntilIdle(t, h)
	})
	t.Run("half made by a killed run", func(t *testing.T) {
		h := privateHome(t)
		found, err := h.findPrograms(t.Context(), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		data := filepath.Join(h.dir, fmt.Sprintf("postgres-%d", found.postgresMajor))
		writeFile(t, filepath.Join(data, "base/1/1259"), "")
		writeFile(t, filepath.Join(data+".new", "base/1/1259"), "")
		ensure(t)
	})
}

func TestResetRemovesTheDataAndKeepsThePackages(t *testing.T) {
	h := privateHome(t)
	before, _ := ensure(t)
	if err := Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	waitUntilIdle(t, h)
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Name() != "lock" {
			t.Errorf("%s stayed behind", entry.Name())
		}
	}
	if _, err := os.Stat(sharedPackages); err != nil {
		t.Error(err)
	}
	if after, _ := ensure(t); after == before {
		t.Error("the passwords are those of the removed data")
	}
}

func TestServersNamedInTheEnvironment(t *testing.T) {
	privateHome(t)
	running, _ := ensure(t)

	t.Run("are used as they are", func(t *testing.T) {
		t.Setenv("DATABASE_URL", running.DatabaseURL)
		t.Setenv("REDIS_URL", running.RedisURL)
		t.Setenv("NARTHEX_DEV_HOME", "/dev/null/impossible")
		servers, _ := ensure(t)
		want := Servers{DatabaseURL: running.DatabaseURL, DatabaseAdminURL: running.DatabaseURL, RedisURL: running.RedisURL}
		if servers != want {
			t.Errorf("got %+v", servers)
		}
	})
	t.Run("must answer", func(t *testing.T) {
		t.Setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing")
		t.Setenv("DATABASE_ADMIN_URL", running.DatabaseAdminURL)
		t.Setenv("REDIS_URL", running.RedisURL)
		_, err := Ensure(t.Context(), io.Discard)
		mustContain(t, fmt.Sprint(err), "DATABASE_URL")
	})
	t.Run("must both be named", func(t *testing.T) {
		t.Setenv("REDIS_URL", running.RedisURL)
		_, err := Ensure(t.Context(), io.Discard)
		mustContain(t, oneLine(t, err), "DATABASE_URL is not")
	})
}

func TestNeedGivesATestTheServers(t *testing.T) {
	privateHome(t)
	servers := Need(t)
	connect(t, servers.DatabaseURL)
	if again := Need(t); again != servers {
		t.Errorf("the same process got %+v, then %+v", servers, again)
	}
}

// BenchmarkEnsureRunning is what every test process pays for servers that are up: the lock and one look at each.
func BenchmarkEnsureRunning(b *testing.B) {
	privateHome(b)
	if _, err := Ensure(b.Context(), b.Output()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Ensure(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
