// Package articlestest stores many articles, for tests of plans and for benchmarks.
package articlestest

import (
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"narthex/migrations/pgtest"
)

// bodies are texts of so many words. Words are as rare as in a language: a few in all, many in hardly any. Many articles have the same
// text behind their own first words, and its words are made only once: that is what takes longest of storing an article.
const bodies = `
	create table bodies as
	with words as (
		select array_agg(word || chr(97 + n %% 26) order by n) as list from (select n, substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 6) as word from generate_series(1, 4000) n) made
	), texts as (
		select n, list[1 + n] as word, (select string_agg(list[1 + (3999 * power(random() + 0 * (n + w), 3))::int], ' ') from generate_series(1, %d) w) as body
		from generate_series(0, 508) n, words
	)
	select n, word, body, to_tsvector('pg_catalog.english', body) as words from texts;
	create unique index on bodies (n)`

// plain has articles stored without what is done with each of them, and without indexes: they are made at the end, from all articles.
// The words are stored as they are given.
const plain = `
	create table built as select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indrelid::regclass::text as of
		from pg_index where indrelid in ('articles'::regclass, 'article_embeddings'::regclass) and not indisunique;
	do $$ declare name text; begin for name in select b.name from built b loop execute 'drop index ' || name; end loop; end $$;
	alter table articles disable trigger user, alter column words drop expression`

// many are the articles. One of 251 is twelve times as long as the others, and says so.
const many = `
	insert into articles (slug, title, excerpt, content, status, published_at, category, tags, author, language, words)
	select 'article-' || i.n, said.title, said.excerpt, said.start || repeat(b.body || E'.\n\n', case when i.n %% 251 = 0 then 12 else 1 end),
		case when i.n %% 50 = 0 then 'draft' when i.n %% 51 = 0 then 'archived' else 'published' end, timestamptz '2020-01-01' + i.n * interval '1 hour',
		jsonb_build_object('name', 'Category ' || i.n %% 8, 'slug', 'category-' || i.n %% 8), said.tags, '{"name":"Ann Lee"}', said.language,
		article_words(said.language, said.title, said.excerpt, said.tags, said.start) || setweight(b.words, 'D')
	from generate_series(1, %d) i (n) join bodies b on b.n = i.n %% 509, lateral (
		select 'Title ' || b.word || ' church' as title, 'An excerpt of article ' || i.n as excerpt,
			'church ' || case when i.n %% 10 = 0 then 'privacy ' else '' end || case when i.n %% 1000 = 0 then 'narthex ' else '' end
				|| case when i.n %% 251 = 0 then 'lengthy ' else '' end as start,
			jsonb_build_array('tag-' || i.n %% 5, 'rare-' || i.n %% 997) as tags, case when i.n %% 20 = 0 then 'es' else 'en' end as language) said`

// vectors gives one article of so many one of 64 directions, a little off it: as articles stand that have topics. That of place 4003 waits
// for the embedder.
const vectors = `
	create temporary table directions as
		select n, array_agg((random() - 0.5) * case when n < 64 then 1 else 0.3 end)::vector as direction from generate_series(0, 1063) n, generate_series(1, 1536) d group by n;
	create unique index on directions (n);
	insert into article_embeddings (article_id, outdated, embedding, embedder)
	select a.id, false, case when embedded then topic.direction + one.direction + other.direction end, case when embedded then 'offline:v1' end
	from (select id, place, place %% %[1]d = 1 %% %[1]d and place <> 4003 as embedded from (select id, substr(slug, 9)::int as place from articles) placed) a
		join directions topic on topic.n = a.place %% 64 join directions one on one.n = 64 + a.place %% 997 join directions other on other.n = 64 + a.place %% 991`

// indexes makes those of a table again. The vectors stand beside their table, which Postgres takes for too small a one to be read by
// several at once.
const indexes = `
	set maintenance_work_mem = '1GB';
	alter table article_embeddings set (parallel_workers = 2);
	do $$ declare definition text; begin for definition in select b.definition from built b where b.of = '%s' loop execute definition; end loop; end $$;
	reset maintenance_work_mem`

// Fill stores articles of a number of words, and vectors of one of so many of them.
func Fill(t testing.TB, db *pgtest.DB, count, length, perVector int) {
	t.Helper()
	run := func(statements ...string) error {
		conn, err := db.Admin.Acquire(t.Context())
		if err != nil {
			return err
		}
		defer conn.Release()
		for _, statement := range statements {
			if _, err := conn.Exec(t.Context(), statement); err != nil {
				return fmt.Errorf("%w: %s", err, statement)
			}
		}
		return nil
	}
	if err := run(fmt.Sprintf(bodies, length), plain, fmt.Sprintf(many, count)); err != nil {
		t.Fatal(err)
	}
	var both errgroup.Group
	both.Go(func() error {
		return run(fmt.Sprintf(vectors, perVector), fmt.Sprintf(indexes, "article_embeddings"), "vacuum analyze article_embeddings")
	})
	both.Go(func() error {
		return run(fmt.Sprintf(indexes, "articles"), "vacuum analyze articles")
	})
	if err := both.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := run("alter table articles enable trigger user"); err != nil {
		t.Fatal(err)
	}
}
