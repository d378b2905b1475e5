package articles_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"narthex/admin/articles"
	"narthex/migrations/pgtest"
)

func TestAnArticleGoesOnlyWhereItMay(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	later := time.Now().Add(time.Hour)
	statuses := []articles.Status{articles.Draft, articles.Scheduled, articles.Published, articles.Archived}
	may := map[articles.Status][]articles.Status{
		articles.Draft:     {articles.Draft, articles.Scheduled, articles.Published},
		articles.Scheduled: {articles.Scheduled, articles.Published, articles.Draft},
		articles.Published: {articles.Published, articles.Archived, articles.Draft},
		articles.Archived:  {articles.Archived, articles.Published, articles.Draft},
	}
	for _, from := range statuses {
		for _, to := range statuses {
			slug := string(from) + "-" + string(to)
			exec(t, db, `insert into articles (slug, title, content, status, published_at) values ($1, 'T', 'x', $2, now() + interval '1 day')`, slug, from)
			was, err := store.Move(t.Context(), slug, to, later)
			_, refused := errors.AsType[*articles.MoveError](err)
			if refused == slices.Contains(may[from], to) || err != nil && !refused || was != from {
				t.Errorf("from %s to %s: %v", from, to, err)
			}
		}
	}
	if _, err := store.Move(t.Context(), "nothing", articles.Draft, time.Time{}); !errors.Is(err, articles.ErrNotFound) {
		t.Errorf("of none: %v", err)
	}
	if _, err := store.Move(t.Context(), "draft-draft", articles.Scheduled, time.Time{}); !errors.Is(err, articles.ErrWithoutTime) {
		t.Errorf("scheduled for no time: %v", err)
	}
	var late int
	query(t, db, `select count(*) from articles where status = 'published' and slug not like 'published-%' and published_at > now()`, &late)
	if late > 0 {
		t.Errorf("%d articles were published for a time to come", late)
	}
}

func TestAPublishedArticleHasTheTimeThatItIsGiven(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, `insert into articles (slug, title, content, status) values ('hymns', 'T', 'x', 'draft')`)
	christmas := time.Date(2024, time.December, 24, 18, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		what     string
		at, want time.Time
	}{
		{"for the first time", christmas, christmas},
		{"again", time.Time{}, christmas},
		{"since another time", christmas.AddDate(0, 0, 1), christmas.AddDate(0, 0, 1)},
	} {
		if _, err := store.Move(t.Context(), "hymns", articles.Published, step.at); err != nil {
			t.Fatal(err)
		}
		if got, err := store.BySlug(t.Context(), "hymns"); err != nil || !got.PublishedAt.Equal(step.want) {
			t.Errorf("published %s: %v, %v", step.what, got.PublishedAt, err)
		}
	}
}

func TestScheduledArticlesArePublishedOnceAndNeverEarly(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, `insert into articles (slug, title, content, status, published_at)
		select 'due-' || n, 'T', 'x', 'scheduled', now() - n * interval '1 second' from generate_series(1, 50) n
		union all select 'early-' || n, 'T', 'x', 'scheduled', now() + n * interval '1 minute' from generate_series(1, 50) n
		union all select 'draft', 'T', 'x', 'draft', now() - interval '1 day'`)
	var mu sync.Mutex
	var published []string
	var nodes sync.WaitGroup
	for range 8 {
		nodes.Go(func() {
			slugs, err := store.PublishDue(t.Context())
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			published = append(published, slugs...)
		})
	}
	nodes.Wait()
	slices.Sort(published)
	if once := slices.Compact(slices.Clone(published)); len(published) != 50 || len(once) != 50 {
		t.Errorf("%d were published, %d different ones", len(published), len(once))
	}
	var early, moved int
	query(t, db, `select count(*) filter (where status = 'published' and published_at > now()), count(*) filter (where slug like 'early-%' and status <> 'scheduled') from articles`, &early, &moved)
	if early+moved > 0 {
		t.Errorf("%d are published early, %d moved", early, moved)
	}
}

func TestTheTableDatesWhatIsPublished(t *testing.T) {
	db := pgtest.New(t)
	exec(t, db, `insert into articles (slug, title, content) values ('a', 'T', 'x')`)
	exec(t, db, `insert into articles (slug, title, content, status) values ('b', 'T', 'x', 'draft')`)
	var dated, undated bool
	var readTime int
	query(t, db, `select bool_or(slug = 'a' and published_at is not null), bool_or(slug = 'b' and published_at is null), max(read_time) from articles`, &dated, &undated, &readTime)
	if !dated || !undated || readTime != 5 {
		t.Errorf("dated %v, undated %v, read time %d", dated, undated, readTime)
	}
	for what, sql := range map[string]string{
		"a scheduled one without a time": `insert into articles (slug, title, content, status) values ('c', 'T', 'x', 'scheduled')`,
		"no text":                        `insert into articles (slug, title, content) values ('c', 'T', '  ')`,
		"a slug that there is":           `insert into articles (slug, title, content) values ('a', 'T', 'x')`,
		"a status of another kind":       `insert into articles (slug, title, content, status) values ('c', 'T', 'x', 'hidden')`,
		"tags that are no array":         `insert into articles (slug, title, content, tags) values ('c', 'T', 'x', '{}')`,
		"a translation of itself":        `update articles set translation_of = id`,
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was taken", what)
		}
	}
}

func exec(t testing.TB, db *pgtest.DB, sql string, arguments ...any) {
	t.Helper()
	if _, err := db.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}

func query(t testing.TB, db *pgtest.DB, sql string, into ...any) {
	t.Helper()
	if err := db.Pool.QueryRow(t.Context(), sql).Scan(into...); err != nil {
		t.Fatal(err)
	}
}
