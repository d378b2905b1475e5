package retrieval

import (
	"context"
	"sync/atomic"
	"time"
	"weak"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"
	"github.com/x448/float16"

	"narthex/cache/bounded"
	"narthex/chat/church"
	"narthex/chat/panics"
	"narthex/retrieval/inmemory"
)

const (
	// maxCached is how many passages a church may have whose passages are cached in memory: comparing these with a question takes a third
	// of a millisecond. Nearly all churches have fewer.
	maxCached = 500

	defaultCacheBytes = 128 << 20

	// Reading what is to be cached takes longer than a visitor waits for a search, so nobody waits for it: it has a time of its own, and
	// what failed is left alone for a while. No more are read at once than leave connections to those who search.
	readLimit    = 5 * time.Second
	readAgain    = time.Minute
	mostReadings = 2

	// churchOverhead is what holding a church costs beside its passages, and passageOverhead what a passage does beside its text and index.
	churchOverhead, passageOverhead = 512, 160
)

// passageCache has the passages of churches in memory. A church's are read once it is searched for the second time as the same snapshot knows
// it: what is asked once in a while is not worth a megabyte. Until they are there Postgres is asked. They are good for that snapshot alone, which every change of the church's
// knowledge ends, as it does that of its FAQs.
type passageCache struct {
	pool     *pgxpool.Pool
	panics   *panics.Guard
	churches bounded.Cache[uuid.UUID, *cachedChurch]
	readings chan struct{} // has room for as many as are under way at once
	lenses   *lensCache
}

// cachedChurch is what is cached for one snapshot of a church.
type cachedChurch struct {
	snapshot weak.Pointer[church.Snapshot]
	embedder string
	index    *inmemory.Index // nil: nothing is cached
	passages []Passage       // of the rows of the index
	never    bool            // there are too many, or none
	reading  atomic.Bool     // what is to be cached is being read
	again    atomic.Int64    // it is not read before, in Unix nanoseconds: it could not be
}

func newPassageCache(pool *pgxpool.Pool, maxBytes uint64, guard *panics.Guard) *passageCache {
	if maxBytes == 0 {
		maxBytes = defaultCacheBytes
	}
	return &passageCache{
		pool: pool, panics: guard, readings: make(chan struct{}, mostReadings),
		churches: bounded.New(bounded.Config[uuid.UUID, *cachedChurch]{
			MostWeight: maxBytes,
			Weigh:      func(_ uuid.UUID, c *cachedChurch) uint32 { return c.bytes() },
		}),
		lenses: newLensCache(pool),
	}
}

func (c *cachedChurch) bytes() uint32 {
	bytes := churchOverhead
	if c.index != nil {
		bytes += c.index.Bytes()
	}
	for i := range c.passages {
		p := &c.passages[i]
		bytes += passageOverhead + len(p.Kind) + len(p.Title) + len(p.Content)
		for _, heading := range p.HeadingPath {
			bytes += len(heading)
		}
	}
	return uint32(min(bytes, 1<<31))
}

// search finds what Postgres would find. whole is false where it has to be asked, even if the church's own were found.
func (p *passageCache) search(ctx context.Context, q Query) (own, texts []Passage, whole bool) {
	if q.Snapshot == nil || q.Embedder == "" || church.Overlaid(ctx, q.ChurchID) {
		return nil, nil, false
	}
	c := p.church(ctx, q)
	if c == nil {
		return nil, nil, false
	}
	hits, ok := c.index.Search(inmemory.Question{
		Vector: halved(q.Embedding), Text: church.Storable(q.Text), Language: q.Language, Threshold: q.Threshold, Limit: q.Limit,
	})
	if !ok {
		return nil, nil, false
	}
	if q.Lens > 0 {
		var ofLens *lensTexts
		if ofLens, ok = p.lensTexts(ctx, q); ok {
			texts, ok = ofLens.nearest(q)
		}
	}
	own = make([]Passage, len(hits))
	for i, hit := range hits {
		own[i] = c.passages[hit.Row]
		own[i].Similarity, own[i].Score = hit.Similarity, hit.Score
	}
	return own, texts, ok
}

