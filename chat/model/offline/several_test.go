package offline_test

import (
	"strings"
	"testing"

	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
)

// wharf is what a church has on file, with a table and a list whose items begin with their names.
var wharf = prompt.Contents{
	Church: "Pier Church",
	Facts: []prompt.Fact{
		{Label: "Staff", Value: "Marcus Lee, Director of Youth Ministries"}, {Label: "Staff", Value: "Hannah Osei, Director of Children's Ministries"},
		{Label: "Children", Value: "The nursery is open during both services."},
	},
	Texts: []prompt.Text{
		{Title: "Groups Guide", Content: "## The groups\n\n**Owls Head.** 6:30 PM on Thursday, at the home of Sam Rackliff. Families with children at home; the children eat with the group. Studying the Sunday sermon. Room for one family.\n\n" +
			"**Afternoon Tea.** 2:00 PM on Tuesday, in the community room. Mostly over seventy; a van can fetch you. Studying the Psalms.\n\n**Camden.** 4:00 PM, at the home of Walter and June Ames, Camden. All ages, soup supper. Childcare: no. Room for two."},
		{Title: "Funeral Guide", Content: "## Costs\n\n| What | How much |\n|---|---|\n| Use of the church | no charge |\n| Organist for a funeral | €150 |\n| Solo singer | €120 |\n| Opening a grave | €700 |\n| Urn plot | €450 |"},
		{Title: "Wedding Guide", Content: "## Wedding costs\n\nThe organist's fee for a wedding is €200.\n\n## Timeline\n\n| When | What |\n|---|---|\n| 5 months | Questionnaire |\n| 6 weeks | Choose music with the organist |\n| 2 weeks | Fees due |"},
		{Title: "Guía", Content: "La camioneta pasa los domingos por las colonias del sur. Llame antes del sábado y deje su dirección al hermano Chuy. Sale a las 9:40."},
	},
}

func askWharf(t *testing.T, each []string, messages ...string) string {
	t.Helper()
	contents := wharf
	contents.Part.Each = each
	var said []model.Message
	for i, message := range messages {
		if i > 0 {
			said = append(said, model.Message{Role: model.RoleAssistant, Content: "Let me see."})
		}
		said = append(said, visitor(message))
	}
	return collect(t, offline.New(0).Stream(t.Context(), model.Request{Messages: said, Contents: func() prompt.Contents { return contents }})).text()
}

func TestAnItemOfAListIsQuotedWithItsName(t *testing.T) {
	for question, name := range map[string]string{
		"is there a group for families with children at home": "Owls Head: 6:30 PM on Thursday",
		"a group where a van can fetch me, im over seventy":   "Afternoon Tea: 2:00 PM on Tuesday",
		"what group is studying the psalms":                   "Afternoon Tea: 2:00 PM on Tuesday",
	} {
		if got := askWharf(t, nil, question); !strings.Contains(got, name) {
			t.Errorf("%s: %s", question, got)
		}
	}
}

func TestWhatWasAskedOfOneThingIsAskedOfAnother(t *testing.T) {
	for _, test := range []struct{ before, question, has, without string }{
		{"how much is the organist for a funeral", "and for a wedding?", "€200", "€150"},
		{"how much is the organist for a wedding", "and for a funeral?", "€150", "€200"},
		{"how much is the organist for a funeral", "what about for a wedding", "€200", "€150"},
		{"whos in charge of the youth", "and for the children?", "Hannah Osei", "Marcus"},
		{"who is in charge of the children", "and of the youth?", "Marcus Lee", "Hannah"},
	} {
		got := askWharf(t, nil, test.before, test.question)
		if !strings.Contains(got, test.has) || strings.Contains(got, test.without) {
			t.Errorf("%s %s: %s", test.before, test.question, got)
		}
	}
}

func TestARowOfATableIsFoundWhereverItStands(t *testing.T) {
	for question, has := range map[string]string{
		"when do we choose the music with the organist": "6 weeks",
		"how much is an urn plot":                       "€450",
		"cost of opening a grave":                       "€700",
		"how much is a solo singer":                     "€120",
	} {
		if got := askWharf(t, nil, question); !strings.Contains(got, has) {
			t.Errorf("%s: %s", question, got)
		}
	}
}

func TestBothQuestionsOfAMessageAreAnswered(t *testing.T) {
	for _, each := range [][]string{
		{"how much is an urn plot", "how much is the organist for a wedding"},
		{"when do we choose the music with the organist", "how much is a solo singer"},
	} {
		got := askWharf(t, each, strings.Join(each, " and "))
		for _, question := range each {
			want := map[string]string{"how much is an urn plot": "€450", "how much is the organist for a wedding": "€200", "when do we choose the music with the organist": "6 weeks", "how much is a solo singer": "€120"}[question]
			if !strings.Contains(got, want) {
				t.Errorf("%v: %s", each, got)
			}
		}
	}
	got := askWharf(t, []string{"who hosts the camden group", "is there childcare"}, "who hosts the camden group and is there childcare")
	if !strings.Contains(got, "Ames") || strings.Contains(got, "nursery") {
		t.Errorf("the childcare of a group: %s", got)
	}
}

func TestWhoAsksForAYesIsToldWhatToDo(t *testing.T) {
	for question, has := range map[string]string{
		"¿pasan por uno en la camioneta? vivo en el sur": "Llame antes del sábado",
		"la camioneta pasa por el sur los domingos?":     "camioneta pasa los domingos",
	} {
		if got := askWharf(t, nil, question); !strings.Contains(got, has) {
			t.Errorf("%s: %s", question, got)
		}
	}
}

func TestWordsAsTheySoundAreUnderstood(t *testing.T) {
	for question, has := range map[string]string{
		"wat group meets thurs nite for families":  "Owls Head",
		"kien recoge la direccion pa la camioneta": "Chuy",
	} {
		if got := askWharf(t, nil, question); !strings.Contains(got, has) {
			t.Errorf("%s: %s", question, got)
		}
	}
}
