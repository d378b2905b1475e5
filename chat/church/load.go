package church

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"
)

// read loads everything known of one church, in one round trip where the reference data is at hand. The statements see the database
// one after another, not at one moment, so what is counted is read first: should a change be committed in between, the snapshot has newer
// facts under an older epoch, and answers made from it are thrown away too early rather than kept too long.
func (s *Store) read(ctx context.Context, id uuid.UUID) (*entry, error) {
	reference, err := s.currentReference(ctx)
	if err != nil {
		return nil, err
	}
	batch := &pgx.Batch{}
	batch.Queue(selectChurch, id)
	batch.Queue(selectFAQs, id, s.config.Embedder, MaxFAQs)

	e := &entry{loadedAt: time.Now(), bytes: entryBytes}
	e.until = e.loadedAt.Add(s.config.MaxAge)
	sum := reading{}
	sum.SetSeed(s.seed)
	maphash.WriteComparable(&sum.Hash, reference.sum)
	defer func() { e.sum = sum.Sum64() }()
	err = BatchInChurch(ctx, s.pool, id, batch, func(results pgx.BatchResults) error {
		row, err := scanChurch(results, &sum)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read its facts: %w", err)
		}
		var dropped droppings
		defer func() { s.report(ctx, id, dropped) }()
		e.directory = row.directory(&dropped)
		e.until = midnightAfter(e.loadedAt, e.directory.Location)
		if !row.Subscribed {
			e.bytes = row.bytes(nil)
			return nil
		}
		faqs, reembedding, err := scanFAQs(results, &sum, &dropped)
		if err != nil {
			return fmt.Errorf("read its FAQs: %w", err)
		}
		e.snapshot = row.snapshot(e.directory, &dropped)
		e.snapshot.silence(&row, e.loadedAt, &dropped)
		e.snapshot.speakAs(reference, int(row.LensID))
		e.snapshot.FAQs, e.snapshot.Reembedding = faqs, reembedding
		e.snapshot.Epoch, e.snapshot.ReferenceEpoch = row.Epoch+reference.epoch(e.snapshot), reference.changes()
		e.snapshot.RetractedThrough = row.RetractedThrough
		e.bytes = row.bytes(faqs)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// One row where there is no FAQ, with the last columns null. Whether knowledge waits to be embedded is read with the FAQs: asked for
// later, it could be no more when they were read without it.
//
// A vector that is not stored quantized comes as vector_send writes it, which takes a hundredth of the time of reading its text.
const selectFAQs = `
	select knowledge.waits, f.id, coalesce(f.question, ''), coalesce(f.answer, ''), coalesce(f.category, ''), coalesce(f.language, ''),
	       coalesce(f.exact, false), f.question_embedding_quantized,
	       case when f.question_embedding_quantized is null then (
	           select vector_send(k.question_embedding) from unified_rag_content k where k.organization_id = $1 and k.id = f.id) end
	from (
		select exists (
			select from unified_rag_content
			where organization_id = $1 and embedding is null and published_at is not null and curation_status = 'approved')
	) as knowledge (waits)
	left join answerable_faqs f on f.organization_id = $1 and f.embedder = $2
	order by f.exact desc, f.created_at, f.id
	limit $3`

func scanFAQs(results pgx.BatchResults, sum *reading, dropped *droppings) (faqs []FAQ, reembedding bool, err error) {
	rows, err := results.Query()
	if err != nil {
		return nil, false, err
	}
	var (
		id               *uuid.UUID
		faq              FAQ
		quantized, exact pgtype.DriverBytes
		names            = make(map[string]string)
	)
	columns := []any{&reembedding, &id, &faq.Question, &faq.Answer, &faq.Category, &faq.Language, &faq.Exact, &quantized, &exact}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		sum.row(rows.RawValues())
		if id == nil {
			return nil
		}
		embedding, err := readEmbedding(quantized, exact)
		if err != nil {
			dropped.note("question_embedding", "not a vector")
			return nil
		}
		faq.ID, faq.QuestionEmbedding = *id, embedding
		faq.Category, faq.Language = once(names, faq.Category), once(names, faq.Language)
		faqs = append(faqs, faq)
		return nil
	})
	return slices.Clone(faqs), reembedding, err // as many as there are, not as there is room for
}

