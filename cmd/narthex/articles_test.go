package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"narthex/admin/articles"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

// TestAScheduledArticleAppearsEverywhereAtOnce asks all places in which an article can appear: none has it before it is published, also
// when its time has come and nobody has published it yet, and then all do, under another ETag.
func TestAScheduledArticleAppearsEverywhereAtOnce(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	places := []string{"/blog", "/blog?q=trombone", "/blog?category=brass", "/blog?tag=slide", "/blog/feed.xml", "/blog/atom.xml", "/sitemaps/articles-1.xml", "/blog/whose-theology"}
	insert := `insert into articles (slug, title, content, status, published_at, category, tags)
		select 'trombones', 'Trombones at worship', content, 'scheduled', now() + interval '1 hour', '{"name":"Brass","slug":"brass"}', '["slide", "trombone"]' from articles where slug = 'whose-theology'`
	if _, err := db.Admin.Exec(t.Context(), insert); err != nil {
		t.Fatal(err)
	}
	store := &articles.Store{Pool: s.pool}
	if _, _, err := store.EmbedPending(t.Context(), s.embedder); err != nil {
		t.Fatal(err)
	}
	tags := make(map[string]string)
	look := func(when string, want bool) {
		t.Helper()
		for _, path := range places {
			tag, body := tagged(t, listening.URL+path)
			if has := strings.Contains(body, "/blog/trombones"); has != want {
				t.Errorf("%s, %s has it: %v", when, path, has)
			}
			if want && tag == tags[path] {
				t.Errorf("%s, %s has the ETag of before", when, path)
			}
			tags[path] = tag
		}
	}
	look("before its time", false)
	if _, err := db.Admin.Exec(t.Context(), "update articles set published_at = now() - interval '1 second' where slug = 'trombones'"); err != nil {
		t.Fatal(err)
	}
	look("when its time has come", false)
	if published, err := store.PublishDue(t.Context()); err != nil || len(published) != 1 {
		t.Fatalf("published %v, %v", published, err)
	}
	look("when it is published", true)
}

// counted has Postgres write down each publication, and take its time over it, so that who publishes the same article meets it.
const counted = `
	create table publications (slug text, early boolean);
	create function count_publication() returns trigger language plpgsql security definer as $$
	begin
		insert into publications values (new.slug, new.published_at > now());
		perform pg_sleep(0.005);
		return null;
	end $$;
	create trigger count_publication after update on articles for each row when (old.status = 'scheduled' and new.status = 'published')
		execute function count_publication()`

// coming are articles that come due within some seconds and others that do not, and as many jobs to publish them as two servers need that
// long for.
const coming = `
	insert into articles (slug, title, content, status, published_at)
		select 'due-' || n, 'T', 'x', 'scheduled', now() + n * interval '10 ms' from generate_series(1, 300) n
		union all select 'early-' || n, 'T', 'x', 'scheduled', now() + interval '1 day' from generate_series(1, 50) n;
	insert into river_job (args, kind, max_attempts, queue, state) select '{}', 'publish_articles', 1, 'default', 'available' from generate_series(1, 400)`

// TestTwoServersPublishAScheduledArticleOnce has two processes on one database publish the same articles at the same time.
func TestTwoServersPublishAScheduledArticleOnce(t *testing.T) {
	db := pgtest.New(t)
	nodes.Start(t, nodes.Config{Environment: append(withoutModel(),
		"DATABASE_URL="+db.URL, "DATABASE_ADMIN_URL="+db.AdminURL, "REDIS_URL="+stack.NeedRedisDB(t))})
	for _, sql := range []string{counted, coming} {
		if _, err := db.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var waiting, published, different, early, servers int
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if err := db.Admin.QueryRow(t.Context(), `
			select (select count(*) from articles where status = 'scheduled' and slug like 'due-%')
					+ (select count(*) from river_job where kind = 'publish_articles' and state in ('available', 'running')),
				count(*), count(distinct slug), count(*) filter (where early or slug like 'early-%'),
				(select count(distinct server) from river_job, unnest(attempted_by) server where kind = 'publish_articles')
			from publications`).Scan(&waiting, &published, &different, &early, &servers); err != nil {
			t.Fatal(err)
		}
		if waiting == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d articles and jobs still wait", waiting)
		}
	}
	if published != 300 || different != 300 || early != 0 || servers != 2 {
		t.Errorf("%d publications of %d articles, %d of them early, by %d servers", published, different, early, servers)
	}
	// Without any job that was added here: they look for what has come due by themselves.
	if _, err := db.Admin.Exec(t.Context(), `insert into articles (slug, title, content, status, published_at) values ('alone', 'T', 'x', 'scheduled', now() + interval '2 seconds')`); err != nil {
		t.Fatal(err)
	}
	for deadline, status := time.Now().Add(90*time.Second), ""; status != "published"; time.Sleep(50 * time.Millisecond) {
		if err := db.Admin.QueryRow(t.Context(), "select a.status, (select count(*) filter (where early) from publications) from articles a where slug = 'alone'").Scan(&status, &early); err != nil {
			t.Fatal(err)
		}
		if early > 0 || time.Now().After(deadline) {
			t.Fatalf("left to themselves, the servers have an article %s, %d early", status, early)
		}
	}
}

