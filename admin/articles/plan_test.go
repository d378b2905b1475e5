package articles_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/articles"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// many fills the table with articles of a number of words. Words are as rare as in a language: a few in all, many in hardly any.
const many = `
	with words as (
		select array_agg(word || chr(97 + n %% 26) order by n) as list from (select n, substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 6) as word from generate_series(1, 4000) n) made
	)
	insert into articles (slug, title, excerpt, content, status, published_at, category, tags, author, language)
	select 'article-' || n, 'Title ' || list[1 + n %% 4000] || ' church', 'An excerpt of article ' || n,
		'church ' || case when n %% 10 = 0 then 'privacy ' else '' end || case when n %% 1000 = 0 then 'narthex ' else '' end || (
			select string_agg(list[1 + (4000 * power(random() + 0 * (n + w), 3))::int], ' ') from generate_series(1, %[2]d) w),
		case when n %% 50 = 0 then 'draft' when n %% 51 = 0 then 'archived' else 'published' end, timestamptz '2020-01-01' + n * interval '1 hour',
		jsonb_build_object('name', 'Category ' || n %% 8, 'slug', 'category-' || n %% 8), jsonb_build_array('tag-' || n %% 5, 'rare-' || n %% 997), '{"name":"Ann Lee"}',
		case when n %% 20 = 0 then 'es' else 'en' end
	from generate_series(1, %[1]d) n, words`

// vectors gives one article of so many one of 64 directions, a little off it: as articles stand that have topics. The index is built at
// the end, which takes a tenth of the time.
const vectors = `
	set local maintenance_work_mem = '1GB';
	drop index article_embeddings_nearest;
	create temporary table directions on commit drop as
		select n, array_agg((random() - 0.5) * case when n < 64 then 1 else 0.3 end)::vector as direction from generate_series(0, 1063) n, generate_series(1, 1536) d group by n;
	create unique index on directions (n);
	update article_embeddings set outdated = false;
	update article_embeddings e set embedding = topic.direction + one.direction + other.direction, embedder = 'offline:v1'
	from (select id as article_id, substr(slug, 9)::int as place from articles) a
		join directions topic on topic.n = a.place %% 64 join directions one on one.n = 64 + a.place %% 997 join directions other on other.n = 64 + a.place %% 991
	where a.article_id = e.article_id and a.place %% %[1]d = 1 %% %[1]d;
	create index article_embeddings_nearest on article_embeddings using hnsw (embedding vector_cosine_ops)`

func fill(t testing.TB, db *pgtest.DB, count, length, perVector int) {
	t.Helper()
	exec(t, db, fmt.Sprintf(many, count, length))
	if _, err := db.Admin.Exec(t.Context(), fmt.Sprintf(vectors, perVector)); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"articles", "article_embeddings"} {
		if _, err := db.Admin.Exec(t.Context(), "vacuum analyze "+table); err != nil {
			t.Fatal(err)
		}
	}
}

// looks are what the blog asks for.
var looks = map[string]func(t testing.TB, store *articles.Store){
	"the list":   list(articles.Query{}),
	"a category": list(articles.Query{Category: "category-3"}),
	"what is to be embedded": func(t testing.TB, store *articles.Store) {
		if _, _, err := store.EmbedPending(t.Context(), retrieval.NewOffline()); err != nil {
			t.Fatal(err)
		}
	},
	"a tag of many":           list(articles.Query{Tag: "tag-2"}),
	"a tag of few":            list(articles.Query{Tag: "rare-5"}),
	"a word of all":           list(articles.Query{Text: "church"}),
	"a word of many":          list(articles.Query{Text: "privacy"}),
	"a word of few":           list(articles.Query{Text: "narthex"}),
	"a word of none":          list(articles.Query{Text: "zebra"}),
	"words in a category":     list(articles.Query{Text: "church privacy", Category: "category-4"}),
	"words that are excluded": list(articles.Query{Text: "church -privacy"}),
	"the categories": func(t testing.TB, store *articles.Store) {
		if found, err := store.Categories(t.Context(), "en"); err != nil || len(found) != 8 {
			t.Fatalf("%d categories, %v", len(found), err)
		}
	},
	"an article": func(t testing.TB, store *articles.Store) {
		a, err := store.BySlug(t.Context(), "article-4001")
		if err != nil {
			t.Fatal(err)
		}
		around, err := store.Around(t.Context(), a)
		if err != nil || around.Previous == nil || around.Next == nil || len(around.Related) != 3 {
			t.Fatalf("around it: %+v, %v", around, err)
		}
	},
	"an old address": func(t testing.TB, store *articles.Store) {
		if to, err := store.MovedTo(t.Context(), "before"); err == nil {
			t.Fatalf("leads to %s", to)
		}
	},
	"what is due": func(t testing.TB, store *articles.Store) {
		if _, err := store.PublishDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	},
	"what changed": func(t testing.TB, store *articles.Store) {
		if at, err := store.Changed(t.Context()); err != nil || at.IsZero() {
			t.Fatalf("%v, %v", at, err)
		}
	},
	"the feed": func(t testing.TB, store *articles.Store) {
		if found, err := store.Newest(t.Context(), "en", 20); err != nil || len(found) != 20 {
			t.Fatalf("%d, %v", len(found), err)
		}
	},
}

