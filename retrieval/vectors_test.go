package retrieval_test

import (
	"cmp"
	"context"
	"crypto/md5"
	"encoding/hex"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

// between has the given similarity to retrievaltest.Direction(a), and leans towards retrievaltest.Direction(b) for the rest.
func between(a, b int, similarity float64) []float32 {
	v := make([]float32, retrieval.Dimensions)
	v[a], v[b] = float32(similarity), float32(math.Sqrt(1-similarity*similarity))
	return v
}

func bruteForce(stored []retrievaltest.StoredVector, query []float32, k int) []uuid.UUID {
	similarities := make(map[uuid.UUID]float64, len(stored))
	ids := make([]uuid.UUID, len(stored))
	for i, s := range stored {
		ids[i], similarities[s.ID] = s.ID, retrievaltest.Cosine(s.Vector, query)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return cmp.Compare(similarities[b], similarities[a]) })
	return ids[:k]
}

func classify(t testing.TB, db *pgtest.DB, limit, batch int) (changed int) {
	t.Helper()
	if err := db.Pool.QueryRow(t.Context(), `select classify_knowledge($1, $2)`, limit, batch).Scan(&changed); err != nil {
		t.Fatal(err)
	}
	return changed
}

// observations reads how many searches of a mode the histogram counted.
func observations(t testing.TB, registry *prometheus.Registry, mode string) uint64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != "narthex_retrieval_search_seconds" {
			continue
		}
		for _, metric := range family.GetMetric() {
			if metric.GetLabel()[0].GetValue() == mode {
				return metric.GetHistogram().GetSampleCount()
			}
		}
	}
	return 0
}

// countingPool counts round trips: how often something is read after something was written.
func countingPool(t testing.TB, url string) (*pgxpool.Pool, *atomic.Int64) {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = 1
	trips := &atomic.Int64{}
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &countingConn{Conn: conn, trips: trips}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, trips
}

type countingConn struct {
	net.Conn
	trips *atomic.Int64
	wrote atomic.Bool
}

func (c *countingConn) Write(b []byte) (int, error) {
	c.wrote.Store(true)
	return c.Conn.Write(b)
}

func (c *countingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 && c.wrote.Swap(false) {
		c.trips.Add(1)
	}
	return n, err
}

// vocabularyWord is the n-th commonest of the 5,000 words of the texts that fillChurches stores.
func vocabularyWord(n int) string {
	sum := md5.Sum([]byte(strconv.Itoa(n)))
	return strings.Map(func(r rune) rune {
		if r <= '9' {
			return r - '0' + 'g'
		}
		return r
	}, hex.EncodeToString(sum[:4]))
}

// question has words from the commonest to one that no text has.
var question = strings.Join([]string{"what time is the", vocabularyWord(3), vocabularyWord(40), vocabularyWord(150), vocabularyWord(900), vocabularyWord(4000), "nowhere"}, " ")

// fillChurches stores rows of realistic size (120 words of a Zipf-like vocabulary) for several churches, interleaved as
// years of uploads would leave them. The vectors are sums of two out of 2,000 random ones, made by the server.
func fillChurches(t testing.TB, db *pgtest.DB, churches []uuid.UUID, rowsEach int) {
	t.Helper()
	retrievaltest.ExecAsOwner(t, db, `
		create table if not exists base_vectors as
		select n, (select array_agg(random() - 0.5) from generate_series(1, 1536) s where s + n > 0)::vector(1536) as vector
		from generate_series(1, 2000) n`)
	retrievaltest.ExecAsOwner(t, db, `
		create table if not exists base_texts as
		select n, (select string_agg(translate(left(md5((1 + floor(5000 * power(random(), 3)) + 0 * s)::text), 8), '0123456789', 'ghijklmnop'), ' ')
		           from generate_series(1, 120) s where s + n > 0) as content
		from generate_series(1, 3000) n`)
	retrievaltest.ExecAsOwner(t, db, `create index if not exists base_vectors_n on base_vectors (n)`)
	retrievaltest.ExecAsOwner(t, db, `create index if not exists base_texts_n on base_texts (n)`)
	retrievaltest.ExecAsOwner(t, db, `analyze base_vectors, base_texts`)
	retrievaltest.ExecAsOwner(t, db, `
		insert into unified_rag_content (organization_id, content_type, title, content, embedding, metadata)
		select church, 'theology', 'Passage ' || i,
		       (select content from base_texts where n = 1 + (i * 7919 + c * 104729) % 3000),
		       (select vector from base_vectors where n = 1 + (i * 31 + c * 17) % 2000)
		           + (select vector from base_vectors where n = 1 + (i * 7 + c * 1013 + i / 97) % 2000),
		       jsonb_build_object('embedder', $3::text)
		from generate_series(1, $2) i, unnest($1::uuid[]) with ordinality as churches (church, c)`,
		churches, rowsEach, retrievaltest.Offline.Name())
	retrievaltest.ExecAsOwner(t, db, `vacuum analyze unified_rag_content`)
}
