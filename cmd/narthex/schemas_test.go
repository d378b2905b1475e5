package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/cmd/dev/stack"
)

// document is one that is held against the published schema of its kind: rss, atom, siteindex, sitemap, or ld for schema.org's vocabulary.
type document struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// broken are changes to documents that their schemas must find, or nothing would be proved by their silence.
var broken = []struct{ of, replace, with string }{
	{"/blog/feed.xml", "<link>", "<lnk/><link>"},
	{"/blog/feed.xml", " +0000</pubDate>", " Z</pubDate>"},
	{"/blog/feed.xml", `isPermaLink="false"`, `isPermaLink="no"`},
	{"/blog/atom.xml", "</id>", "</id><id>urn:x</id>"},
	{"/blog/atom.xml", "<published>20", "<published>"},
	{"/sitemap.xml", "<loc>", "<location/><loc>"},
	{"/sitemaps/articles-1.xml", "<lastmod>20", "<lastmod>on 20"},
	{"/blog/the-fifteen-questions", `"headline":`, `"headlines":`},
	{"/blog/the-fifteen-questions", `"isAccessibleForFree":true`, `"isAccessibleForFree":{"@type":"Person"}`},
	{"/churches/grace-harbor", `"@type":"Schedule"`, `"@type":"Sunday"`},
	{"/churches/grace-harbor", `"name":`, `"nome":`},
}

// TestWhatProgramsReadKeepsToPublishedSchemas holds feeds, sitemaps and the structured data of pages against the schemas that others have
// published: the grammars of RSS and Atom and the Sitemap protocol's with libxml2, schema.org's vocabulary with the types that its
// maintainers generate of it.
func TestWhatProgramsReadKeepsToPublishedSchemas(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	if _, err := db.Admin.Exec(t.Context(), `
		insert into articles (slug, title, content, published_at, author, category, tags, featured_image_url, featured_image_alt, seo) values
			('all', 'All <that> an "article" & its author have', E'Text with <b>marks</b> & a [link](/pricing).\n\nA note[^1].\n\n[^1]: Here.', now(), '{"name":"Ruth Okafor","title":"Pastor","bio":"x","url":"/about","image_url":"https://x.example/r.jpg"}',
			 '{"name":"Policy","slug":"policy"}', '["a & b", "c"]', 'https://x.example/a.jpg', 'A porch', '{"description":"Said","image_url":"/og.png","canonical_url":"https://elsewhere.example/a"}'),
			('little', E'Little \x07', 'x', null, null, null, null, null, null, null);
		insert into churches (slug, name) values ('bare', 'A church of which nothing is known')`); err != nil {
		t.Fatal(err)
	}
	documents := collect(t, listening.URL)
	for i, b := range broken {
		at := slices.IndexFunc(documents, func(d document) bool { return d.Name == b.of })
		if !strings.Contains(documents[at].Text, b.replace) {
			t.Fatalf("%s has no %s", b.of, b.replace)
		}
		documents = append(documents, document{fmt.Sprint("broken ", i), documents[at].Kind, strings.Replace(documents[at].Text, b.replace, b.with, 1)})
	}
	complaints := validate(t, documents)
	for _, d := range documents {
		found, held := complaints[d.Name]
		switch isBroken := strings.HasPrefix(d.Name, "broken "); {
		case !held:
			t.Errorf("%s was held against nothing", d.Name)
		case isBroken && len(found) == 0:
			t.Errorf("%s: no schema finds %+v", d.Name, broken[len(broken)-(len(documents)-slices.Index(documents, d))])
		case !isBroken && len(found) > 0:
			t.Errorf("%s: %s\n%s", d.Name, strings.Join(found, "\n"), d.Text)
		}
		if d.Kind == "ld" && !strings.HasPrefix(d.Name, "broken ") {
			checkRequired(t, d)
		}
	}
}

// collect fetches what there is of each kind.
func collect(t *testing.T, site string) (documents []document) {
	t.Helper()
	add := func(kind, path string) string {
		text := fetched(t, site+path)
		if kind == "ld" {
			block := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(text)
			if block == nil {
				t.Fatalf("%s has no structured data", path)
			}
			text = block[1]
		}
		documents = append(documents, document{path, kind, text})
		return text
	}
	for _, language := range []string{"", "?lang=es"} {
		add("rss", "/blog/feed.xml"+language)
		add("atom", "/blog/atom.xml"+language)
	}
	var pages []string
	for _, address := range locations(add("siteindex", "/sitemap.xml")) {
		pages = append(pages, locations(add("sitemap", strings.TrimPrefix(address, headsBase)))...)
	}
	if len(pages) < 100 {
		t.Errorf("the sitemaps name %d pages", len(pages))
	}
	listed := 0 // churches of the directory are alike: some stand for all
	for _, page := range pages {
		path := strings.TrimPrefix(page, headsBase)
		if listing := strings.HasPrefix(path, "/churches/"); listing {
			listed++
		}
		ours := slices.Contains([]string{"/churches/grace-harbor", "/churches/st-brigids", "/churches/nueva-vida", "/churches/bare"}, path)
		if strings.HasPrefix(path, "/blog/") || ours || strings.HasPrefix(path, "/churches/") && listed%20 == 0 {
			add("ld", path)
		}
	}
	return documents
}

func fetched(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", address, response.StatusCode, err)
	}
	return string(text)
}

// validate runs testdata/schemas/validate.mjs.
func validate(t *testing.T, documents []document) (complaints map[string][]string) {
	t.Helper()
	const folder = "testdata/schemas"
	node, modules := stack.NeedNode(t), stack.NeedNodeModules(t, os.DirFS(folder))
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(documents)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var out, said bytes.Buffer
	command := exec.CommandContext(ctx, node, filepath.Join(dir, "validate.mjs"))
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(input), &out, &said
	if err := command.Run(); err != nil {
		t.Fatalf("validate: %v\n%s", err, &said)
	}
	if err := json.Unmarshal(out.Bytes(), &complaints); err != nil {
		t.Fatalf("validate: %v\n%s", err, &out)
	}
	return complaints
}

// required are the properties without which search engines show nothing of an article or a church.
var required = map[string][]string{
	"Article": {"headline", "url", "mainEntityOfPage", "datePublished", "dateModified", "image", "inLanguage", "publisher"},
	"Church":  {"@id", "name", "url"},
}

// checkRequired sees that an article or church has what is required, and that a church whose services are known names those of Sunday.
func checkRequired(t *testing.T, d document) {
	t.Helper()
	var data map[string]any
	if err := json.Unmarshal([]byte(d.Text), &data); err != nil {
		t.Fatal(err)
	}
	kind, _ := data["@type"].(string)
	if required[kind] == nil {
		t.Errorf("%s is a %q", d.Name, kind)
	}
	for _, property := range required[kind] {
		if value := data[property]; value == nil || value == "" {
			t.Errorf("%s has no %s", d.Name, property)
		}
	}
	if slices.Contains([]string{"/churches/grace-harbor", "/churches/st-brigids", "/churches/nueva-vida"}, d.Name) {
		if data["address"] == nil || !strings.Contains(d.Text, `"byDay":"https://schema.org/Sunday"`) {
			t.Errorf("%s lacks its address or its services on Sunday: %s", d.Name, d.Text)
		}
	}
}
