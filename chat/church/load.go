package church

import (
	"context"
	"encoding/json"
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

// read loads everything known of one church in one round trip. The statements see the database one after another, not at
// one moment, so the versions are read first: should a change be committed in between, the snapshot has newer facts under
// an older epoch, and answers made from it are thrown away too early rather than kept too long.
func (s *Store) read(ctx context.Context, id uuid.UUID) (*entry, error) {
	batch := &pgx.Batch{}
	batch.Queue(selectVersions, id)
	batch.Queue(selectChurch, id)
	batch.Queue(selectTraditions, id)
	batch.Queue(selectFAQs, id, s.config.Embedder, MaxFAQs)
	batch.Queue(selectProducts, MaxProductEntries)

	e := &entry{loadedAt: time.Now(), bytes: entryBytes}
	e.until = e.loadedAt.Add(s.config.MaxAge)
	sum := reading{}
	sum.SetSeed(s.seed)
	defer func() { e.sum = sum.Sum64() }()
	err := BatchInChurch(ctx, s.pool, id, batch, func(results pgx.BatchResults) error {
		versions, err := scanVersions(results)
		if err != nil {
			return fmt.Errorf("read its versions: %w", err)
		}
		maphash.WriteComparable(&sum.Hash, versions)
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
		traditions, err := s.scanTraditions(results, &sum, &dropped)
		if err != nil {
			return fmt.Errorf("read its lens: %w", err)
		}
		faqs, err := scanFAQs(results, &sum, &dropped)
		if err != nil {
			return fmt.Errorf("read its FAQs: %w", err)
		}
		products, err := s.scanProducts(results, &sum, &dropped)
		if err != nil {
			return fmt.Errorf("read the product knowledge: %w", err)
		}
		e.snapshot = row.snapshot(e.directory, &dropped)
		e.snapshot.silence(&row, e.loadedAt, &dropped)
		e.snapshot.speakAs(traditions, int(row.LensID))
		e.snapshot.FAQs, e.snapshot.ProductKnowledge = faqs, products
		e.snapshot.Epoch, e.snapshot.RetractedThrough = versions.epoch, versions.retractedThrough
		e.snapshot.Reembedding = versions.reembedding
		e.bytes = row.bytes(faqs)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

const selectVersions = `
	select epoch, retracted_through,
		exists (
			select from unified_rag_content
			where organization_id = $1 and embedding is null and published_at is not null and curation_status = 'approved')
	from church_versions
	where church_id = $1`

type versions struct {
	epoch, retractedThrough int64
	reembedding             bool
}

// scanVersions: a church that nothing has happened to yet has no row, and is in epoch 0.
func scanVersions(results pgx.BatchResults) (v versions, err error) {
	err = results.QueryRow().Scan(&v.epoch, &v.retractedThrough, &v.reembedding)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return v, err
}

// subscribed is whether the church that is entered has a premium record.
const subscribed = `exists (select from premium_churches where church_id = (select narthex_church_id()))`

// lensOfChurch and lensOfDenomination are what may decide a church's lens; $1 is the church.
const (
	lensOfChurch = `(select theological_lens_id from church_theological_lenses where church_id = $1)`

	// The family's is for a church that is of none of its family's denominations.
	lensOfDenomination = `coalesce((select d.lens_id` + denominationOfChurch + `),
		(select f.lens_id from churches c join church_families f on f.key = c.church_family where c.id = $1))`
	denominationName = `(select d.name` + denominationOfChurch + `)`

	// By key or name, whatever the case; a key before a name.
	denominationOfChurch = `
		from churches c join lateral (
			select key, name, lens_id from denominations
			where lower(btrim(c.denomination)) in (lower(key), lower(name))
			order by lower(btrim(c.denomination)) = lower(key) desc, key
			limit 1) d on true
		where c.id = $1`
)

// The catalogue comes whole for a demonstration church, where a visitor may ask for any lens. One document a lens, so that
// its text can be compared with the one already in memory before anything is decoded.
//
// Nothing of this, or of what stands below, is made up for a church that is only listed.
const selectTraditions = `
	select l.id, jsonb_build_object(
		'slug', l.slug, 'name', l.name, 'description', l.description, 'vocabulary', l.vocabulary,
		'doctrine', (
			select coalesce(jsonb_agg(jsonb_build_object('topic', r.topic, 'position', r.position, 'forbidden', r.forbidden_terms)
			                          order by r.topic), '[]')
			from theological_contradictions r
			where r.lens_id = l.id
		))
	from theological_lenses l
	where (l.id = coalesce(` + lensOfChurch + `, ` + lensOfDenomination + `, 10)
	    or (select is_demo from churches where id = $1))
	  and ` + subscribed + `
	order by l.id`

func (s *Store) scanTraditions(results pgx.BatchResults, sum *reading, dropped *droppings) ([]Tradition, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	var (
		traditions []Tradition
		id         int
		document   []byte
	)
	_, err = pgx.ForEachRow(rows, []any{&id, &document}, func() error {
		sum.row(rows.RawValues())
		traditions = append(traditions, s.traditions.get(id, document, func() Tradition {
			return decodeTradition(id, document, dropped)
		}))
		return nil
	})
	return traditions, err
}

func decodeTradition(id int, document []byte, dropped *droppings) Tradition {
	var stored struct {
		Slug, Name, Description string
		Vocabulary              json.RawMessage
		Doctrine                []Rule
	}
	if err := json.Unmarshal(document, &stored); err != nil {
		dropped.note("theological_lenses", "not the expected document")
	}
	return Tradition{
		Lens: Lens{ID: id, Slug: stored.Slug, Name: stored.Name, Description: stored.Description,
			Vocabulary: decodeVocabulary(stored.Vocabulary, dropped)},
		Doctrine: stored.Doctrine,
	}
}

// speakAs sets the lens. A catalogue without the row leaves the lens with its id alone.
func (s *Snapshot) speakAs(traditions []Tradition, lensID int) {
	s.Lens.ID = lensID
	for _, t := range traditions {
		if t.Lens.ID == lensID {
			s.Lens, s.Doctrine = t.Lens, t.Doctrine
		}
	}
	if s.Demo {
		s.Catalogue = traditions
	}
}

// A vector that is not stored quantized comes as vector_send writes it, which takes a hundredth of the time of reading its text.
const selectFAQs = `
	select id, title, content, coalesce(metadata ->> 'faq_category', ''), language,
	       coalesce(metadata ->> 'exact_response', 'false') = 'true' as exact, question_embedding_quantized,
	       case when question_embedding_quantized is null then vector_send(question_embedding) end
	from unified_rag_content
	where organization_id = $1
	  and content_type = 'faq'
	  and curation_status = 'approved'
	  and question_embedding is not null
	  and metadata ->> 'embedder' = $2
	  and coalesce(metadata ->> 'visibility', 'public') = 'public'
	order by exact desc, created_at, id
	limit $3`

func scanFAQs(results pgx.BatchResults, sum *reading, dropped *droppings) ([]FAQ, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	var (
		faqs             []FAQ
		faq              FAQ
		quantized, exact pgtype.DriverBytes
		names            = make(map[string]string)
	)
	columns := []any{&faq.ID, &faq.Question, &faq.Answer, &faq.Category, &faq.Language, &faq.Exact, &quantized, &exact}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		sum.row(rows.RawValues())
		embedding, err := readEmbedding(quantized, exact)
		if err != nil {
			dropped.note("question_embedding", "not a vector")
			return nil
		}
		faq.QuestionEmbedding = embedding
		faq.Category, faq.Language = once(names, faq.Category), once(names, faq.Language)
		faqs = append(faqs, faq)
		return nil
	})
	return slices.Clone(faqs), err // as many as there are, not as there is room for
}

// once returns the first of the texts that are the same: few are told apart, and each would be in memory again for every row.
func once(known map[string]string, text string) string {
	if _, ok := known[text]; !ok {
		known[text] = text
	}
	return known[text]
}

const selectProducts = `
	select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'question', question, 'answer', answer) order by priority), '[]')
	from (select topic, question, answer, priority from product_knowledge where ` + subscribed + ` order by priority limit $1) as top`

func (s *Store) scanProducts(results pgx.BatchResults, sum *reading, dropped *droppings) ([]ProductEntry, error) {
	var document []byte
	if err := results.QueryRow().Scan(&document); err != nil {
		return nil, err
	}
	sum.row([][]byte{document})
	return s.products.get("", document, func() []ProductEntry {
		return decoded[[]ProductEntry](document, "product_knowledge", "not the expected document", dropped)
	}), nil
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
	batch.Queue(selectVersions, churchID) // first: what is retracted after it is in the list or in the next one
	batch.Queue(`
		select distinct content_id from knowledge_retractions where organization_id = $1 and version > $2`, churchID, version)
	err = s.ask(ctx, s.config.LoadTimeout, func(ctx context.Context) error {
		return BatchInChurch(ctx, s.pool, churchID, batch, func(results pgx.BatchResults) error {
			v, err := scanVersions(results)
			if err != nil {
				return err
			}
			through = max(version, v.retractedThrough)
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
		err = s.ask(ctx, similarityLimit, read)
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
