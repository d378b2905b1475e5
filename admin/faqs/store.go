package faqs

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

type store struct{ pool *pgxpool.Pool }

// FAQ is one as it is stored.
type FAQ struct {
	ID         uuid.UUID
	Question   string
	Answer     string
	Category   string
	Visibility string
	Exact      bool
	Version    string // of what is written, not of its embedding: a job that embeds it is no change
	Live       bool   // visitors are answered by it
	ReadOnly   bool   // beyond what the plan holds: it answers and can be deleted, but not changed
}

// live is whether visitors are answered by a FAQ: they are found by their questions (answerable_faqs). One whose answer alone has changed
// waits for its other embedding, and answers meanwhile.
const live = "question_embedding is not null and metadata ->> 'embedder' is not null"

// selected reads FAQs. $1 is the church, $2 how many the plan holds (0: any number). The oldest are within the plan.
const selected = `
	select id, title as question, content as answer, coalesce(metadata ->> 'faq_category', '') as category,
		coalesce(metadata ->> 'visibility', 'public') as visibility, coalesce(metadata ->> 'exact_response', 'false') = 'true' as exact,
		md5(jsonb_build_array(title, content, metadata - 'embedder')::text) as version,
		` + live + ` as live,
		$2::int > 0 and row_number() over (order by created_at, id) > $2::int as read_only
	from unified_rag_content where organization_id = $1 and content_type = 'faq' and curation_status = 'approved'`

// Errors of the store.
var (
	errGone     = errors.New("there is no such FAQ")
	errChanged  = errors.New("the FAQ was changed meanwhile")
	errFull     = errors.New("the plan holds no more FAQs")
	errReadOnly = errors.New("the FAQ is beyond what the plan holds")
)

// embedded is a FAQ's vectors, both empty where the embedder is away.
type embedded struct {
	whole, question []float32
	embedder        string
}

func (e embedded) known() bool { return e.whole != nil && e.question != nil }

// vector is a parameter of a query.
func vector(v []float32) *pgvector.Vector {
	if v == nil {
		return nil
	}
	made := pgvector.NewVector(v)
	return &made
}

// metadata is what stands in the column of that name.
func (d Draft) metadata(e embedded) map[string]any {
	m := map[string]any{"faq_category": d.Category, "visibility": d.Visibility, "exact_response": d.Exact}
	if e.known() {
		m["embedder"] = e.embedder
	}
	return m
}

// create stores a FAQ, if the plan holds one more. Those who do so at once wait for each other.
func (s store) create(ctx context.Context, a access.Admin, d Draft, e embedded) (id uuid.UUID, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		id, err = s.insert(ctx, tx, a, d, e)
		return err
	})
	return id, named("store a FAQ", err)
}

// ensure is create, unless there is the same FAQ.
func (s store) ensure(ctx context.Context, a access.Admin, d Draft, e embedded) (id uuid.UUID, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if err := s.wait(ctx, tx, a); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `
			select id from unified_rag_content
			where organization_id = $1 and content_type = 'faq' and curation_status = 'approved' and title = $2 and content = $3 and metadata - 'embedder' = $4
			order by created_at, id limit 1`,
			a.ChurchID, d.Question, d.Answer, d.metadata(embedded{})).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			id, err = s.insert(ctx, tx, a, d, e)
		}
		return err
	})
	return id, named("store a FAQ", err)
}

func (s store) insert(ctx context.Context, tx pgx.Tx, a access.Admin, d Draft, e embedded) (id uuid.UUID, err error) {
	if err := s.room(ctx, tx, a); err != nil {
		return uuid.Nil, err
	}
	err = tx.QueryRow(ctx, `
		insert into unified_rag_content (organization_id, content_type, title, content, curation_status, language, metadata, embedding, question_embedding)
		values ($1, 'faq', $2, $3, 'approved', $4, $5, $6, $7) returning id`,
		a.ChurchID, d.Question, d.Answer, a.Church.Language, d.metadata(e), vector(e.whole), vector(e.question)).Scan(&id)
	if err != nil {
		return uuid.Nil, err
	}
	return id, audit.Record(ctx, tx, "faq.created", map[string]string{"question": d.Question})
}

