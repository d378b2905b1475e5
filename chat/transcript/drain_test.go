package transcript_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/journal"
	"narthex/chat/transcript"
)

// Whatever is amiss with one church, the others are stored meanwhile, and it afterwards.
func TestOneChurchHoldsUpNoOther(t *testing.T) {
	const each = 3
	for name, block := range map[string]func(t *testing.T, b *bench, sick uuid.UUID) (client redis.UniversalClient, heal func()){
		"a locked row": func(t *testing.T, b *bench, sick uuid.UUID) (redis.UniversalClient, func()) {
			return b.redis, b.hold(t, `select from churches where id = $1 for update`, sick)
		},
		"a conversation that is being forgotten": func(t *testing.T, b *bench, sick uuid.UUID) (redis.UniversalClient, func()) {
			return b.redis, b.hold(t, `select pg_advisory_xact_lock($1)`, transcript.StoringLock(sick))
		},
		"a part of Redis that does not answer": func(t *testing.T, b *bench, sick uuid.UUID) (redis.UniversalClient, func()) {
			dead := &deadKeys{of: sick.String(), alive: make(chan struct{})}
			client := b.client(t, func(*redis.Options) {})
			client.AddHook(dead)
			return client, func() { close(dead.alive) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, 300)
			sick := b.churches[100]
			client, heal := block(t, b, sick)
			b.write(t, each, b.churches...)
			n := b.newNode(t, client, slog.New(slog.DiscardHandler))
			n.Hold(question(sick)) // which is in no journal
			chattest.RunUntilCleanup(t, n.Run)
			began := time.Now()
			chattest.Eventually(t, func() bool { return b.inRedis(t) == each })
			b.write(t, each, b.churches...) // and once more, now that it is known to be sick
			n.Note(b.churches...)
			chattest.Eventually(t, func() bool { return b.inRedis(t) == 2*each })
			if waited := time.Since(began); waited > transcript.DrainLimit {
				t.Errorf("the others waited %v", waited)
			}
			if stored := b.storedOfOthers(t, sick); stored != 2*each*(len(b.churches)-1) {
				t.Errorf("%d messages are stored", stored)
			}
			heal()
			chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 && b.stored(t) == 2*each*len(b.churches)+1 })
			chattest.Eventually(t, func() bool { return n.value(t, "narthex_journal_isolated_churches") == 0 })
		})
	}
}

func TestAPanicOverOneChurchCostsTheOthersNothing(t *testing.T) {
	b := newBench(t, 100)
	known := question(b.churches[7])
	_, err := transcript.NewTranscript(b.db.Pool).Store(t.Context(), known.ChurchID, []chat.Record{known})
	chattest.Must(t, err)
	b.put(t, known.ChurchID, "record", known)
	b.write(t, 2, b.churches...)
	panicked := make(chan struct{}, 1)
	n := b.newNodeTelling(b.redis, slog.New(slog.DiscardHandler), func(uuid.UUID) {
		select {
		case panicked <- struct{}{}:
			panic("a fault of ours")
		default:
		}
	})
	chattest.RunUntilCleanup(t, n.Run)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 && len(panicked) == 1 }) // it is told once the journal is empty
	if stored := b.stored(t); stored != 201 {
		t.Errorf("%d messages are stored", stored)
	}
	b.write(t, 1, b.churches...)
	n.Note(b.churches...)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
	if stored := b.stored(t); stored != 301 {
		t.Errorf("%d messages are stored after the panic", stored)
	}
}

// hold keeps what a statement locks until the function that it gives is called.
func (b *bench) hold(t *testing.T, statement string, args ...any) (release func()) {
	t.Helper()
	tx, err := b.db.Admin.Begin(t.Context())
	chattest.Must(t, err)
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	_, err = tx.Exec(t.Context(), statement, args...)
	chattest.Must(t, err)
	return func() { chattest.Must(t, tx.Rollback(t.Context())) }
}

// deadKeys fails commands on a church's keys, as the client of a cluster does while the master that has them is gone.
type deadKeys struct {
	of    string
	alive chan struct{}
}

func (d *deadKeys) dead(cmd redis.Cmder) bool {
	select {
	case <-d.alive:
		return false
	default:
	}
	return slices.ContainsFunc(cmd.Args(), func(arg any) bool {
		key, ok := arg.(string)
		return ok && strings.Contains(key, "{"+d.of+"}")
	})
}

func (d *deadKeys) DialHook(next redis.DialHook) redis.DialHook { return next }

