package church_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
)

// pooler stands between programs and Postgres, and while it is mute passes no notifications on, as one does that gives each transaction a
// connection of its own.
type pooler struct {
	upstream string
	mute     atomic.Bool
	work     sync.WaitGroup
	mu       sync.Mutex
	open     []net.Conn
	closed   bool
}

func newPooler(t *testing.T, dsn string) (*pooler, *pgxpool.Pool) {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &pooler{upstream: address.Host}
	p.mute.Store(true)
	address.Host = listener.Addr().String()
	p.work.Go(func() { p.accept(listener) })
	pool, err := pgxpool.New(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pool.Close()
		_ = listener.Close()
		p.close()
		p.work.Wait()
	})
	return p, pool
}

func (p *pooler) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, conn := range p.open {
		_ = conn.Close()
	}
}

func (p *pooler) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.upstream)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		if p.open = append(p.open, client, server); p.closed {
			_ = client.Close()
			_ = server.Close()
		}
		p.mu.Unlock()
		p.work.Go(func() { defer server.Close(); _, _ = io.Copy(server, client) })
		p.work.Go(func() { defer client.Close(); p.answer(client, server) })
	}
}

// answer passes on what Postgres says, message by message: a letter, its length, and the rest.
func (p *pooler) answer(client io.Writer, server io.Reader) {
	const notification = 'A'
	for {
		head := make([]byte, 5)
		if _, err := io.ReadFull(server, head); err != nil {
			return
		}
		message := append(head, make([]byte, binary.BigEndian.Uint32(head[1:])-4)...)
		if _, err := io.ReadFull(server, message[5:]); err != nil {
			return
		}
		if message[0] == notification && p.mute.Load() {
			continue
		}
		if _, err := client.Write(message); err != nil {
			return
		}
	}
}

// lines are what is logged.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestAPoolerThatPassesNoAnnouncementsOnIsNotTakenForSilence(t *testing.T) {
	f := setup(t)
	id := f.subscriber("pooled", "starter_chat")
	between, pool := newPooler(t, f.URL)
	said := new(lines)
	s := &store{t: t, Store: church.NewStore(pool, church.Config{
		Embedder: embedder, LoadTimeout: patient, Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.NewTextHandler(said, nil)),
	})}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := s.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	defer running.Wait()
	defer stop()
	s.eventually("it is said", func() bool { return strings.Contains(said.String(), "pooler") || s.Listening() })
	if s.Listening() {
		t.Error("the store takes it for silence")
	}
	if strings.Contains(said.String(), "unreachable") {
		t.Errorf("the database is taken for away: %s", said)
	}
	s.snapshot(id)
	f.exec(`update churches set phone = 'changed' where id = $1`, id)
	s.eventually("the change is seen", func() bool { return s.snapshot(id).Phone == "changed" })

	between.mute.Store(false)
	s.eventually("the store listens", s.Listening)
	if n := strings.Count(said.String(), "no longer heard"); n != 1 {
		t.Errorf("it is said %d times: %s", n, said)
	}
}
