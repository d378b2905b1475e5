package retrieval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/uuid"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/chunk"
	"narthex/retrieval/extract"
	"narthex/retrieval/retrievaltest"
)

// demoFolders are the folders of what the demo churches have written down, by their short names in the corpora of questions.
var demoFolders = map[string]string{"gh": "grace-harbor", "sb": "st-brigids", "nv": "nueva-vida"}

var demoFormats = map[string]string{
	".md": "text/markdown", ".txt": "text/plain", ".html": "text/html", ".pdf": "application/pdf",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// storeDemoChurch stores the documents and FAQs of a demo church.
func storeDemoChurch(t testing.TB, db *pgtest.DB, folder string) uuid.UUID {
	t.Helper()
	id, from := retrievaltest.NewChurch(t, db), "../migrations/seed/churches/"+folder
	documents, err := filepath.Glob(from + "/documents/*")
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents of %s: %v", folder, err)
	}
	for _, file := range documents {
		text, err := extract.Document(t.Context(), demoFormats[filepath.Ext(file)], read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		title := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), "-", " ")
		for _, passage := range chunk.Cut(text, chunk.Config{}) {
			content := strings.Join(passage.HeadingPath, " › ") + "\n\n" + passage.Text
			retrievaltest.AddRow(t, db, id, retrievaltest.Row{Title: title, Content: content})
		}
	}
	var faqs []struct{ Question, Answer string }
	if err := yaml.Unmarshal(read(t, from+"/faqs.yaml"), &faqs); err != nil {
		t.Fatal(err)
	}
	for _, faq := range faqs {
		retrievaltest.AddRow(t, db, id, retrievaltest.Row{Kind: retrieval.KindFAQ, Title: faq.Question, Content: faq.Answer})
	}
	return id
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// asked is a question of a corpus: what somebody writes to a demo church, and words of the passage that answers it.
type asked struct{ church, question, answeredBy string }

// questionsOf reads a corpus. Those of the seen one were looked at while the concepts were written; of the unseen one how many are
// answered. One whose failures were looked at becomes a seen one, and is replaced.
func questionsOf(t testing.TB, name string) (all []asked) {
	t.Helper()
	for line := range strings.Lines(string(read(t, "testdata/questions_"+name+".txt"))) {
		parts := append(strings.Split(strings.TrimSpace(line), " | "), "")
		all = append(all, asked{parts[0], parts[1], parts[2]})
	}
	return all
}

func TestThePassageThatAnswersIsAmongTheFirstEight(t *testing.T) {
	db := pgtest.New(t)
	churches := make(map[string]uuid.UUID)
	for short, folder := range demoFolders {
		churches[short] = storeDemoChurch(t, db, folder)
	}
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{}) // one for all questions: it keeps what it has read of the passages
	firstEight := func(church, question string) []retrieval.Passage {
		t.Helper()
		query := retrievaltest.Ask(t, churches[church], question)
		query.Fill = true
		passages, err := searcher.Search(t.Context(), query)
		if err != nil {
			t.Fatalf("search %q: %v", question, err)
		}
		return passages
	}
	for part, least := range map[string]float64{"seen": 0.95, "unseen": 0.92} {
		questions, found, first := questionsOf(t, part), 0, 0
		for _, q := range questions {
			passages := firstEight(q.church, q.question)
			if len(passages) != 8 {
				t.Errorf("%q finds %d passages", q.question, len(passages))
			}
			for i, p := range passages {
				if strings.Contains(p.Title+"\n"+p.Content, q.answeredBy) {
					found++
					if i == 0 {
						first++
					}
					break
				}
			}
		}
		share := float64(found) / float64(len(questions))
		t.Logf("%s: of %d questions %d find the passage among the first eight (%.2f), %d first", part, len(questions), found, share, first)
		if share < least {
			t.Errorf("%s: %.2f of the questions find their passage, not %.2f", part, share, least)
		}
	}
	shown, threshold := 0, retrieval.ThresholdsFor(retrievaltest.Offline.Name()).Direct
	unanswerable := questionsOf(t, "unanswerable")
	for _, q := range unanswerable {
		for _, p := range firstEight(q.church, q.question) {
			if p.Similarity >= threshold {
				t.Logf("%q is near to %q", q.question, p.Title)
				shown++
				break
			}
		}
	}
	t.Logf("of %d questions that nothing answers %d are near enough to a passage for it to answer alone", len(unanswerable), shown)
	if shown > 1 {
		t.Errorf("%d of the questions that nothing answers would be answered by a passage", shown)
	}
}