func (d *deadKeys) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if d.dead(cmd) {
			cmd.SetErr(errors.New("i/o timeout"))
			return cmd.Err()
		}
		return next(ctx, cmd)
	}
}

func (d *deadKeys) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		var living []redis.Cmder
		for _, cmd := range cmds {
			if d.dead(cmd) {
				cmd.SetErr(errors.New("i/o timeout"))
				continue
			}
			living = append(living, cmd)
		}
		if len(living) == 0 {
			return nil
		}
		return next(ctx, living)
	}
}

func TestTheDrainLeavesConnectionsForVisitors(t *testing.T) {
	b := newBench(t, 400)
	config, err := pgxpool.ParseConfig(b.db.URL)
	chattest.Must(t, err)
	config.MaxConns = 8
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	chattest.Must(t, err)
	t.Cleanup(pool.Close)
	b.db.Pool = pool
	release := b.hold(t, `lock table messages in exclusive mode`)
	b.write(t, 3, b.churches...)
	n := b.newNode(t, b.redis, slog.New(slog.DiscardHandler))
	n.Note(b.churches...)
	chattest.RunUntilCleanup(t, n.Run)
	most := int32(0)
	chattest.Eventually(t, func() bool { // every church has been tried in vain
		most = max(most, pool.Stat().AcquiredConns())
		return n.value(t, "narthex_journal_isolated_churches") == float64(len(b.churches))
	})
	if most == 0 || most > 3 {
		t.Errorf("the drain has %d connections of %d", most, config.MaxConns)
	}
	release()
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
}

// A node that may not look through all keys finds what a dead one left behind all the same.
func TestAStartingNodeLooksThroughNoKeys(t *testing.T) {
	b := newBench(t, 1500)
	b.write(t, 1, b.churches...)
	const name = "without-scan"
	chattest.Must(t, b.redis.Do(t.Context(), "ACL", "SETUSER", name, "on", ">word", "~*", "&*", "+@all", "-scan", "-keys").Err())
	t.Cleanup(func() { b.redis.Do(context.Background(), "ACL", "DELUSER", name) })
	client := b.client(t, func(options *redis.Options) { options.Username, options.Password = name, "word" })
	chattest.RunUntilCleanup(t, b.newNode(t, client, slog.New(slog.DiscardHandler)).Run)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
	if stored := b.stored(t); stored != len(b.churches) {
		t.Errorf("%d messages are stored", stored)
	}
}

// And a journal of which nothing knows is found by looking through all keys.
func TestTheSweepFindsAForgottenJournal(t *testing.T) {
	b := newBench(t, 3)
	b.write(t, 2, b.churches...)
	chattest.Must(t, b.redis.Del(t.Context(), "narthex:{churches}:active").Err())
	chattest.RunUntilCleanup(t, b.newNode(t, b.redis, slog.New(slog.DiscardHandler)).Run)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
}

func TestStoringSeveralChurchesKeepsThemApart(t *testing.T) {
	b := newBench(t, 3)
	store := transcript.NewTranscript(b.db.Pool)
	var records []chat.Record
	for _, churchID := range b.churches {
		records = append(records, question(churchID), question(churchID))
	}
	forgotten := records[1]
	_, err := store.Forget(t.Context(), forgotten.ChurchID, forgotten.SessionID, nil, transcript.Everything)
	chattest.Must(t, err)
	records[5].SessionID = records[3].SessionID // a session is a church's own
	for _, again := range []bool{false, true} {
		stored, err := store.StoreSeveral(t.Context(), records)
		chattest.Must(t, err)
		if len(stored.Locked) != 0 {
			t.Errorf("locked are %v", stored.Locked)
		}
		for i := range records {
			if fresh := !again && i != 1; stored.New[records[i].ID] != fresh {
				t.Errorf("message %d is new: %v", i, !fresh)
			}
		}
	}
	for i, churchID := range b.churches {
		for j := range records {
			read, err := store.Recent(t.Context(), churchID, records[j].SessionID, 10)
			chattest.Must(t, err)
			want := 0
			if records[j].ChurchID == churchID && j != 1 || j == 3 && i == 2 || j == 5 && i == 1 {
				want = 1
			}
			if len(read) != want {
				t.Errorf("church %d has %d messages of conversation %d, want %d", i, len(read), j, want)
			}
		}
	}
	bad := slices.Clone(records[:3])
	bad[0], bad[2] = question(b.churches[0]), question(b.churches[2])
	bad[2].Role = "somebody"
	if _, err := store.StoreSeveral(t.Context(), bad); !transcript.RefusedForGood(err) {
		t.Errorf("a role that there is not: %v", err)
	}
	if read, err := store.Recent(t.Context(), bad[0].ChurchID, bad[0].SessionID, 10); err != nil || len(read) != 0 {
		t.Errorf("half of a transaction is stored: %v, %v", read, err)
	}
}

