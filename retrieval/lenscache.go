package retrieval

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"

	"narthex/retrieval/inmemory"
)

// textsFreshFor is how long a lens's texts are used before they are read again in the background; if Postgres is down, they are used on.
// Most changes are announced; a text getting its vector is not.
const textsFreshFor = time.Minute

// lensCache are the curated texts of the lenses, which all churches of a lens share.
type lensCache struct {
	pool *pgxpool.Pool

	mu     sync.Mutex
	lenses map[lensKey]*cachedLens
}

type lensKey struct {
	lens     int
	embedder string
}

// cachedLens is what is cached of one lens.
type cachedLens struct {
	lensKey
	texts   atomic.Pointer[lensTexts] // nil: not yet
	reading atomic.Bool
	again   atomic.Int64 // they are not read before, in Unix nanoseconds: they could not be
}

type lensTexts struct {
	readAt    time.Time
	reference int64 // the changes of the reference data that they have at least
	index     *inmemory.Index
	passages  []Passage
}

func newLensCache(pool *pgxpool.Pool) *lensCache {
	return &lensCache{pool: pool, lenses: make(map[lensKey]*cachedLens)}
}

func (l *lensCache) of(q Query) *cachedLens {
	key := lensKey{q.Lens, q.Embedder}
	l.mu.Lock()
	defer l.mu.Unlock()
	lens := l.lenses[key]
	if lens == nil {
		lens = &cachedLens{lensKey: key}
		l.lenses[key] = lens
	}
	return lens
}

// lensTexts are the texts of a query's lens, as its snapshot knows them: none that was changed or withdrawn before. ok is false where these
// are not cached, or could not be read, and Postgres has to be asked.
func (p *passageCache) lensTexts(ctx context.Context, q Query) (texts *lensTexts, ok bool) {
	lens := p.lenses.of(q)
	texts = lens.texts.Load()
	if !texts.fresh(q) {
		p.refresh(ctx, q, lens)
	}
	return texts, texts.has(q)
}

// has reports whether the texts have all changes that a query's snapshot knows of.
func (t *lensTexts) has(q Query) bool { return t != nil && t.reference >= q.Snapshot.ReferenceEpoch }

func (t *lensTexts) fresh(q Query) bool { return t.has(q) && time.Since(t.readAt) < textsFreshFor }

// refresh reads the texts of a lens beside those who search, unless that is under way, or has failed lately.
func (p *passageCache) refresh(ctx context.Context, q Query, lens *cachedLens) {
	if time.Now().UnixNano() < lens.again.Load() || !lens.reading.CompareAndSwap(false, true) {
		return
	}
	failed := func(error) { lens.failed() }
	begun := p.inBackground(ctx, q.ChurchID, failed, func(ctx context.Context) error {
		defer lens.reading.Store(false)
		return p.lenses.read(ctx, lens)
	})
	if !begun {
		lens.reading.Store(false)
	}
}

// readTexts reads what a query that is answered in memory will need beside the church's own, in a time of its own: what these took is not
// its fault. Where that fails Postgres is asked for both.
func (p *passageCache) readTexts(ctx context.Context, q Query) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
	defer cancel()
	lens := p.lenses.of(q)
	if !lens.texts.Load().fresh(q) && p.lenses.read(ctx, lens) != nil {
		lens.failed()
	}
}

func (l *cachedLens) failed() { l.again.Store(time.Now().Add(readAgain).UnixNano()) }

// nearest finds the texts that queueLensTexts asks Postgres for. ok is false where it has to be asked.
func (t *lensTexts) nearest(q Query) (found []Passage, ok bool) {
	if len(t.passages) == 0 {
		return nil, true
	}
	hits, ok := t.index.Search(inmemory.Question{Vector: q.Embedding, Threshold: ThresholdsFor(q.Embedder).Search, Limit: mostLensTexts})
	for _, hit := range hits {
		text := t.passages[hit.Row]
		text.Similarity = hit.Similarity
		found = append(found, text)
	}
	return found, ok
}

// read reads the texts of a lens in one round trip. What is counted is read first: what is changed in between is in newer texts under an
// older count, and they are read once more.
func (l *lensCache) read(ctx context.Context, lens *cachedLens) error {
	texts := &lensTexts{readAt: time.Now()}
	var (
		indexed []inmemory.Row
		text    Passage
		vector  pgvector.Vector
	)
	batch := &pgx.Batch{}
	batch.Queue(`select coalesce(sum(epoch), 0)::bigint from reference_versions`).QueryRow(func(row pgx.Row) error { return row.Scan(&texts.reference) })
	batch.Queue(`
		select id, title, `+lensText+`, embedding from lens_texts where lens_id = $1 and embedder = $2 and embedding is not null`,
		withVectors{}, lens.lens, lens.embedder).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&text.ID, &text.Title, &text.Content, &vector}, func() error {
			text.Kind = KindTheology
			texts.passages = append(texts.passages, text)
			indexed = append(indexed, inmemory.Row{ID: text.ID, Vector: vector.Slice()})
			vector = pgvector.Vector{}
			return nil
		})
		return err
	})
	if err := l.pool.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	texts.index = inmemory.NewIndex(indexed)
	lens.texts.Store(texts)
	return nil
}