func tagged(t *testing.T, address string) (tag, body string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", address, response.StatusCode, err)
	}
	return response.Header.Get("ETag"), string(read)
}

// TestArticlesAreManagedFromTheCommandLine goes an article's way by the commands, as who writes the blog does.
func TestArticlesAreManagedFromTheCommandLine(t *testing.T) {
	p := prepareDemo(t)
	in, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	says := func(want string, args ...string) {
		t.Helper()
		if got := p.run(t, append([]string{"articles"}, args...)...); !strings.Contains(got, want) {
			t.Errorf("articles %s says %q, not %q", strings.Join(args, " "), got, want)
		}
	}
	write("hymns.md", "---\ntitle: Hymns\nstatus: draft\n---\n\nText.\n")
	says("new hymns", "import", in)
	write("bad.md", "---\ntitle: Bad\nauthor: 7\n---\n\nText.\n")
	write("hymns.md", "---\ntitle: Hymns and psalms\nstatus: draft\n---\n\nText.\n")
	command := exec.CommandContext(t.Context(), p.path, "articles", "import", in)
	command.Env = p.environment
	report, err := command.CombinedOutput()
	for _, want := range []string{"bad.md:3:", "changed hymns: title", "0 new, 1 changed, 0 unchanged, 1 not imported"} {
		if err == nil || !strings.Contains(string(report), want) {
			t.Errorf("a bad file beside a good one: %v, %s", err, report)
		}
	}
	if link := p.run(t, "articles", "preview", "hymns"); !regexp.MustCompile(`http://\S+/blog/hymns\?preview=\S{20,}`).MatchString(link) {
		t.Errorf("the preview is at %q", link)
	}
	says("hymns: scheduled, was draft", "publish", "--at", "2126-12-24T18:00:00Z", "hymns")
	says("hymns: published, was scheduled", "publish", "hymns")
	says("hymns: published, was published", "publish", "--at", "2024-12-24T18:00:00Z", "hymns")
	says("hymns: archived, was published", "archive", "hymns")
	says("hymns: draft, was archived", "draft", "hymns")
	says("11 articles written", "export", out)
	if exported, err := os.ReadFile(filepath.Join(out, "hymns.md")); err != nil || !strings.Contains(string(exported), `published_at: "2024-12-24T18:00:00Z"`) {
		t.Errorf("published since Christmas of 2024, it is exported as %s, %v", exported, err)
	}
	if err := os.Remove(filepath.Join(out, "hymns.md")); err != nil {
		t.Error(err)
	}
	if got := p.run(t, "articles", "import", out); strings.Contains(got, "new") || strings.Contains(got, "changed") {
		t.Errorf("what was exported is imported as %s", got)
	}
}

// TestAMissingPageHasWaysOut follows each of them, and looks at the page on every screen in both languages.
func TestAMissingPageHasWaysOut(t *testing.T) {
	s, _ := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	tab := browsertest.Open(t)
	for path, name := range map[string]string{"/nowhere?lang=es": "missing-es", "/blog/nowhere": "missing"} {
		tab.Do(chromedp.Navigate(listening.URL + path))
		tab.Wait(`document.querySelectorAll("main a[href]").length >= 4`)
		tab.Look("../../.artifacts/missing", name)
	}
	for _, way := range []string{"/", "/churches", "/blog", "/pricing"} {
		tab.Do(chromedp.Navigate(listening.URL + "/nowhere"))
		tab.Wait(`location.pathname === "/nowhere" && document.querySelector("main a[href='` + way + `']") !== null`)
		tab.Do(chromedp.Click(chromedp.CSS("main a[href='" + way + "']")))
		tab.Wait(`location.pathname === "` + way + `" && document.querySelector("main h1") !== null`)
	}
}
