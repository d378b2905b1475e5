package transcript_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/journal"
	"narthex/chat/panics"
	"narthex/chat/transcript"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

// bench is a journal and a database, and churches with entries in one that are not in the other.
type bench struct {
	db       *pgtest.DB
	redis    *redis.Client
	redisURL string
	active   *journal.ActiveChurches
	churches []uuid.UUID
}

func newBench(t testing.TB, churches int) *bench {
	t.Helper()
	b := &bench{db: pgtest.New(t), redisURL: stack.NeedRedisDB(t)}
	b.redis = b.client(t, func(*redis.Options) {})
	b.active = journal.NewJournal(b.redis, panics.New(nil, nil)).Active()
	rows, err := b.db.Admin.Query(t.Context(), `
		insert into churches (id, slug, name, timezone)
		select id, 'church-' || id, 'Harbor Church', 'America/New_York' from (select gen_random_uuid() as id from generate_series(1, $1)) as c
		returning id`, churches)
	chattest.Must(t, err)
	b.churches, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	chattest.Must(t, err)
	return b
}

// client is another client of the same Redis.
func (b *bench) client(t testing.TB, change func(*redis.Options)) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(b.redisURL)
	chattest.Must(t, err)
	change(options)
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client
}

// write journals entries for each of the churches, as a node that dies right after.
func (b *bench) write(t testing.TB, each int, churches ...uuid.UUID) {
	t.Helper()
	for page := range slices.Chunk(churches, 100) {
		chattest.Must(t, b.active.Announce(t.Context(), page...))
		_, err := b.redis.Pipelined(t.Context(), func(pipe redis.Pipeliner) error {
			for _, churchID := range page {
				for range each {
					r := chat.Record{
						ID: uuid.New(), ChurchID: churchID, SessionID: uuid.New(), TurnID: uuid.New(),
						Role: "user", Content: "Is there parking?", Agent: "coordinator", Language: "en", At: time.Now(),
					}
					data, err := journal.WriteRecord(&r)
					chattest.Must(t, err)
					pipe.XAdd(t.Context(), &redis.XAddArgs{Stream: journal.JournalKey(churchID), Values: []any{"record", data}})
				}
			}
			return nil
		})
		chattest.Must(t, err)
	}
}

// inRedis is how many entries lie in the journals of all churches.
func (b *bench) inRedis(t testing.TB) (entries int) {
	t.Helper()
	for page := range slices.Chunk(b.churches, 1000) {
		lengths, err := b.redis.Pipelined(context.Background(), func(pipe redis.Pipeliner) error {
			for _, churchID := range page {
				pipe.XLen(context.Background(), journal.JournalKey(churchID))
			}
			return nil
		})
		chattest.Must(t, err)
		for _, length := range lengths {
			entries += int(length.(*redis.IntCmd).Val())
		}
	}
	return entries
}

func (b *bench) stored(t testing.TB) (messages int) {
	t.Helper()
	chattest.Must(t, b.db.Admin.QueryRow(context.Background(), `select count(*) from messages`).Scan(&messages))
	return messages
}

// node is a drain with the metrics of its own.
type node struct {
	*transcript.Drain
	metrics *prometheus.Registry
}

func (b *bench) newNode(_ testing.TB, client redis.UniversalClient, logger *slog.Logger) node {
	return b.newNodeTelling(client, logger, func(uuid.UUID) {})
}

// newNodeTelling is newNode where contested turns are told of.
func (b *bench) newNodeTelling(client redis.UniversalClient, logger *slog.Logger, contest func(uuid.UUID)) node {
	metrics := prometheus.NewRegistry()
	active := journal.NewJournal(client, panics.New(nil, nil)).Active()
	return node{transcript.NewDrain(client, active, transcript.NewTranscript(b.db.Pool), logger, metrics, contest), metrics}
}

// backlog is what the node tells of the entries that wait.
func (n node) backlog(t testing.TB) int {
	t.Helper()
	return int(n.value(t, "narthex_journal_backlog_entries"))
}

// value is that of a gauge or a counter.
func (n node) value(t testing.TB, name string) float64 {
	t.Helper()
	families, err := n.metrics.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetGauge().GetValue() + family.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

func TestTheBacklogIsWhatLiesInRedis(t *testing.T) {
	const each, later = 1100, 300 // several batches of each church
	b := newBench(t, 5)
	hold, err := b.db.Admin.Begin(t.Context()) // nothing can be stored meanwhile
	chattest.Must(t, err)
	defer func() { _ = hold.Rollback(context.Background()) }()
	_, err = hold.Exec(t.Context(), `lock table messages in exclusive mode`)
	chattest.Must(t, err)

	b.write(t, each, b.churches...)
	first, second := b.newNode(t, b.redis, slog.New(slog.DiscardHandler)), b.newNode(t, b.redis, slog.New(slog.DiscardHandler))
	for i, churchID := range b.churches { // the third is both's
		if i <= 2 {
			first.Note(churchID)
		}
		if i >= 2 {
			second.Note(churchID)
		}
	}
	chattest.RunUntilCleanup(t, first.Run)
	chattest.RunUntilCleanup(t, second.Run)
	told := func(want int) {
		t.Helper()
		chattest.Eventually(t, func() bool { return first.backlog(t) == want && second.backlog(t) == want })
		if lies := b.inRedis(t); lies != want {
			t.Fatalf("%d entries are told of and %d lie in Redis", want, lies)
		}
	}
	told(5 * each)
	b.write(t, later, b.churches[4])
	told(5*each + later)

	chattest.Must(t, hold.Rollback(t.Context()))
	told(0)
	if messages := b.stored(t); messages != 5*each+later {
		t.Errorf("%d messages are stored of %d", messages, 5*each+later)
	}
}