// once returns the first of the texts that are the same: few are told apart, and each would be in memory again for every row.
func once(known map[string]string, text string) string {
	if _, ok := known[text]; !ok {
		known[text] = text
	}
	return known[text]
}

// readSlug returns the id of the church with the slug, uuid.Nil when there is none. The directory is public, so it needs
// no scope.
func readSlug(ctx context.Context, pool *pgxpool.Pool, slug string) (id uuid.UUID, err error) {
	err = pool.QueryRow(ctx, `select id from churches where slug = $1`, slug).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, nil
	}
	return id, err
}

// RetractedSince returns the knowledge rows that were edited or removed after that version, and the version that the list
// reaches.
func (s *Store) RetractedSince(ctx context.Context, churchID uuid.UUID, version int64) (contents []uuid.UUID, through int64, err error) {
	batch := &pgx.Batch{}
	// First: what is retracted after it is in the list or in the next one.
	batch.Queue(`select coalesce(max(retracted_through), 0) from church_versions where church_id = $1`, churchID)
	batch.Queue(`
		select distinct content_id from knowledge_retractions where organization_id = $1 and version > $2`, churchID, version)
	err = s.ask(ctx, s.config.LoadTimeout, func(ctx context.Context) error {
		return BatchInChurch(ctx, s.pool, churchID, batch, func(results pgx.BatchResults) error {
			if err := results.QueryRow().Scan(&through); err != nil {
				return err
			}
			through = max(version, through)
			rows, err := results.Query()
			if err != nil {
				return err
			}
			contents, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			return err
		})
	})
	if err != nil {
		return nil, version, fmt.Errorf("list retractions of church %s: %w", churchID, err)
	}
	return contents, through, nil
}

// similarityLimit is how long exact similarities may take: without them an answer comes all the same.
const similarityLimit = 300 * time.Millisecond

// FAQSimilarities gives the exact similarities of a church's FAQs to a vector, by their ids: a snapshot's are a little inexact (see
// Embedding). FAQs that are no more, or wait for their vector, are left out. With a context that carries an overlay of the church they
// are as they would be.
func (s *Store) FAQSimilarities(ctx context.Context, churchID uuid.UUID, faqs []uuid.UUID, vector []float32) (map[uuid.UUID]float64, error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select id, 1 - (question_embedding <=> $3)
		from unified_rag_content
		where organization_id = $1 and id = any($2) and question_embedding is not null`, churchID, faqs, pgvector.NewVector(vector))
	found := make(map[uuid.UUID]float64, len(faqs))
	read := func(ctx context.Context) error {
		return BatchInChurch(ctx, s.pool, churchID, batch, func(results pgx.BatchResults) error {
			rows, err := results.Query()
			if err != nil {
				return err
			}
			var (
				id         uuid.UUID
				similarity float64
			)
			_, err = pgx.ForEachRow(rows, []any{&id, &similarity}, func() error { found[id] = similarity; return nil })
			return err
		})
	}
	var err error
	if overlayOf(ctx, churchID) != nil {
		ctx, cancel := context.WithTimeout(ctx, similarityLimit)
		defer cancel()
		err = read(ctx)
	} else {
		err = s.askBriefly(ctx, similarityLimit, read)
	}
	if err != nil {
		return nil, fmt.Errorf("weigh FAQs of church %s: %w", churchID, err)
	}
	return found, nil
}

// noEpoch is of a church as it would be: no answer was remembered in it.
const noEpoch = -1

// overlaid reads a church as it would be. It is kept with the overlay alone: visitors are answered of what the store keeps.
func (s *Store) overlaid(ctx context.Context, o *Overlay) (*Snapshot, error) {
	o.reading.Lock()
	defer o.reading.Unlock()
	if o.snapshot != nil {
		return o.snapshot, nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.config.LoadTimeout)
	defer cancel()
	read, err := s.read(ctx, o.ChurchID)
	if err != nil {
		return nil, err
	}
	snapshot, err := read.subscribed()
	if err != nil {
		return nil, err
	}
	snapshot.Epoch = noEpoch
	o.snapshot = snapshot
	return snapshot, nil
}
