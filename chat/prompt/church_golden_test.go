package prompt_test

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/prompt"
	"narthex/chat/prompt/prompttest"
	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
	"narthex/retrieval"
)

// demo is the seeded demonstration churches.
type demo struct {
	t     *testing.T
	db    *pgtest.DB
	store *church.Store
}

func newDemo(t *testing.T) *demo {
	t.Helper()
	db := pgtest.New(t)
	// Special days are those of a year that none of these tests will see the end of.
	options := seed.Options{Reference: true, Demo: true, Now: time.Date(2999, 11, 19, 0, 0, 0, 0, time.UTC)}
	if _, err := seed.Apply(t.Context(), db.Admin, options); err != nil {
		t.Fatal(err)
	}
	return &demo{t, db, church.NewStore(db.Pool, church.Config{
		Embedder: "none", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})}
}

// input is a turn of that church, which found three of its FAQs, the beginning of a document and, at the church that has
// chosen its lens, some theology.
func (d *demo) input(slug, document string, agent church.Agent) prompt.Input {
	d.t.Helper()
	snapshot, err := d.store.ByID(d.t.Context(), seed.ChurchID(slug))
	if err != nil {
		d.t.Fatal(err)
	}
	in := prompt.Input{
		Church: snapshot, Agent: agent, Language: snapshot.Language, Tools: true, About: true,
		Lens: church.Tradition{Lens: snapshot.Lens, Doctrine: snapshot.Doctrine},
		Now:  time.Date(2026, 11, 19, 15, 4, 0, 0, time.UTC),
	}
	if snapshot.LensSource == church.LensStored {
		in.Passages = append(in.Passages, retrieval.Passage{
			ID: uuid.UUID{6, 1}, Kind: retrieval.KindTheology, Title: "Assurance",
			Content: "Our standing with God rests on what Christ has done and not on how strong we feel. Doubt is not the opposite of faith; many of the Psalms are prayed from the middle of it.",
		})
	}
	in.Passages = append(in.Passages, d.faqs(snapshot.ID)...)
	in.Passages = append(in.Passages, d.opening(slug, document))
	return in
}

func (d *demo) faqs(id uuid.UUID) []retrieval.Passage {
	d.t.Helper()
	rows, err := d.db.Admin.Query(d.t.Context(), `
		select id, title, content from unified_rag_content where organization_id = $1 and content_type = 'faq' order by title limit 3`, id)
	if err != nil {
		d.t.Fatal(err)
	}
	passages, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p retrieval.Passage, err error) {
		p.Kind = retrieval.KindFAQ
		return p, row.Scan(&p.ID, &p.Title, &p.Content)
	})
	if err != nil || len(passages) != 3 {
		d.t.Fatalf("%d FAQs: %v", len(passages), err)
	}
	return passages
}

// opening is the first section of a document that has some length.
func (d *demo) opening(slug, document string) retrieval.Passage {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join("../../migrations/seed/churches", slug, "documents", document))
	if err != nil {
		d.t.Fatal(err)
	}
	title, rest, _ := strings.Cut(string(text), "\n")
	_, section, _ := strings.Cut(rest, "\n## ")
	heading, body, _ := strings.Cut(section, "\n")
	body, _, _ = strings.Cut(body, "\n## ")
	return retrieval.Passage{
		ID: uuid.UUID{7, 1}, Kind: retrieval.KindDocument, Title: strings.TrimPrefix(title, "# "), HeadingPath: []string{heading}, Content: body,
	}
}

func TestTheWholePromptOfEveryDemonstrationChurchAndAgent(t *testing.T) {
	d := newDemo(t)
	for slug, document := range map[string]string{
		"grace-harbor": "visitor-guide.md", "st-brigids": "sacraments-guide.md", "nueva-vida": "guia-para-visitantes.md",
	} {
		snapshot, err := d.store.ByID(t.Context(), seed.ChurchID(slug))
		if err != nil {
			t.Fatal(err)
		}
		for _, agent := range snapshot.ActiveAgents() {
			in := d.input(slug, document, agent)
			built := prompt.Build(in)
			golden(t, slug+"_"+string(agent), built.Text.String())
			isQuotedAsAWhole(t, built.Text)
			sameContents(t, in, built)
			if len(built.Report.Dropped) > 0 || built.Report.Total > prompt.DefaultBudget*9/10 {
				t.Errorf("%s, %s: %d tokens, %d passages dropped; too near to the default budget", slug, agent, built.Report.Total, len(built.Report.Dropped))
			}
			t.Logf("%s, %s: %d bytes, %d tokens", slug, agent, built.Text.Len(), built.Report.Total)
		}
	}
	for name, c := range map[string]struct {
		slug, document string
		agent          church.Agent
		change         func(*prompt.Input)
	}{
		"crisis":      {"nueva-vida", "guia-para-visitantes.md", church.Care, func(in *prompt.Input) { in.Crisis = true }},
		"distress":    {"st-brigids", "sacraments-guide.md", church.Care, func(in *prompt.Input) { in.Distress = true }},
		"no_tools":    {"nueva-vida", "guia-para-visitantes.md", church.Coordinator, func(in *prompt.Input) { in.Tools = false }},
		"faq_match":   {"st-brigids", "sacraments-guide.md", church.Discipleship, func(in *prompt.Input) { in.FAQ, in.About = matched(in.Passages[1]), false }},
		"over_budget": {"grace-harbor", "visitor-guide.md", church.Stewardship, func(in *prompt.Input) { in.Budget = 6480 }},
	} {
		in := d.input(c.slug, c.document, c.agent)
		c.change(&in)
		golden(t, name, prompt.System(in))
		sameContents(t, in, prompt.Build(in))
	}
}

// sameContents fails the test where the parts that a model without instructions is given are not what the message says.
func sameContents(t *testing.T, in prompt.Input, built prompt.Built) {
	t.Helper()
	got, want := built.Contents(), prompttest.Read(built.Text.String())
	if local := in.Now.In(in.Church.Location); !got.Now.Equal(in.Now) || local.Format(time.DateTime) != want.Now.Format(time.DateTime) {
		t.Errorf("contents of %s, the message says %s", got.Now, want.Now)
	}
	got.Now, want.Now = time.Time{}, time.Time{}
	want.Country = in.Church.Address.Country // which the message names in the address alone
	if want.Language == "" {                 // the message names only some languages
		want.Language = in.Language
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the contents are not what the message says (-message +contents):\n%s", diff)
	}
}

func matched(p retrieval.Passage) *church.FAQ {
	return &church.FAQ{ID: p.ID, Question: p.Title, Answer: p.Content}
}
