package articles_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"narthex/admin/articles"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// neighbours are articles of which one shares its tags with 'origin', and another what it says. Those that nobody may find say it to the
// word.
const neighbours = `
	insert into articles (slug, title, content, status, published_at, language, tags) values
		('origin', 'Parking', 'Where visitors leave their cars on Sunday: the parking lot behind the hall, and the street.', 'published', '2026-01-01', 'en', '["first visit"]'),
		('cars', 'Leaving the car', 'The parking lot behind the hall is full of cars on Sunday; visitors find the street.', 'published', '2026-01-02', 'en', null),
		('tagged', 'Singing', 'A choir rehearses anthems, psalms and canticles every Thursday evening.', 'published', '2026-01-03', 'en', '["first visit"]'),
		('baptism', 'Baptism', 'Godparents prepare for the font with a minister.', 'published', '2026-01-04', 'en', null)`

const hidden = `
	insert into articles (slug, title, content, status, published_at, language)
	select hidden.slug, title, content, hidden.status, hidden.at, hidden.language from articles, (values
		('draft', 'draft', null, 'en'), ('plan', 'scheduled', now() + interval '1 hour', 'en'), ('ahead', 'published', now() + interval '1 hour', 'en'),
		('gone', 'archived', now() - interval '1 day', 'en'), ('espanol', 'published', now() - interval '1 day', 'es')) as hidden (slug, status, at, language)
	where articles.slug = 'origin'`

// related are the slugs of those that an article offers.
func related(t *testing.T, store *articles.Store, slug string) string {
	t.Helper()
	a, err := store.BySlug(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	around, err := store.Around(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, one := range around.Related {
		slugs = append(slugs, one.Slug)
	}
	return strings.Join(slugs, " ")
}

func embed(t *testing.T, store *articles.Store, embedder retrieval.Embedder, wantEmbedded, wantFailed int) {
	t.Helper()
	embedded, failed, err := store.EmbedPending(t.Context(), embedder)
	if err != nil || embedded != wantEmbedded || failed != wantFailed {
		t.Fatalf("%d embedded, %d failed, %v; want %d and %d", embedded, failed, err, wantEmbedded, wantFailed)
	}
}

func TestRelatedArticlesAreThoseThatSayMuchTheSame(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, neighbours)
	if got := related(t, store, "origin"); got != "tagged" {
		t.Errorf("by tags alone: %q", got)
	}
	exec(t, db, hidden)
	embed(t, store, retrieval.NewOffline(), 9, 0)
	embed(t, store, retrieval.NewOffline(), 0, 0)
	if got := related(t, store, "origin"); !strings.HasPrefix(got, "cars ") || strings.Count(got, " ") != 2 {
		t.Errorf("by what they say: %q", got)
	}
	for _, never := range []string{"draft", "plan", "ahead", "gone", "espanol", "origin"} {
		if got := related(t, store, "origin"); strings.Contains(got, never) {
			t.Errorf("%s is offered: %s", never, got)
		}
	}
	if got := related(t, store, "espanol"); got != "" {
		t.Errorf("to the only one of its language are related: %q", got)
	}
	var touched int
	query(t, db, "select count(*) from articles where updated_at <> created_at", &touched)
	if touched > 0 {
		t.Errorf("embedding changed %d articles", touched)
	}
	exec(t, db, `update articles set content = 'A choir of godparents rehearses anthems and psalms on Thursday for the font.' where slug = 'baptism'`)
	embed(t, store, retrieval.NewOffline(), 1, 0)
	if got := related(t, store, "tagged"); !strings.HasPrefix(got, "baptism ") {
		t.Errorf("after an edit: %q", got)
	}
	exec(t, db, `update articles set status = 'draft' where slug = 'cars'`)
	if got := related(t, store, "origin"); strings.Contains(got, "cars") {
		t.Errorf("one that was taken back is offered: %q", got)
	}
	exec(t, db, `delete from articles where slug = 'tagged'`)
	embed(t, store, retrieval.NewOffline(), 0, 0)
}

// Tags fill up what embeddings do not find yet.
func TestArticlesThatAreNotEmbeddedAreFoundByTheirTags(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, neighbours)
	embed(t, store, &troubled{refuses: "choir"}, 3, 1)
	if got := related(t, store, "origin"); got != "cars baptism tagged" {
		t.Errorf("with one that is not embedded: %q", got)
	}
}

