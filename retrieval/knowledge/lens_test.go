package knowledge_test

import (
	"slices"
	"testing"

	"narthex/migrations/seed"
	"narthex/retrieval"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

func TestTheTextsOfALensAreFoundBesideAChurchsOwn(t *testing.T) {
	b := newLibraryBench(t)
	if _, err := seed.Apply(t.Context(), b.db.Admin, seed.Options{Reference: true}); err != nil {
		t.Fatal(err)
	}
	retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Kind: "faq", Title: "Mass", Content: "The Eucharist is celebrated on Sunday at ten."})
	ask := func(church int, question string, fill bool) (found []retrieval.Passage) {
		q := retrievaltest.Ask(t, b.churchID, question)
		q.Lens, q.Fill = church, fill
		return retrievaltest.Search(t, b.db, q)
	}
	theology := func(found []retrieval.Passage) (titles []string) {
		for _, p := range found {
			if p.Kind == retrieval.KindTheology {
				titles = append(titles, p.Title)
			}
		}
		return titles
	}
	const question = "What do Catholics believe about the Eucharist, the body and blood of Christ?"
	if found := theology(ask(4, question, true)); len(found) != 0 {
		t.Errorf("before they are embedded: %q", found)
	}
	if embedded, err := b.library.EmbedLensTexts(t.Context(), false); embedded < 85 || err != nil {
		t.Fatalf("embedded %d, %v", embedded, err)
	}
	for _, fill := range []bool{false, true} {
		found := ask(4, question, fill)
		if got := theology(found); len(got) == 0 || got[0] != "The Eucharist" || found[0].Kind == retrieval.KindTheology {
			t.Errorf("filled %v: %q of %d", fill, got, len(found))
		}
		if got := theology(ask(0, question, fill)); len(got) != 0 {
			t.Errorf("of no lens: %q", got)
		}
		if got := theology(ask(12, question, fill)); slices.Contains(got, "The Eucharist") {
			t.Errorf("of the Baptists: %q", got)
		}
	}
	if got := theology(ask(4, "Where can I park my car?", true)); len(got) != 0 {
		t.Errorf("for a question about parking: %q", got)
	}
}

func TestTheTextsOfLensesAreEmbeddedOnceAndAgainForAnotherEmbedder(t *testing.T) {
	b := newLibraryBench(t)
	load := func() {
		t.Helper()
		if _, err := seed.Apply(t.Context(), b.db.Admin, seed.Options{Reference: true}); err != nil {
			t.Fatal(err)
		}
	}
	embed := func(again bool, want int) {
		t.Helper()
		if got, err := b.library.EmbedLensTexts(t.Context(), again); got != want || err != nil {
			t.Errorf("embedded %d, %v, wanted %d", got, err, want)
		}
	}
	load()
	var all int
	if err := b.db.Admin.QueryRow(t.Context(), "select count(*) from lens_texts").Scan(&all); err != nil {
		t.Fatal(err)
	}
	b.library = b.newLibrary(t, knowledge.Config{BatchTexts: 16})
	embed(false, all)
	embed(false, 0)
	load()
	embed(false, 0)
	if _, err := b.db.Admin.Exec(t.Context(), "update lens_texts set embedder = 'openai:old' where lens_id = 4"); err != nil {
		t.Fatal(err)
	}
	embed(false, 0)
	embed(true, 5)
	if _, err := b.db.Admin.Exec(t.Context(), "update lens_texts set content = 'Edited.' where lens_id = 4 and title = 'Marriage'"); err != nil {
		t.Fatal(err)
	}
	load() // is made equal to the seed
	embed(false, 1)
	if _, err := b.db.Pool.Exec(t.Context(), "update lens_texts set content = 'Ours.'"); err == nil {
		t.Error("the app's role may change what the texts say")
	}
}
