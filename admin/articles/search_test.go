package articles_test

import (
	"testing"

	"narthex/admin/articles"
	"narthex/migrations/pgtest"
)

func TestAnExcludedWordExcludesItInEveryFormAndLanguage(t *testing.T) {
	db := pgtest.New(t)
	store := &articles.Store{Pool: db.Pool}
	exec(t, db, `insert into articles (slug, title, content, language) values
		('en', 'Where to park', 'The church has parking for families.', 'en'),
		('es', 'Dónde estacionar', 'La iglesia tiene estacionamientos para familias.', 'es'),
		('pt', 'Onde estacionar', 'A igreja tem lugares.', 'pt')`)
	for query, want := range map[string]string{
		"church": "en", "church parking": "en", "church -parking": "", "church -parked": "", "church -families": "", "church -steeple": "en",
		"iglesia": "es", "iglesias -estacionamiento": "", "iglesia -familia": "", "iglesia -torre": "es",
		"igreja": "pt", "igreja -lugares": "",
	} {
		page, err := store.List(t.Context(), articles.Query{Text: query, Language: "en", Limit: 12})
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, one := range page.Articles {
			found += one.Slug
		}
		if found != want {
			t.Errorf("%q finds %q, want %q", query, found, want)
		}
	}
}
