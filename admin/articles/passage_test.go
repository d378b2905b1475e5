package articles_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"narthex/admin/articles"
	"narthex/migrations/pgtest"
)

// snippetOf is what a search says of the only article that there is, hits in brackets.
func snippetOf(t *testing.T, store *articles.Store, query string) string {
	t.Helper()
	page, err := store.List(t.Context(), articles.Query{Text: query, Language: "en", Limit: 12})
	if err != nil || len(page.Articles) != 1 || len(page.Snippets) != 1 {
		t.Fatalf("%q finds %d articles, %v", query, len(page.Articles), err)
	}
	var said strings.Builder
	for _, part := range page.Snippets[0] {
		if part.Hit {
			said.WriteString("[" + part.Text + "]")
		} else {
			said.WriteString(part.Text)
		}
	}
	return said.String()
}

func TestASnippetIsOfThePlacesThatSayTheWords(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	filler := func(bytes int) string { return strings.Repeat("the wind blew over a hill. ", bytes/27+1) }
	for name, one := range map[string]struct {
		content, query string
		want           []string
	}{
		"far down":                {filler(30_000) + "a font stood there. " + filler(9000), "font", []string{"[font]"}},
		"by another form":         {filler(9000) + "they were running late. " + filler(9000), "run", []string{"[running]"}},
		"by a shorter form":       {filler(9000) + "of a nation. " + filler(9000), "nationalization", []string{"[nation]"}},
		"by a form of other ends": {filler(9000) + "private and privacies. " + filler(9000), "privacy", []string{"[privacies]"}},
		"two words far apart":     {filler(5000) + "an altar. " + filler(9000) + "a steeple. " + filler(5000), "steeple altar", []string{"[altar]", " … ", "[steeple]"}},
		"rather both than one":    {filler(3000) + "an altar. " + filler(9000) + "an altar below a steeple. " + filler(5000), "steeple altar", []string{"[altar] below a [steeple]"}},
		"of another script":       {strings.Repeat("ветер над холмом. ", 400) + "стоит храм. " + strings.Repeat("ветер над холмом. ", 400), "храм", []string{"[храм]"}},
		"without what is no word": {filler(9000) + "an altar. " + filler(9000) + "a steeple. ", "altar -church or", []string{"[altar]"}},
		"in the title alone":      {filler(9000), "heading", []string{"the wind blew"}},
		"without marks":           {filler(9000) + "\n\nan [*altar*](/a/very/long/way) of **oak** `wood` & stone.\n\n" + filler(9000), "altar", []string{"an [altar] of oak wood & stone. the wind"}},
		"a cell of a table":       {filler(9000) + "\n\n| a | b |\n|---|---|\n| an altar | of oak |\n\n" + filler(9000), "altar", []string{"a · b · an [altar] · of oak · the wind"}},
		"apart from its heading":  {filler(9000) + "\n\n## Where it stands\n\nAn altar.\n\n- of oak\n- on stone,\n- \"behind the rail\"\n\n" + filler(9000), "altar", []string{"Where it stands · An [altar]. of oak · on stone, “behind the rail” · the wind"}},
		"not from code":           {filler(9000) + "\n\n```\naltar in code\n\n```\n" + filler(9000) + "\nan altar.", "altar", []string{"an [altar]"}},
		"without any space":       {strings.Repeat("x", 3000) + " altar " + strings.Repeat("é", 3000), "altar", []string{"[altar]"}},
	} {
		t.Run(name, func(t *testing.T) {
			exec(t, db, "delete from articles")
			exec(t, db, "insert into articles (slug, title, content) values ('only', 'Heading', $1)", one.content)
			said := snippetOf(t, store, one.query)
			at := 0
			for _, want := range one.want {
				next := strings.Index(said[at:], want)
				if next < 0 {
					t.Fatalf("%q is not in its place in %q", want, said)
				}
				at += next + len(want)
			}
			if !utf8.ValidString(said) {
				t.Errorf("%q is cut within a character", said)
			}
		})
	}
}

// Wherever a word stands, at the edges of what is looked at together too, it is found.
func TestAWordIsFoundAtEveryPlaceOfAText(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	for before := range 80 {
		start := strings.Repeat("ñandú ", 200+before*3) + strings.Repeat("o", before%11)
		exec(t, db, "delete from articles")
		exec(t, db, "insert into articles (slug, title, content) values ('only', 'Heading', $1)", start+" baptistery "+strings.Repeat("wind ", 900-9*before))
		if said := snippetOf(t, store, "baptisteries"); !strings.Contains(said, "[baptistery]") {
			t.Errorf("behind %d bytes it is not found: %q", len(start), said)
		}
	}
}

func TestASnippetShowsWhereItBeginsAndEndsWithinASentence(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	long := "Long before the church by the river had a roof its people met in the open and around them the wind went over the hills and " +
		"between them stood an altar of oak that somebody's grandfather had brought there by cart over the hills in spring when nobody had thought of walls " +
		"or of a steeple or of what a house with doors would one day cost those who came after them."
	for query, want := range map[string]struct{ begins, ends bool }{"altar": {true, true}, "long": {false, true}, "came": {true, false}} {
		exec(t, db, "delete from articles")
		exec(t, db, "insert into articles (slug, title, content) values ('only', 'Heading', $1)", long)
		said := snippetOf(t, store, query)
		if strings.HasPrefix(said, "… ") != want.begins || strings.HasSuffix(said, " …") != want.ends || !want.ends && !strings.HasSuffix(said, "them.") {
			t.Errorf("%q: %q", query, said)
		}
	}
}
