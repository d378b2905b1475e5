package migrations_test

import (
	"errors"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"narthex/migrations/pgtest"
)

// answerable are the FAQs that may appear in an answer, as answerable_faqs has to have them.
const answerable = `
	select id, organization_id, metadata ->> 'embedder', title, content, coalesce(metadata ->> 'faq_category', ''), language,
	       coalesce(metadata ->> 'exact_response', '') = 'true', created_at, question_embedding_quantized
	from unified_rag_content
	where content_type = 'faq' and curation_status = 'approved' and question_embedding is not null and metadata ? 'embedder'
	  and metadata ->> 'visibility' is distinct from 'internal'`

// answerableAre fails the test unless answerable_faqs has so many FAQs, those of the knowledge.
func answerableAre(t *testing.T, db *pgtest.DB, when string, want int) {
	t.Helper()
	var amiss, kept int
	must(t, db.Admin.QueryRow(t.Context(), `
		select (select count(*) from ((`+answerable+` except all table answerable_faqs) union all (table answerable_faqs except all `+answerable+`)) as amiss),
		       (select count(*) from answerable_faqs)`).Scan(&amiss, &kept))
	if amiss != 0 || kept != want {
		t.Errorf("%s: %d FAQs are kept, want %d; %d rows differ", when, kept, want, amiss)
	}
}

func newFAQ(t *testing.T, db *pgtest.DB, church uuid.UUID) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	exec(t, db.Admin, `
		insert into unified_rag_content (id, organization_id, content_type, title, content, metadata, embedding, question_embedding)
		select $1, $2, 'faq', 'May I?', 'You may.', '{"embedder": "one", "faq_category": "visit", "exact_response": true}', v, v
		from (select array_fill(0.1::real, array[1536])::vector as v) as embedded`, id, church)
	return id
}

// What nodes read of FAQs is what is known of them, whatever is done to that.
func TestAnswerableFAQsAreThoseOfTheKnowledge(t *testing.T) {
	db := pgtest.New(t)
	church, other := newChurch(t, db, "ours"), newChurch(t, db, "theirs")
	newFAQ(t, db, church)
	newFAQ(t, db, other)
	faq := newFAQ(t, db, church)
	answerableAre(t, db, "inserted", 3)
	for _, change := range []struct {
		what, set string
		kept      int
	}{
		{"another answer", `content = 'You may, on Sundays.'`, 3},
		{"another question, which waits for its embedding", `title = 'May we?'`, 2},
		{"embedded again", `question_embedding = array_fill(0.2::real, array[1536])::vector`, 3},
		{"another vector", `question_embedding = (select array_agg(n) from generate_series(1, 1536) n)::vector`, 3},
		{"a vector of zeros", `question_embedding = array_fill(0::real, array[1536])::vector`, 3},
		{"embedded by another", `metadata = metadata || '{"embedder": "two"}'`, 3},
		{"embedded by nobody in particular", `metadata = metadata - 'embedder'`, 2},
		{"by somebody again", `metadata = metadata || '{"embedder": "one"}'`, 3},
		{"another category", `metadata = metadata || '{"faq_category": "people"}'`, 3},
		{"no category, not word for word", `metadata = '{"embedder": "one"}'`, 3},
		{"for staff alone", `metadata = metadata || '{"visibility": "internal"}'`, 2},
		{"for everybody", `metadata = metadata || '{"visibility": "public"}'`, 3},
		{"in Spanish", `language = 'es'`, 3},
		{"withdrawn", `curation_status = 'rejected'`, 2},
		{"edited while withdrawn", `content = 'No.'`, 2},
		{"approved", `curation_status = 'approved'`, 3},
		{"older", `created_at = created_at - interval '1 day'`, 3},
		{"theology", `content_type = 'theology'`, 2},
		{"an FAQ again", `content_type = 'faq'`, 3},
		{"another church's", `organization_id = (select id from churches where slug = 'theirs')`, 3},
		{"searched otherwise", `approximate = true`, 3},
	} {
		exec(t, db.Admin, `update unified_rag_content set `+change.set+` where id = $1`, faq)
		answerableAre(t, db, change.what, change.kept)
	}
	exec(t, db.Admin, `delete from unified_rag_content where id = $1`, faq)
	answerableAre(t, db, "deleted", 2)
	exec(t, db.Admin, `delete from churches where id = $1`, other)
	answerableAre(t, db, "its church deleted", 1)
}

