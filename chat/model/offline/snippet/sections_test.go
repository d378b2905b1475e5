package snippet

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Documents come as Markdown, or as what was left of them when they were read.
func TestATextIsCutIntoSentencesUnderTheirHeadings(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []Section
	}{
		"a heading, and lines that were wrapped": {"## Parking\n\nPark behind\nthe church. It is free.", []Section{{}, {Heading: "Parking"}, {Heading: "Parking", Sentences: []string{"Park behind the church.", "It is free."}}}},
		"a heading that lost its mark":           {"2.1 Parking\n\nIt is free.", []Section{{}, {Heading: "Parking"}, {Heading: "Parking", Sentences: []string{"It is free."}}}},
		"a heading within its line":              {"Alcohol. None on the property. Ask us.", []Section{{}, {Heading: " Alcohol", Sentences: []string{"Alcohol: None on the property.", "Ask us."}, Name: "Alcohol"}}},
		"items with names in bold letters":       {"## Groups\n\n**Owls Head.** 6:30 PM at home. All ages.\n\n- **Camden**: 4:00 PM.", []Section{{}, {Heading: "Groups"}, {Heading: "Groups", Sentences: []string{"Owls Head: 6:30 PM at home.", "All ages."}, Name: "Owls Head"}, {Heading: "Groups", Sentences: []string{"Camden: 4:00 PM."}, Name: "Camden"}}},
		"named items line by line":               {"**Owls Head.** 6:30 PM.\n**Camden.** At noon in the hall. Childcare: no.", []Section{{}, {Sentences: []string{"Owls Head: 6:30 PM."}, Name: "Owls Head"}, {Sentences: []string{"Camden: At noon in the hall.", "Childcare: no."}, Name: "Camden"}}},
		"a table behind a named item":            {"**Owls Head.** 6:30 PM.\n\n| Room | Fee |\n|---|---|\n| Hall | $40 |", []Section{{}, {Sentences: []string{"Owls Head: 6:30 PM."}, Name: "Owls Head"}, {Sentences: []string{"Hall (Fee: $40)."}}}},
		"a yes, which is none":                   {"Yes. Dogs are welcome.", []Section{{}, {Sentences: []string{"Yes.", "Dogs are welcome."}}}},
		"a table":                                {"| Room | Fee |\n|---|---|\n| Hall | $40 |", []Section{{Sentences: []string{"Hall (Fee: $40)."}}}},
	} {
		if diff := cmp.Diff(test.want, Sections(test.text)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
