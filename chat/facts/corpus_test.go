package facts_test

import (
	"embed"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/facts"
	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

//go:embed testdata/corpus
var corpora embed.FS

// asked is a question to a demonstration church, and what of the answer from stored facts must be in it; "" where there is none.
type asked struct{ church, language, question, wanted string }

func readCorpus(t *testing.T, name string) (all []asked) {
	t.Helper()
	text, err := corpora.ReadFile("testdata/corpus/" + name)
	if err != nil {
		t.Fatal(err)
	}
	slug, language := "", ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch question, wanted, is := strings.Cut(line, " => "); {
		case strings.HasPrefix(line, "@"):
			slug, language, _ = strings.Cut(line[1:], " ")
		case is:
			all = append(all, asked{slug, language, question, strings.TrimPrefix(wanted, "-")})
		}
	}
	return all
}

// score is what became of a corpus.
type score struct{ questions, right, wrong, silent int }

func (s score) precision() float64 { return float64(s.right) / float64(s.right+s.wrong) }
func (s score) recall() float64    { return float64(s.right) / float64(s.questions) }

// Stored facts answer nearly all that they have the answer to, and nearly nothing else.
func TestStoredFactsAnswerWhatPeopleAsk(t *testing.T) {
	churches := demonstrations(t)
	for _, corpus := range []struct {
		name              string
		precision, recall float64
		shown             bool // one by one: only those that may be learned from
	}{{"training.txt", .99, .95, true}, {"unseen.txt", .98, .90, false}} {
		t.Run(corpus.name, func(t *testing.T) {
			s := hold(t, churches, readCorpus(t, corpus.name), corpus.shown)
			t.Logf("%s: %d questions, %d right (recall %.3f), %d wrong (precision %.3f), %d not answered",
				corpus.name, s.questions, s.right, s.recall(), s.wrong, s.precision(), s.silent)
			if s.precision() < corpus.precision || s.recall() < corpus.recall {
				t.Errorf("precision %.3f, want %.2f; recall %.3f, want %.2f", s.precision(), corpus.precision, s.recall(), corpus.recall)
			}
		})
	}
}

func hold(t *testing.T, churches map[string]*church.Snapshot, all []asked, shown bool) (s score) {
	for _, a := range all {
		answer, ok := facts.Find(churches[a.church], facts.Question{Text: a.question, Language: a.language, Now: now})
		if a.wanted != "" {
			s.questions++
		}
		switch {
		case ok && a.wanted != "" && strings.Contains(strings.ToLower(answer.Text), strings.ToLower(a.wanted)):
			s.right++
			continue
		case ok:
			s.wrong++
		case a.wanted == "":
			continue
		default:
			s.silent++
		}
		if shown {
			t.Logf("%s %s: %q, wanted %q: %.300s", a.church, a.language, a.question, a.wanted, strings.ReplaceAll(answer.Text, "\n", " "))
		}
	}
	return s
}

// demonstrations are the snapshots of the demonstration churches by slug.
func demonstrations(t *testing.T) map[string]*church.Snapshot {
	t.Helper()
	db := pgtest.New(t)
	if _, err := seed.Apply(t.Context(), db.Admin, seed.Options{Reference: true, Demo: true}); err != nil {
		t.Fatal(err)
	}
	store := church.NewStore(db.Pool, church.Config{Embedder: "none", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	all := make(map[string]*church.Snapshot)
	for _, slug := range []string{"grace-harbor", "st-brigids", "nueva-vida"} {
		snapshot, err := store.ByID(t.Context(), seed.ChurchID(slug))
		if err != nil {
			t.Fatal(err)
		}
		all[slug] = snapshot
	}
	return all
}
