package data_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/migrations/pgtest"
)

// newSmallHouse is a house with four connections to Postgres, and a directory for its temporary files alone.
func newSmallHouse(t *testing.T) (h *house, pool *pgxpool.Pool, files func() []os.DirEntry) {
	t.Helper()
	directory := t.TempDir()
	t.Setenv("TMPDIR", directory)
	db := pgtest.New(t)
	config := db.Pool.Config()
	config.MaxConns = 4
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(pool.Close)
	return newHouseOn(t, db, pool), pool, func() []os.DirEntry {
		t.Helper()
		left, err := os.ReadDir(directory)
		must(t, err)
		return left
	}
}

// signedIn is a church with its admin's session.
func (h *house) signedIn(t testing.TB, slug string) (uuid.UUID, *http.Cookie) {
	t.Helper()
	id := h.church(t, slug)
	return id, accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin)
}

// begin asks a server for an export, of whose answer no more is read than is asked of it.
func begin(t testing.TB, server string, admin *http.Cookie) (answer *bufio.Reader) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(server, "http://"))
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	must(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	must(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	_, err = fmt.Fprintf(conn, "GET /admin/settings/data/export HTTP/1.1\r\nHost: x\r\nCookie: %s=%s\r\n\r\n", admin.Name, admin.Value)
	must(t, err)
	return bufio.NewReaderSize(conn, 16)
}

func statusOf(t testing.TB, answer *bufio.Reader) string {
	t.Helper()
	line, err := answer.ReadString('\n')
	must(t, err)
	return strings.TrimSpace(line)
}

func TestExportsThatNobodyReadsLeavePostgresToOthers(t *testing.T) {
	h, pool, files := newSmallHouse(t)
	server := httptest.NewUnstartedServer(h.Router)
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		// Else the kernel takes megabytes for a client that does not read.
		if err := conn.(*net.TCPConn).SetWriteBuffer(4 << 10); err != nil {
			t.Error(err)
		}
		return ctx
	}
	server.Start()
	t.Cleanup(server.Close)
	for i := range 4 {
		id, admin := h.signedIn(t, fmt.Sprint("slow-", i))
		// More than the buffers between a server and its client hold, and nothing that a ZIP makes much smaller.
		h.exec(t, `insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at)
			select gen_random_uuid(), $1, c.conversation_id, gen_random_uuid(), 'user', w.words, 'care', now()
			from (select conversation_id from messages where church_id = $1 and content like '%open%') c,
				(select string_agg(encode(sha512((random()::text || m)::bytea), 'hex'), '') as words from generate_series(1, 8000) m) w`, id)
		if status := statusOf(t, begin(t, server.URL, admin)); status != "HTTP/1.1 200 OK" {
			t.Fatalf("export %d: %s", i, status)
		}
		if status, body := h.ask(t, http.MethodGet, "/admin/settings/data/export", admin, nil); status != 409 {
			t.Errorf("a second one of the same church: %d %.100s", status, body)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := pool.Exec(ctx, "select 1"); err != nil {
		t.Errorf("Postgres, while four clients do not read: %v", err)
	}
	if left := files(); len(left) != 0 {
		t.Errorf("in the directory of temporary files: %v", left)
	}
}

func TestOneExportIsMadeAtATimeOfFourConnections(t *testing.T) {
	h, _, files := newSmallHouse(t)
	server := httptest.NewUnstartedServer(h.Router)
	server.Config.WriteTimeout = time.Second // shorter than the export
	server.Start()
	t.Cleanup(server.Close)
	_, first := h.signedIn(t, "grace")
	_, second := h.signedIn(t, "hope")
	held, err := h.db.Admin.Begin(t.Context())
	must(t, err)
	t.Cleanup(func() { _ = held.Rollback(context.Background()) })
	_, err = held.Exec(t.Context(), "lock table groups in access exclusive mode")
	must(t, err)
	answer := begin(t, server.URL, first)
	begun := time.Now()
	for waiting := false; !waiting; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("no export is being made")
		}
		must(t, h.db.Admin.QueryRow(t.Context(), "select exists (select from pg_locks where relation = 'groups'::regclass and not granted)").Scan(&waiting))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/admin/settings/data/export", http.NoBody)
	must(t, err)
	request.AddCookie(second)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	must(t, response.Body.Close())
	if response.StatusCode != 503 || response.Header.Get("Retry-After") != "30" {
		t.Errorf("another church's meanwhile: %d, again after %q", response.StatusCode, response.Header.Get("Retry-After"))
	}
	time.Sleep(time.Until(begun.Add(1500 * time.Millisecond)))
	must(t, held.Rollback(t.Context()))
	if status := statusOf(t, answer); status != "HTTP/1.1 200 OK" {
		t.Errorf("the first: %s", status)
	}
	if status, body := h.ask(t, http.MethodGet, "/admin/settings/data/export", second, nil); status != 200 {
		t.Errorf("another church's afterwards: %d %s", status, body)
	}
	if left := files(); len(left) != 0 {
		t.Errorf("in the directory of temporary files: %v", left)
	}
}

func TestAnArchiveThatIsTooLargeIsRefused(t *testing.T) {
	h, _, files := newSmallHouse(t)
	_, admin := h.signedIn(t, "grace")
	h.handler.Bound(1000)
	if status, body := h.ask(t, http.MethodGet, "/admin/settings/data/export", admin, nil); status != 413 || !strings.Contains(string(body), "fits into one file") {
		t.Errorf("it is %d %s", status, body)
	}
	if left := files(); len(left) != 0 {
		t.Errorf("in the directory of temporary files: %v", left)
	}
	h.handler.Bound(1 << 20)
	if status, _ := h.ask(t, http.MethodGet, "/admin/settings/data/export", admin, nil); status != 200 {
		t.Errorf("the next one: %d", status)
	}
}