// An update of other columns writes nothing: embedding a church anew, or sorting it, touches every row of it.
func TestAnswerableFAQsAreWrittenOnlyWhereTheyChange(t *testing.T) {
	db := pgtest.New(t)
	faq := newFAQ(t, db, newChurch(t, db, "ours"))
	version := func() (xmin string) {
		must(t, db.Admin.QueryRow(t.Context(), `select xmin::text from answerable_faqs where id = $1`, faq).Scan(&xmin))
		return xmin
	}
	before := version()
	exec(t, db.Admin, `update unified_rag_content set approximate = true, embedding = array_fill(0.3::real, array[1536])::vector where id = $1`, faq)
	if version() != before {
		t.Error("it was written again")
	}
	exec(t, db.Admin, `update unified_rag_content set content = 'No.' where id = $1`, faq)
	if version() == before {
		t.Error("another answer was not written")
	}
}

func TestTheAppReadsAnswerableFAQsOfOneChurchAndWritesNone(t *testing.T) {
	db := pgtest.New(t)
	ours, theirs := newChurch(t, db, "ours"), newChurch(t, db, "theirs")
	faq := newFAQ(t, db, ours)
	newFAQ(t, db, theirs)
	inOurs := func(do func(pgx.Tx) error) error {
		return pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
			enter(t, tx, ours)
			return do(tx)
		})
	}
	must(t, inOurs(func(tx pgx.Tx) error {
		var seen []uuid.UUID
		err := tx.QueryRow(t.Context(), `select array_agg(id) from answerable_faqs`).Scan(&seen)
		if len(seen) != 1 || seen[0] != faq {
			t.Errorf("%v are seen", seen)
		}
		return err
	}))
	for _, statement := range []string{
		`update answerable_faqs set answer = 'hacked'`,
		`delete from answerable_faqs`,
		`insert into answerable_faqs select gen_random_uuid(), organization_id, embedder, question, answer, category, language, exact, created_at from answerable_faqs`,
	} {
		err := inOurs(func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		})
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "42501" {
			t.Errorf("%s: %v", statement, err)
		}
	}
	// The app's own change of what is known arrives all the same, and none of another church's does.
	must(t, inOurs(func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `update unified_rag_content set content = 'Do come.'`)
		return err
	}))
	answerableAre(t, db, "written by the app", 2)
	var answers []string
	must(t, db.Admin.QueryRow(t.Context(), `select array_agg(answer order by answer) from answerable_faqs`).Scan(&answers))
	if len(answers) != 2 || answers[0] != "Do come." || answers[1] != "You may." {
		t.Errorf("%q", answers)
	}
}

func TestFAQsThatWereStoredBeforeAreAnswerable(t *testing.T) {
	db := pgtest.New(t)
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(db.Admin), os.DirFS("."))
	must(t, err)
	_, err = provider.DownTo(t.Context(), 410)
	must(t, err)
	church := newChurch(t, db, "ours")
	newFAQ(t, db, church)
	for _, set := range []string{
		`question_embedding_quantized = null`, `curation_status = 'pending'`, `metadata = '{}'`, `metadata = metadata || '{"visibility": "internal"}'`,
		`question_embedding = null`, `content_type = 'theology'`,
	} {
		exec(t, db.Admin, `update unified_rag_content set `+set+` where id = $1`, newFAQ(t, db, church))
	}
	_, err = provider.Up(t.Context())
	must(t, err)
	answerableAre(t, db, "stored before", 2)
}