// slowConn adds a delay to each message that is sent, which is once in a round trip.
type slowConn struct {
	net.Conn
	delay time.Duration
}

func (c slowConn) Write(p []byte) (int, error) {
	time.Sleep(c.delay)
	return c.Conn.Write(p)
}

func slowly(delay time.Duration) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return slowConn{conn, delay}, err
	}
}

// BenchmarkDrain tells how many churches a second one node drains, each with a question and its answer.
func BenchmarkDrain(b *testing.B) {
	for name, delay := range map[string]time.Duration{"loopback": 0, "1ms": time.Millisecond} {
		b.Run(name, func(b *testing.B) {
			bench := newBench(b, 10_000)
			config, err := pgxpool.ParseConfig(bench.db.URL)
			chattest.Must(b, err)
			client := bench.redis
			if delay > 0 {
				config.ConnConfig.DialFunc = slowly(delay)
				client = bench.client(b, func(options *redis.Options) { options.Dialer = slowly(delay) })
			}
			pool, err := pgxpool.NewWithConfig(b.Context(), config)
			chattest.Must(b, err)
			b.Cleanup(pool.Close)
			bench.db.Pool = pool
			for b.Loop() {
				b.StopTimer()
				bench.writeTurns(b)
				ctx, stop := context.WithCancel(b.Context())
				n := bench.newNode(b, client, slog.New(slog.DiscardHandler))
				ended := make(chan error, 1)
				b.StartTimer()
				go func() { ended <- n.Run(ctx) }()
				for bench.lengths(b) > 0 {
					time.Sleep(5 * time.Millisecond)
				}
				b.StopTimer()
				stop()
				chattest.Must(b, <-ended)
				b.StartTimer()
			}
			b.ReportMetric(float64(len(bench.churches)*b.N)/b.Elapsed().Seconds(), "churches/s")
		})
	}
}

// BenchmarkFirstDrain is from a node's start until what others left is stored, alone in Redis and among very many keys.
func BenchmarkFirstDrain(b *testing.B) {
	for _, among := range []int64{0, 5_000_000} {
		b.Run(strconv.FormatInt(among, 10), func(b *testing.B) {
			bench := newBench(b, 100)
			for key := int64(0); key < among; key += 100_000 {
				chattest.Must(b, bench.redis.Eval(b.Context(), `for i = 1, 100000 do redis.call("SET", KEYS[1] .. i, "") end return 1`,
					[]string{fmt.Sprintf("narthex:{filler}:%d:", key)}).Err())
			}
			for b.Loop() {
				b.StopTimer()
				bench.writeTurns(b)
				ctx, stop := context.WithCancel(b.Context())
				n := bench.newNode(b, bench.redis, slog.New(slog.DiscardHandler))
				ended := make(chan error, 1)
				b.StartTimer()
				go func() { ended <- n.Run(ctx) }()
				for bench.lengths(b) > among {
					time.Sleep(time.Millisecond)
				}
				b.StopTimer()
				stop()
				chattest.Must(b, <-ended)
				b.StartTimer()
			}
		})
	}
}

// writeTurns journals a turn that was answered at once for each church.
func (b *bench) writeTurns(t testing.TB) {
	t.Helper()
	for page := range slices.Chunk(b.churches, 100) {
		chattest.Must(t, b.active.Announce(t.Context(), page...))
		_, err := b.redis.Pipelined(t.Context(), func(pipe redis.Pipeliner) error {
			for _, churchID := range page {
				asked := question(churchID)
				told := answer(churchID, func(r *chat.Record) { r.TurnID, r.SessionID = asked.TurnID, asked.SessionID })
				first, err := journal.WriteRecord(&asked)
				chattest.Must(t, err)
				second, err := journal.WriteRecord(&told)
				chattest.Must(t, err)
				pipe.XAdd(t.Context(), &redis.XAddArgs{Stream: journal.JournalKey(churchID), Values: []any{"record", first, "answer", second}})
			}
			return nil
		})
		chattest.Must(t, err)
	}
}

// lengths is how many journals there are, as Redis counts its keys: asking costs it nothing.
func (b *bench) lengths(t testing.TB) int64 {
	t.Helper()
	keys, err := b.redis.DBSize(context.Background()).Result()
	chattest.Must(t, err)
	return keys - 2 // the list of active churches, and the mark
}
