package articles_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/articles"
	"narthex/admin/articles/articlestest"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// looks are what the blog asks for.
var looks = map[string]func(t testing.TB, store *articles.Store){
	"the list":            list(articles.Query{}),
	"the list, further":   further(articles.Query{}),
	"a category":          list(articles.Query{Category: "category-3"}),
	"a category, further": further(articles.Query{Category: "category-3"}),
	"what is to be embedded": func(t testing.TB, store *articles.Store) {
		if _, _, err := store.EmbedPending(t.Context(), retrieval.NewOffline()); err != nil {
			t.Fatal(err)
		}
	},
	"a tag of many":                list(articles.Query{Tag: "tag-2"}),
	"a tag of few":                 list(articles.Query{Tag: "rare-5"}),
	"a word of all":                list(articles.Query{Text: "church"}),
	"a word of all, further":       further(articles.Query{Text: "church"}),
	"a word of many":               list(articles.Query{Text: "privacy"}),
	"a word of many, further":      further(articles.Query{Text: "privacy"}),
	"a word of few":                list(articles.Query{Text: "narthex"}),
	"a word of none":               list(articles.Query{Text: "zebra"}),
	"a word of long articles":      list(articles.Query{Text: "lengthy"}),
	"words in a category":          list(articles.Query{Text: "church privacy", Category: "category-4"}),
	"words in a category, further": further(articles.Query{Text: "church privacy", Category: "category-4"}),
	"words that are excluded":      list(articles.Query{Text: "church -privacy"}),
	"the categories": func(t testing.TB, store *articles.Store) {
		if found, err := store.Categories(t.Context(), "en"); err != nil || len(found) != 8 {
			t.Fatalf("%d categories, %v", len(found), err)
		}
	},
	"an article":                      read("article-4001"),
	"an article in Spanish":           read("article-4020"),
	"an article that is not embedded": read("article-4003"),
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

// read asks for an article and what stands beside it.
func read(slug string) func(testing.TB, *articles.Store) {
	return func(t testing.TB, store *articles.Store) {
		a, err := store.BySlug(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		around, err := store.Around(t.Context(), a)
		if err != nil || around.Previous == nil || around.Next == nil || len(around.Related) != 3 {
			t.Fatalf("around it: %+v, %v", around, err)
		}
	}
}

// list asks for the first page.
func list(q articles.Query) func(testing.TB, *articles.Store) {
	q.Language, q.Limit = "en", 12
	return func(t testing.TB, store *articles.Store) {
		if _, err := store.List(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
}

// further asks for the page behind the first one.
func further(q articles.Query) func(testing.TB, *articles.Store) {
	q.Language, q.Limit = "en", 12
	return func(t testing.TB, store *articles.Store) {
		if q.After == "" {
			first, err := store.List(t.Context(), q)
			if err != nil || first.Next == "" {
				t.Fatalf("there is no second page: %v", err)
			}
			q.After = first.Next
		}
		if _, err := store.List(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever is asked, no query reads a whole table: Postgres counts how often it did.
func TestNoLookReadsTheWholeTable(t *testing.T) {
	db := pgtest.New(t)
	articlestest.Fill(t, db, 6000, 100, 5)
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

// BenchmarkLooks asks a table of 50,000 articles all that the blog asks, and reports the median and the 95th percentile of each in milliseconds.
// Loading takes a minute:
//
//	go test ./admin/articles -run '^$' -bench Looks -benchtime 200x
func BenchmarkLooks(b *testing.B) {
	db := pgtest.New(b)
	articlestest.Fill(b, db, 50_000, 500, 1)
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
			for _, percent := range []int{50, 95} {
				b.ReportMetric(float64(taken[(len(taken)*percent-1)/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", percent))
			}
		})
	}
}
