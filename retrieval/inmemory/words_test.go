package inmemory

import (
	"os"
	"strings"
	"testing"

	"narthex/migrations/pgtest"
)

// Every word of the demonstration churches' knowledge, and endings put to it, is folded, stemmed and left out as Postgres does.
func TestWordsAreReadAsPostgresReadsThem(t *testing.T) {
	db := pgtest.New(t)
	var text strings.Builder
	for _, file := range []string{"../testdata/questions_seen.txt", "../testdata/questions_unseen.txt", "../concepts.txt"} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	text.WriteString(" José's café naïve 9AM 10:30pm Don’t ñandú “Quoted” ½ x2y 3rd\u00a0Street\tĳ")
	for word := range englishStops {
		text.WriteString(" " + word)
	}
	for word := range spanishStops {
		text.WriteString(" " + word)
	}
	var folded string
	if err := db.Admin.QueryRow(t.Context(), `select fold_words($1)`, text.String()).Scan(&folded); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(fold(text.String())), " "); got != strings.TrimSpace(folded) {
		t.Errorf("folded %q, Postgres %q", got, folded)
	}
	seen := make(map[string]bool)
	for _, word := range strings.Fields(folded) {
		for _, ending := range []string{"", "s", "ed", "ing", "ly", "ness", "es", "os", "aba", "iendo", "amente", "ciones", "arlo"} {
			seen[word+ending] = true
		}
	}
	var words []string
	for word := range seen {
		words = append(words, word)
	}
	rows, err := db.Admin.Query(t.Context(), `
		select word, ts_lexize('pg_catalog.english_stem', word), ts_lexize('pg_catalog.spanish_stem', word) from unnest($1::text[]) as word`, words)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	compared := 0
	for rows.Next() {
		var word string
		var stemmed [2][]string
		if err := rows.Scan(&word, &stemmed[0], &stemmed[1]); err != nil {
			t.Fatal(err)
		}
		compared++
		found := stemsOf(word)
		if again := stemsOf(word); *again != *found || found.word != word {
			t.Errorf("%q: %v, and asked again %v", word, found, again)
		}
		ours := [2]string{found.english, found.spanish}
		stops := [2]bool{englishStops[word], spanishStops[word]}
		for i, stem := range stemmed {
			if stops[i] != (len(stem) == 0) || len(stem) == 1 && stem[0] != ours[i] {
				t.Errorf("%q: stem %q, stop %v; Postgres %q", word, ours[i], stops[i], stem)
			}
		}
	}
	if rows.Err() != nil || compared < 10_000 {
		t.Errorf("%d words, %v", compared, rows.Err())
	}
}