// wait has those who store FAQs of the church one after another, until the transaction ends.
func (s store) wait(ctx context.Context, tx pgx.Tx, a access.Admin) error {
	_, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('faqs ' || $1::text, 0))", a.ChurchID)
	return err
}

// room reports errFull when the plan holds no more.
func (s store) room(ctx context.Context, tx pgx.Tx, a access.Admin) error {
	limit, limited := a.Church.Plan.FAQLimit()
	if !limited {
		return nil
	}
	if err := s.wait(ctx, tx, a); err != nil {
		return err
	}
	var stored int
	const count = "select count(*) from unified_rag_content where organization_id = $1 and content_type = 'faq' and curation_status = 'approved'"
	if err := tx.QueryRow(ctx, count, a.ChurchID).Scan(&stored); err != nil {
		return err
	}
	if stored >= limit {
		return errFull
	}
	return nil
}

// planLimit is how many FAQs the admin's plan holds, 0 for any number.
func planLimit(a access.Admin) int {
	limit, limited := a.Church.Plan.FAQLimit()
	if !limited {
		return 0
	}
	return limit
}

// find is one of the church's.
func find(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID) (FAQ, error) {
	rows, err := tx.Query(ctx, "select * from ("+selected+") f where id = $3", a.ChurchID, planLimit(a), id)
	if err != nil {
		return FAQ{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[FAQ])
	if errors.Is(err, pgx.ErrNoRows) {
		return FAQ{}, errGone
	}
	return found, err
}

// asking are the church's FAQs that ask one of some questions in so many words, whatever their case.
func (s store) asking(ctx context.Context, a access.Admin, questions []string) (found []FAQ, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select * from ("+selected+") f where lower(question) in (select lower(asked) from unnest($3::text[]) asked)", a.ChurchID, planLimit(a), questions)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[FAQ])
		return err
	})
	return found, named("look for FAQs that ask the same", err)
}

// change overwrites a FAQ that is still as its author saw it.
func (s store) change(ctx context.Context, a access.Admin, id uuid.UUID, version string, d Draft, e embedded) (changed FAQ, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if err := s.mine(ctx, tx, a, id, version, true); err != nil {
			return err
		}
		// Vectors that are away stay as they are where the text they were made of does; the database takes the others away.
		_, err := tx.Exec(ctx, `
			update unified_rag_content set title = $3, content = $4, metadata = metadata || $5,
				embedding = coalesce($6, embedding), question_embedding = coalesce($7, question_embedding), embed_attempts = 0, embed_error = null
			where organization_id = $1 and id = $2`,
			a.ChurchID, id, d.Question, d.Answer, d.metadata(e), vector(e.whole), vector(e.question))
		if err != nil {
			return err
		}
		if changed, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "faq.changed", map[string]string{"question": d.Question})
	})
	return changed, named("change a FAQ", err)
}

// remove deletes a FAQ that is still as its author saw it.
func (s store) remove(ctx context.Context, a access.Admin, id uuid.UUID, version string) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if err := s.mine(ctx, tx, a, id, version, false); err != nil {
			return err
		}
		var question string
		if err := tx.QueryRow(ctx, "delete from unified_rag_content where organization_id = $1 and id = $2 returning title", a.ChurchID, id).Scan(&question); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "faq.deleted", map[string]string{"question": question})
	})
	return named("delete a FAQ", err)
}

// mine locks a FAQ, and says what stands against changing it.
func (s store) mine(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID, version string, writes bool) error {
	const lock = "select from unified_rag_content where organization_id = $1 and id = $2 and content_type = 'faq' for update"
	if tag, err := tx.Exec(ctx, lock, a.ChurchID, id); err != nil || tag.RowsAffected() == 0 {
		return errors.Join(err, gone(err))
	}
	found, err := find(ctx, tx, a, id)
	switch {
	case err != nil:
		return err
	case found.Version != version:
		return errChanged
	case writes && found.ReadOnly:
		return errReadOnly
	}
	return nil
}

func gone(err error) error {
	if err == nil {
		return errGone
	}
	return nil
}

func named(what string, err error) error {
	for _, known := range []error{errGone, errChanged, errFull, errReadOnly} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