func list(q articles.Query) func(testing.TB, *articles.Store) {
	return func(t testing.TB, store *articles.Store) {
		q.Language, q.Limit = "en", 13
		page, err := store.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if page.Next != "" {
			q := q
			q.After = page.Next
			if _, err = store.List(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Whatever is asked, no query reads a whole table: Postgres counts how often it did.
func TestNoLookReadsTheWholeTable(t *testing.T) {
	db := pgtest.New(t)
	fill(t, db, 6000, 100, 5)
	for name, look := range looks {
		t.Run(name, func(t *testing.T) {
			if n := wholeReads(t, db, look); n != 0 {
				t.Errorf("read the whole table %d times", n)
			}
		})
	}
	// And so that this can be believed: without the indexes it is found out.
	if _, err := db.Admin.Exec(t.Context(), `do $$ declare i record; begin
		for i in select indexrelid::regclass as name from pg_index where indrelid = 'articles'::regclass and not indisunique loop execute 'drop index ' || i.name; end loop;
	end $$`); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"the list", "a category", "a word of few", "the feed"} {
		if wholeReads(t, db, looks[name]) == 0 {
			t.Errorf("without its index, %s does not read the whole table", name)
		}
	}
}

// wholeReads counts how often a look reads the whole table.
func wholeReads(t *testing.T, db *pgtest.DB, look func(testing.TB, *articles.Store)) int {
	t.Helper()
	scans := func() (n int) {
		query(t, db, `select pg_stat_force_next_flush() is null or true, sum(seq_scan) from pg_stat_user_tables where relname in ('articles', 'article_embeddings')`, new(bool), &n)
		return n
	}
	pool := onlyConnection(t, db)
	before := scans()
	for range 8 { // from the sixth time on, a statement may have a plan for all arguments
		look(t, &articles.Store{Pool: pool})
	}
	if _, err := pool.Exec(t.Context(), "select pg_stat_force_next_flush()"); err != nil {
		t.Fatal(err)
	}
	pool.Close() // what a session counted is told at its end at the latest
	return scans() - before
}

// onlyConnection is a pool of one, whose statements are prepared once.
func onlyConnection(t testing.TB, db *pgtest.DB) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// BenchmarkLooks asks a table of 50,000 articles all that the blog asks, and reports the 95th percentile of each in milliseconds.
// Loading takes minutes:
//
//	go test ./admin/articles -run '^$' -bench Looks -benchtime 200x -timeout 30m
func BenchmarkLooks(b *testing.B) {
	db := pgtest.New(b)
	fill(b, db, 50_000, 500, 1)
	store := &articles.Store{Pool: db.Pool}
	for name, look := range looks {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			var taken []time.Duration
			for b.Loop() {
				began := time.Now()
				look(b, store)
				taken = append(taken, time.Since(began))
			}
			slices.Sort(taken)
			b.ReportMetric(float64(taken[(len(taken)*95-1)/100].Microseconds())/1000, "p95-ms")
		})
	}
}
