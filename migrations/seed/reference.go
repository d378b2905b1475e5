package seed

import "github.com/google/uuid"

var (
	lensTable = table{
		kind: "lenses", name: "theological_lenses",
		key: []string{"id"}, values: []string{"slug", "name", "description", "vocabulary"},
	}
	doctrineTable = table{
		kind: "doctrinal rules", name: "theological_contradictions", whole: true,
		key: []string{"id"}, values: []string{"lens_id", "topic", "position", "forbidden_terms"},
	}
	textTable = table{
		kind: "texts of lenses", name: "lens_texts", whole: true,
		key: []string{"id"}, values: []string{"lens_id", "title", "source", "content"},
	}
	familyTable = table{
		kind: "church families", name: "church_families", whole: true,
		key: []string{"key"}, values: []string{"name", "position", "lens_id"},
	}
	denominationTable = table{
		kind: "denominations", name: "denominations", whole: true,
		key: []string{"key"}, values: []string{"family_key", "name", "lens_id", "countries"},
	}
	productTable = table{
		kind: "product knowledge", name: "product_knowledge", whole: true,
		key: []string{"id"}, values: []string{"priority", "topic", "question", "answer"},
	}
)

type (
	lensRow struct {
		ID          int               `json:"id"`
		Slug        string            `json:"slug"`
		Name        string            `json:"name"`
		Description string            `json:"description"`
		Vocabulary  []VocabularyEntry `json:"vocabulary"`
	}
	doctrineRow struct {
		ID             uuid.UUID `json:"id"`
		LensID         int       `json:"lens_id"`
		Topic          string    `json:"topic"`
		Position       string    `json:"position"`
		ForbiddenTerms []string  `json:"forbidden_terms"`
	}
	textRow struct {
		ID      uuid.UUID `json:"id"`
		LensID  int       `json:"lens_id"`
		Title   string    `json:"title"`
		Source  string    `json:"source"`
		Content string    `json:"content"`
	}
	familyRow struct {
		Key      string `json:"key"`
		Name     string `json:"name"`
		Position int    `json:"position"`
		LensID   int    `json:"lens_id"`
	}
	denominationRow struct {
		Key       string   `json:"key"`
		FamilyKey string   `json:"family_key"`
		Name      string   `json:"name"`
		LensID    int      `json:"lens_id"`
		Countries []string `json:"countries"`
	}
	productRow struct {
		ID       uuid.UUID `json:"id"`
		Priority int       `json:"priority"`
		Topic    string    `json:"topic"`
		Question string    `json:"question"`
		Answer   string    `json:"answer"`
	}
)

func referenceSteps(c contents) []step {
	families, denominations := denominationRows(c.families)
	return []step{
		syncStep(lensTable, lensRows(c.lenses)),
		syncStep(doctrineTable, doctrineRows(c.lenses)),
		syncStep(textTable, textRows(c.lenses, c.texts)),
		syncStep(familyTable, families),
		syncStep(denominationTable, denominations),
		syncStep(productTable, productRows(c.entries)),
	}
}

func lensRows(lenses []Lens) []lensRow {
	rows := make([]lensRow, len(lenses))
	for i, lens := range lenses {
		rows[i] = lensRow{
			ID: lens.ID, Slug: lens.Slug, Name: lens.Name, Description: lens.Description, Vocabulary: lens.Vocabulary,
		}
	}
	return rows
}

func doctrineRows(lenses []Lens) []doctrineRow {
	rows := []doctrineRow{}
	for _, lens := range lenses {
		for _, rule := range lens.Doctrine {
			rows = append(rows, doctrineRow{
				ID:     stableID("doctrine", lens.Slug, rule.Topic),
				LensID: lens.ID, Topic: rule.Topic, Position: rule.Position, ForbiddenTerms: rule.ForbiddenTerms,
			})
		}
	}
	return rows
}

func textRows(lenses []Lens, texts []LensText) []textRow {
	rows := make([]textRow, len(texts))
	for i, text := range texts {
		rows[i] = textRow{
			ID:     stableID("lens text", lenses[text.Lens-1].Slug, text.Title),
			LensID: text.Lens, Title: text.Title, Source: text.Source, Content: text.Content,
		}
	}
	return rows
}

func denominationRows(families []Family) ([]familyRow, []denominationRow) {
	familyRows, rows := []familyRow{}, []denominationRow{}
	for i, family := range families {
		familyRows = append(familyRows, familyRow{Key: family.Key, Name: family.Name, Position: i + 1, LensID: family.Lens})
		for _, denomination := range family.Denominations {
			rows = append(rows, denominationRow{
				Key: denomination.Key, FamilyKey: family.Key, Name: denomination.Name,
				LensID: denomination.Lens, Countries: append([]string{}, denomination.Countries...), // never null
			})
		}
	}
	return familyRows, rows
}

func productRows(entries []ProductEntry) []productRow {
	rows := make([]productRow, len(entries))
	for i, entry := range entries {
		rows[i] = productRow{
			ID:       stableID("product", entry.Question),
			Priority: entry.Priority, Topic: entry.Topic, Question: entry.Question, Answer: entry.Answer,
		}
	}
	return rows
}
