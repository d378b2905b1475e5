package articles_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"narthex/admin/articles"
	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

func folder(files map[string]string) fstest.MapFS {
	made := make(fstest.MapFS)
	for name, text := range files {
		made[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return made
}

// imported says in a line for each file what became of it.
func imported(t *testing.T, store *articles.Store, files fstest.MapFS) string {
	t.Helper()
	report, err := store.Import(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, one := range report {
		switch {
		case one.Fault != nil:
			said = append(said, one.Fault.Error())
		case one.Created:
			said = append(said, one.Slug+" new")
		default:
			said = append(said, fmt.Sprint(one.Slug, " ", one.Changed))
		}
	}
	return strings.Join(said, "\n")
}

func TestFilesAreImportedOnceAndReportedOnChange(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	files := folder(map[string]string{
		"first.md":     "---\ntitle: First\npublished_at: 2026-01-01T00:00:00Z\ntags: [a]\n---\n\nText.",
		"sub/erste.md": "---\r\ntitle: Erste\r\nlanguage: de\r\ntranslation_of: first\r\n---\r\nText.\r\n",
		"README.txt":   "no article",
	})
	if got, want := imported(t, store, files), "first new\nerste new"; got != want {
		t.Fatalf("at first %q, want %q", got, want)
	}
	if got, want := imported(t, store, files), "first []\nerste []"; got != want {
		t.Errorf("again %q, want %q", got, want)
	}
	files["first.md"].Data = []byte("---\ntitle: First!\npublished_at: 2026-01-01T00:00:00Z\ntags: [b]\nstatus: archived\n---\n\nText.")
	if got, want := imported(t, store, files), "first [title status tags]\nerste []"; got != want {
		t.Errorf("changed %q, want %q", got, want)
	}
	files["first.md"].Data = []byte("---\ntitle: First!\nslug: moved\nmoved_from: first\npublished_at: 2026-01-01T00:00:00Z\ntags: [b]\nstatus: archived\n---\n\nText.")
	files["sub/erste.md"].Data = []byte("---\ntitle: Erste\nlanguage: de\ntranslation_of: moved\n---\nText.")
	if got, want := imported(t, store, files), "moved []\nerste []"; got != want {
		t.Errorf("moved %q, want %q", got, want)
	}
	if to, err := store.MovedTo(t.Context(), "first"); err != nil || to != "moved" {
		t.Errorf("the old address leads to %q, %v", to, err)
	}
}

// One that was scheduled for a time to come could not be read before it, though its file says that it is published.
func TestAScheduledArticleThatIsToBePublishedIsDatedNow(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	const published = "---\ntitle: Hymns\nstatus: published\n---\nText."
	files := folder(map[string]string{"hymns.md": "---\ntitle: Hymns\nstatus: scheduled\npublished_at: 2126-01-01T00:00:00Z\n---\nText."})
	for _, step := range []struct{ text, want string }{
		{string(files["hymns.md"].Data), "hymns new"},
		{published, "hymns [status published_at]"},
		{published, "hymns []"},
	} {
		files["hymns.md"].Data = []byte(step.text)
		if got := imported(t, store, files); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	if _, err := store.BySlug(t.Context(), "hymns"); err != nil {
		t.Error(err)
	}
}

func TestBadFilesAreNamedWithTheirLineAndLeaveNothingBehind(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, `insert into articles (slug, title, content, status) values ('draft', 'T', 'x', 'draft')`)
	for name, test := range map[string]struct{ text, fault string }{
		"no front matter":               {"# Hello", "a.md:1: the file must begin with front matter"},
		"no end":                        {"---\ntitle: x\n", "a.md:1: the front matter has no end"},
		"no YAML":                       {"---\ntitle: x\nauthor: [\n---\nText", "a.md:"},
		"an unknown key":                {"---\ntitle: x\nslugg: y\n---\nText", "a.md:3: unknown field"},
		"a key twice":                   {"---\ntitle: x\ntitle: y\n---\nText", "a.md:3:"},
		"a number for an object":        {"---\ntitle: x\nexcerpt: y\nauthor: 7\n---\nText", "a.md:4:"},
		"an unknown key of an object":   {"---\ntitle: x\nseo:\n  titel: y\n---\nText", "a.md:4:"},
		"a time that is none":           {"---\ntitle: x\npublished_at: soon\n---\nText", "a.md:3:"},
		"no title":                      {"---\nexcerpt: x\n---\nText", "a.md:1: title: must not be empty"},
		"no text":                       {"---\ntitle: x\n---\n  \n", "a.md:4: the article has no text"},
		"an unknown status":             {"---\ntitle: x\nstatus: hidden\n---\nText", "a.md:3: status: must be"},
		"scheduled for no time":         {"---\ntitle: x\nstatus: scheduled\n---\nText", "a.md:3: status: a scheduled"},
		"published for a time to come":  {"---\ntitle: x\npublished_at: 2126-01-01T00:00:00Z\n---\nText", "a.md:3: published_at: is to come"},
		"a bad slug":                    {"---\ntitle: x\nslug: ../../etc\n---\nText", "a.md:3: slug:"},
		"an original that is not there": {"---\ntitle: x\ntranslation_of: nothing\n---\nText", "a.md:3: translation_of: there is no"},
		"a script for an address":       {"---\ntitle: x\nauthor:\n  name: y\n  url: javascript:alert(1)\n---\nText", "a.md:3: author:"},
		"a picture without words":       {"---\ntitle: x\nfeatured_image_url: https://x.example/a.png\n---\nText", "a.md:3: featured_image_url: needs"},
		"a picture of half a size":      {"---\ntitle: x\nfeatured_image_width: 3\n---\nText", "a.md:3: featured_image_width:"},
		"a picture in the text":         {"---\ntitle: x\n---\nText\n\n- one\n- ![](https://x.example/a.png)", "a.md:7: the picture"},
		"a picture by plain http":       {"---\ntitle: x\n---\n![a](http://x.example/a.png)", "a.md:4: the picture"},
		"a picture as HTML":             {"---\ntitle: x\n---\nText\n\n<img src=\"/a.png\">", "a.md:6: a picture needs alt"},
		"a category without a name":     {"---\ntitle: x\ncategory:\n  slug: y\n---\nText", "a.md:3: category: must not"},
		"from draft to archived":        {"---\ntitle: x\nslug: draft\nstatus: archived\n---\nText", "a.md:4: status: an article that is draft"},
		"another encoding":              {"---\ntitle: x\n---\nText\n\xff", "a.md:5: the file is not UTF-8"},
		"NUL":                           {"---\ntitle: x\n---\nText\n\x00", "a.md:5: the file has a NUL"},
		"too much":                      {"---\ntitle: x\n---\n" + strings.Repeat("x", 1<<20), "a.md:1: the file has"},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := store.Import(t.Context(), folder(map[string]string{"a.md": test.text}))
			if err != nil || len(report) != 1 || report[0].Fault == nil || !strings.Contains(report[0].Fault.Error(), test.fault) {
				t.Errorf("%+v, %v, want %q", report, err, test.fault)
			}
			var count int
			query(t, db, `select count(*) from articles where slug <> 'draft' or title <> 'T'`, &count)
			if count > 0 {
				t.Error("something of it was written")
			}
		})
	}
	report, err := store.Import(t.Context(), folder(map[string]string{"a.md": "bad", "b.md": "---\ntitle: Good\n---\nText", "c.md": "---\ntitle: x\nslug: b\n---\nText"}))
	if err != nil || len(report) != 3 || report[0].Fault == nil || !report[1].Created || report[2].Fault == nil {
		t.Errorf("one good file of three: %+v, %v", report, err)
	}
}

// What writers are told is a file that is taken, and names every key that there is.
func TestWhatWritersAreToldIsSo(t *testing.T) {
	_, example, _ := strings.Cut(articles.FrontMatter, "\n\n")
	file, err := articles.ParseFile("at-the-door.md", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if file.Author.URL == "" || file.SEO.CanonicalURL == "" || file.Category.Slug != "in-practice" || len(file.Tags) != 2 {
		t.Errorf("it says %+v", file)
	}
	for _, of := range []any{articles.File{}, articles.Author{}, articles.Category{}, articles.SEO{}} {
		for field := range reflect.TypeOf(of).Fields() {
			key, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
			if key != "" && key != "-" && !strings.Contains(example, key+":") {
				t.Errorf("%s is not told", key)
			}
		}
	}
}

func TestWhatAFileDoesNotSayIsComputed(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	imported(t, store, folder(map[string]string{
		"long.md": "---\ntitle: Long\ncategory: {name: In Practice}\n---\n" + strings.Repeat("word ", 880), "said.md": "---\ntitle: Said\nread_time: 9\n---\nText.",
	}))
	var long, said int
	var slug, language string
	query(t, db, `select max(read_time) filter (where slug = 'long'), max(read_time) filter (where slug = 'said'), max(category ->> 'slug'), max(language) from articles`, &long, &said, &slug, &language)
	if long != 4 || said != 9 || slug != "in-practice" || language != "en" {
		t.Errorf("%d and %d minutes, category %q, language %q", long, said, slug, language)
	}
}

func TestWhatIsExportedIsImportedUnchanged(t *testing.T) {
	db, other := pgtest.New(t), pgtest.New(t)
	store, copied := &articles.Store{Pool: db.Pool}, &articles.Store{Pool: other.Pool}
	if report, err := store.Import(t.Context(), seed.Articles); err != nil || len(report) != 10 {
		t.Fatalf("%d seeds, %v", len(report), err)
	}
	exec(t, db, `insert into articles (slug, title, content, excerpt, status, published_at, author, tags, seo) values
		('odd', E'A: "title"\twith # and - ''quotes''', E'---\ntitle: none\n---\n\nText --- more', E'two\nlines: yes', 'scheduled', '2126-01-01', '{"name":"null"}', '["true", "12", "a: b"]', '{"noindex":true}')`)
	out := t.TempDir()
	if count, err := store.Export(t.Context(), out); err != nil || count != 11 {
		t.Fatalf("%d exported, %v", count, err)
	}
	for _, target := range []*articles.Store{copied, store, copied} {
		report, err := target.Import(t.Context(), os.DirFS(out))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range report {
			if one.Fault != nil || len(one.Changed) > 0 || one.Created != (target == copied && one.Created) {
				t.Errorf("%+v", one)
			}
		}
	}
	a, err := store.AnyBySlug(t.Context(), "odd")
	if err != nil {
		t.Fatal(err)
	}
	b, err := copied.AnyBySlug(t.Context(), "odd")
	if err != nil {
		t.Fatal(err)
	}
	b.ID, b.CreatedAt, b.UpdatedAt, b.RevisedAt = a.ID, a.CreatedAt, a.UpdatedAt, a.RevisedAt
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v became %+v", a, b)
	}
}

func TestTheSeedsAreWorthReading(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	report, err := store.Import(t.Context(), seed.Articles)
	if err != nil {
		t.Fatal(err)
	}
	originals := 0
	for _, one := range report {
		if one.Fault != nil {
			t.Fatal(one.Fault)
		}
		a, err := store.BySlug(t.Context(), one.Slug)
		if err != nil {
			t.Fatal(err)
		}
		if words := len(strings.Fields(articles.Text(a.Content))); words < 500 || words > 900 {
			t.Errorf("%s has %d words", a.Slug, words)
		}
		if a.Excerpt == "" || a.Category.Name == "" || len(a.Tags) == 0 || a.Author.Bio == "" {
			t.Errorf("%s lacks an excerpt, a category, tags or an author", a.Slug)
		}
		if a.Language == "en" {
			originals++
		}
	}
	if originals != 8 {
		t.Errorf("%d originals", originals)
	}
}
