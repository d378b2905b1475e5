package scripture_test

import (
	"slices"
	"testing"

	"narthex/chat/tools/scripture"
)

func TestEveryReadingOfEveryPlanIsThere(t *testing.T) {
	ids := map[string]bool{}
	for _, plan := range scripture.Plans() {
		if ids[plan.ID] {
			t.Errorf("%s is there twice", plan.ID)
		}
		ids[plan.ID] = true
		for _, text := range []func(language string) string{plan.Title, plan.For, plan.Purpose} {
			if text("en") == "" || text("es") == "" {
				t.Errorf("%s has no text in one language: %s, %s", plan.ID, text("en"), text("es"))
			}
		}
		for _, stage := range plan.Stages {
			if !slices.Contains(scripture.Stages, stage) {
				t.Errorf("%s is for the unknown stage %s", plan.ID, stage)
			}
		}
		for i, day := range plan.Days {
			if len(day) == 0 {
				t.Errorf("%s has nothing to read on day %d", plan.ID, i+1)
			}
			for _, reference := range day {
				for _, edition := range scripture.Editions {
					found, err := scripture.Lookup(edition, reference)
					if err != nil {
						t.Errorf("%s, day %d: %v", plan.ID, i+1, err)
					} else if found.LeftOut.Book == nil && found.Reference.In("en") != reference.In("en") && reference.Spans[0].From.Verse > 0 {
						t.Errorf("%s, day %d: %s gives %s", plan.ID, i+1, reference.In("en"), found.Reference.In("en"))
					}
				}
			}
		}
	}
	if len(ids) < 8 {
		t.Errorf("there are %d plans", len(ids))
	}
}

// A made plan has every chapter of its books once, in their order, and no day that is a burden.
func TestMadePlansReadEverythingOnce(t *testing.T) {
	for _, test := range []struct {
		id                     string
		days, chapters, atMost int
	}{
		{"mark-16", 16, 16, 72}, {"john-21", 21, 21, 71}, {"acts-28", 28, 28, 60}, {"proverbs-31", 31, 31, 36},
		{"new-testament-90", 90, 260, 135}, {"bible-365", 365, 1189, 260},
	} {
		plan, ok := scripture.PlanByID(test.id)
		if !ok {
			t.Fatalf("there is no plan %s", test.id)
		}
		read := map[string]int{}
		for _, day := range plan.Days {
			verses := 0
			for _, reference := range day {
				for chapter := reference.Spans[0].From.Chapter; chapter <= reference.Spans[0].To.Chapter; chapter++ {
					if chapter != read[reference.Book.Code]+1 {
						t.Errorf("%s: %s %d follows chapter %d", test.id, reference.Book.Code, chapter, read[reference.Book.Code])
					}
					read[reference.Book.Code] = chapter
					verses += scripture.WorldEnglish.LastVerse(reference.Book, chapter)
				}
			}
			if verses > test.atMost {
				t.Errorf("%s: %s is %d verses", test.id, day.In("en"), verses)
			}
		}
		chapters := 0
		for _, last := range read {
			chapters += last
		}
		if len(plan.Days) != test.days || chapters != test.chapters {
			t.Errorf("%s: %d chapters in %d days", test.id, chapters, len(plan.Days))
		}
	}
}

func TestPlansAreSuggestedByWhatIsWanted(t *testing.T) {
	for _, test := range []struct {
		name  string
		query scripture.PlanQuery
		first string
	}{
		{"a season", scripture.PlanQuery{Topic: "something for Advent"}, "advent-25"},
		{"a season in Spanish", scripture.PlanQuery{Topic: "Semana Santa"}, "holy-week-8"},
		{"lent", scripture.PlanQuery{Topic: "Lent"}, "lent-40"},
		{"a new believer", scripture.PlanQuery{Stage: "new", Days: 30}, "first-steps-30"},
		{"a new believer in words", scripture.PlanQuery{Topic: "I was just baptized, where do I start?"}, "first-steps-30"},
		{"a week", scripture.PlanQuery{Days: 7, Stage: "seeking"}, "sermon-on-the-mount-7"},
		{"a year", scripture.PlanQuery{Topic: "leer toda la Biblia en un año"}, "bible-365"},
		{"a year by days", scripture.PlanQuery{Days: 365}, "bible-365"},
		{"the New Testament", scripture.PlanQuery{Topic: "New Testament"}, "new-testament-90"},
		{"a gospel", scripture.PlanQuery{Topic: "Mark"}, "mark-16"},
		{"anxiety", scripture.PlanQuery{Topic: "ansiedad"}, "psalms-comfort-14"},
		{"grief", scripture.PlanQuery{Topic: "my father died"}, "grief-10"},
		{"children", scripture.PlanQuery{Stage: "family", Topic: "my kids"}, "family-10"},
		{"prayer", scripture.PlanQuery{Topic: "quiero aprender a orar"}, "prayers-12"},
		{"nothing in particular", scripture.PlanQuery{}, "mark-16"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plans := scripture.Suggest(test.query)
			if len(plans) != scripture.MaxSuggestions || plans[0].ID != test.first {
				t.Errorf("%s comes first of %d", plans[0].ID, len(plans))
			}
		})
	}
}