// troubled is the offline embedder under another name, which cannot embed some texts.
type troubled struct {
	retrieval.Offline
	name    string
	refuses string // embeds no text with this word
	down    error
	during  func() // called while it embeds
}

func (e *troubled) Name() string { return e.Offline.Name() + e.name }

func (e *troubled) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if e.down != nil {
		return nil, e.down
	}
	if e.during != nil {
		e.during()
	}
	vectors, err := e.Offline.Embed(ctx, texts)
	partial := &retrieval.PartialError{Errs: make(map[int]error)}
	for i, text := range texts {
		if e.refuses != "" && strings.Contains(text, e.refuses) {
			vectors[i], partial.Errs[i] = nil, errors.New("a text of\x00a kind that is refused")
		}
	}
	if len(partial.Errs) > 0 {
		return vectors, partial
	}
	return vectors, err
}

func TestAnEditDuringEmbeddingIsEmbeddedAsWell(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, neighbours)
	edits := 0
	embedder := &troubled{during: func() {
		if edits++; edits == 1 {
			exec(t, db, `update articles set content = 'A choir rehearses for the godparents at the font.' where slug = 'cars'`)
		}
	}}
	embed(t, store, embedder, 5, 0) // all four, and again what was edited meanwhile
	if got := related(t, store, "tagged"); !strings.HasPrefix(got, "cars ") {
		t.Errorf("the vector is that of the text before: %q", got)
	}
	var outdated int
	query(t, db, "select count(*) from article_embeddings where outdated", &outdated)
	if edits != 2 || outdated != 0 {
		t.Errorf("embedded %d times, %d left", edits, outdated)
	}
}

func TestWhatCannotBeEmbeddedIsTriedAgainLater(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, neighbours)
	down := &troubled{down: errors.New("the embedder is away")}
	if _, failed, err := store.EmbedPending(t.Context(), down); !errors.Is(err, down.down) || failed != 4 {
		t.Fatalf("%d failed, %v", failed, err)
	}
	embed(t, store, retrieval.NewOffline(), 0, 0)
	exec(t, db, "update article_embeddings set tried_at = tried_at - interval '31 seconds'")
	embed(t, store, &troubled{refuses: "Baptism"}, 3, 1)
	exec(t, db, "update article_embeddings set tried_at = tried_at - interval '31 seconds'")
	embed(t, store, retrieval.NewOffline(), 0, 0) // it has failed twice, and waits for a minute
	exec(t, db, "update articles set title = 'The font' where slug = 'baptism'")
	embed(t, store, &troubled{refuses: "Baptism"}, 1, 0) // another text is tried at once
}

func TestReembeddingConvertsWhatAnotherEmbedderHasMade(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, neighbours)
	exec(t, db, hidden)
	embed(t, store, retrieval.NewOffline(), 9, 0)
	other := &troubled{name: " of another kind", refuses: "choir"}
	embedded, failed, err := store.Reembed(t.Context(), other)
	if err != nil || embedded != 8 || failed != 1 {
		t.Fatalf("%d converted, %d failed, %v", embedded, failed, err)
	}
	if got := related(t, store, "origin"); got != "cars baptism tagged" { // the one of the other embedder by its tag alone
		t.Errorf("while one has a vector of another kind: %q", got)
	}
	other.refuses = ""
	for _, want := range []int{1, 0} {
		if embedded, failed, err := store.Reembed(t.Context(), other); err != nil || embedded != want || failed != 0 {
			t.Errorf("again: %d converted, %d failed, %v", embedded, failed, err)
		}
	}
}
