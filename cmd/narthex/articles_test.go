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

	"github.com/chromedp/chromedp"

	"narthex/admin/articles"
	"narthex/cmd/dev/browsertest"
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
	says("hymns: archived, was published", "archive", "hymns")
	says("hymns: draft, was archived", "draft", "hymns")
	says("11 articles written", "export", out)
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