// halved is a vector as Postgres compares it, in half precision.
func halved(vector []float32) []float32 {
	half := make([]float32, len(vector))
	for i, v := range vector {
		half[i] = float16.Fromfloat32(v).Float32()
	}
	return half
}

// church is what is cached of the church of a query; nil: nothing, or not yet.
func (p *passageCache) church(ctx context.Context, q Query) *cachedChurch {
	snapshot := weak.Make(q.Snapshot)
	c, known := p.churches.Get(q.ChurchID)
	if !known || c.snapshot != snapshot || c.embedder != q.Embedder {
		p.churches.Set(q.ChurchID, &cachedChurch{snapshot: snapshot, embedder: q.Embedder})
		return nil
	}
	if c.index != nil {
		return c
	}
	if !c.never && time.Now().UnixNano() >= c.again.Load() && c.reading.CompareAndSwap(false, true) {
		p.load(ctx, q, c)
	}
	return nil
}

// load reads in the background what is to be cached of a church.
func (p *passageCache) load(ctx context.Context, q Query, c *cachedChurch) {
	later := func(error) {
		c.again.Store(time.Now().Add(readAgain).UnixNano())
		c.reading.Store(false)
	}
	begun := p.inBackground(ctx, q.ChurchID, later, func(ctx context.Context) error {
		read := &cachedChurch{snapshot: c.snapshot, embedder: c.embedder}
		if err := p.read(ctx, q, read); err != nil {
			return err // who searches meanwhile asks Postgres, and hears what is wrong
		}
		if q.Lens > 0 {
			p.readTexts(ctx, q)
		}
		p.churches.Update(q.ChurchID, func(now *cachedChurch, known bool) (*cachedChurch, bool) { return read, !known || now == c })
		return nil
	})
	if !begun { // the next who searches tries again
		c.reading.Store(false)
	}
}

// inBackground reads something from Postgres while others search; failed hears why that could not be. It is not begun where as much is being
// read already as may be.
func (p *passageCache) inBackground(ctx context.Context, churchID uuid.UUID, failed func(error), read func(context.Context) error) (begun bool) {
	select {
	case p.readings <- struct{}{}:
	default:
		return false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
	go func() {
		defer func() { <-p.readings }()
		defer cancel()
		defer p.panics.Recover("passages_cached", failed, "church", churchID)
		if err := read(ctx); err != nil {
			failed(err)
		}
	}()
	return true
}

// read reads what is to be cached of a church.
func (p *passageCache) read(ctx context.Context, q Query, c *cachedChurch) error {
	batch := &pgx.Batch{}
	batch.Queue(`select exists (select from unified_rag_content where organization_id = $1 and approximate)`, q.ChurchID)
	batch.Queue(`
		select id, document_id, content_type, title, content, heading_path, page, embedding_half, tsvector_to_array(words)
		from unified_rag_content
		where organization_id = $1 and not approximate and is_answerable(embedding, curation_status, metadata, $2)
		limit $3`, withVectors{}, q.ChurchID, q.Embedder, maxCached+1)
	return church.BatchInChurch(ctx, p.pool, q.ChurchID, batch, func(results pgx.BatchResults) error {
		if err := results.QueryRow().Scan(&c.never); err != nil {
			return err
		}
		rows, err := results.Query()
		if err != nil {
			return err
		}
		var indexed []inmemory.Row
		var row foundRow
		var vector pgvector.HalfVector
		var words []string
		_, err = pgx.ForEachRow(rows, []any{&row.ID, &row.DocumentID, &row.ContentType, &row.Title, &row.Content, &row.HeadingPath, &row.Page, &vector, &words}, func() error {
			indexed = append(indexed, inmemory.Row{ID: row.ID, Vector: vector.Slice(), Words: words})
			c.passages = append(c.passages, row.passage())
			row, vector, words = foundRow{}, pgvector.HalfVector{}, nil
			return nil
		})
		if err != nil {
			return err
		}
		if c.never = c.never || len(indexed) == 0 || len(indexed) > maxCached; c.never {
			c.passages = nil
			return nil
		}
		c.index = inmemory.NewIndex(indexed)
		return nil
	})
}
