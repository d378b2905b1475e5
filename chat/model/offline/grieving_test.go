package offline_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
)

// pier is a church that has written down what it has for the bereaved, beside what shares words with them.
var pier = prompt.Contents{
	Church: "Pier Church", Country: "IE", Now: time.Date(2026, time.November, 30, 15, 4, 0, 0, time.UTC),
	Facts: []prompt.Fact{
		{Label: "Phone", Value: "020 910 4417"}, {Label: "Pastor", Value: "Declan Moran"},
		{Label: "Staff", Value: "Ruth Alden, Pastor of Care, Ruth leads home visits and the grief group."}, {Label: "Staff", Value: "Ann Joyce, Safeguarding Officer"},
		{Label: "Ministry", Value: "Walking Through Grief: For the bereaved, Tuesdays at 18:30."},
	},
	Texts: []prompt.Text{
		{Title: "Membership Handbook", Content: "If you miss one session you can make it up with Pastor Dan. We believe that our husband and Lord died and let the world go."},
		{Title: "Funeral Guide", Content: "## When someone is dying\n\nRing the sick-call phone, day or night. A priest will come for the Anointing of the Sick.\n\n## When someone has died\n\n2. Ring an undertaker. The undertaker will ring the parish.\n3. Fr Declan will call to the house, usually the same day.\n\nYou may wake your dead in the house. His brother can give a eulogy at the grave."},
		{Title: "Child Safety Policy", Content: "Who should you call? If a child is in danger now, ring 999 or 112. Speak to Ann Joyce about an allegation, however long ago."},
		{Title: "What do I do if someone is dying?", Content: "Ring the sick-call phone at any hour. A priest will come for the Anointing of the Sick.", FAQ: true},
	},
}

// toPier makes a conversation as talk does, of somebody whose newest message tells of distress or not.
func toPier(t *testing.T, distress bool, lines ...string) string {
	t.Helper()
	in := pier
	in.Distress = distress
	var messages []model.Message
	said := ""
	for n, line := range lines {
		if n%2 == 1 {
			messages = append(messages, model.Message{Role: model.RoleAssistant, Content: line})
			continue
		}
		messages = append(messages, visitor(line))
	}
	said = collect(t, offline.New(0).Stream(t.Context(), model.Request{Messages: messages, Contents: func() prompt.Contents { return in }})).text()
	return said
}

func TestWhoMournsIsLedToPeopleAndNotToAPassage(t *testing.T) {
	for name, test := range map[string]struct {
		says  []string
		calm  bool // nobody has found distress in the newest message
		wants []string
	}{
		"longing":             {says: []string{"I miss my husband so much"}, wants: []string{"Walking Through Grief", "Ruth Alden"}},
		"a widow":             {says: []string{"I am a widow since October and the evenings are long"}, wants: []string{"Walking Through Grief"}},
		"an empty house":      {says: []string{"the house is empty since the funeral"}, wants: []string{"Walking Through Grief"}},
		"a lament":            {says: []string{"I'm so angry with God", "I'm sorry.", "why did he let my husband die"}, wants: []string{"Ruth Alden"}},
		"last night":          {says: []string{"my mother died last night"}, wants: []string{"undertaker", "call to the house"}},
		"what now":            {says: []string{"my mother died last night", "I'm so sorry.", "what do i do now"}, calm: true, wants: []string{"undertaker"}},
		"who to ring":         {says: []string{"my husband died this morning", "I'm so sorry.", "who should I call"}, calm: true, wants: []string{"undertaker", "Ruth Alden"}},
		"anoche":              {says: []string{"mi mamá falleció anoche"}, wants: []string{"Ruth Alden"}},
		"and nobody knows":    {says: []string{"I miss my husband so much"}, calm: true, wants: []string{"Walking Through Grief"}},
		"no death, but alone": {says: []string{"I can't go on like this, everything is falling apart"}, wants: []string{"Declan Moran"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := toPier(t, !test.calm, test.says...)
			for _, want := range test.wants {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in %q", want, got)
				}
			}
			for _, never := range []string{"Anointing", "999", "session", "believe", "allegation"} {
				if strings.Contains(got, never) {
					t.Errorf("%q is told: %q", never, got)
				}
			}
		})
	}
}

func TestWhoMournsAndAsksIsAnswered(t *testing.T) {
	for question, want := range map[string]string{
		"can we have a wake in the house":        "wake your dead",
		"can his brother give a eulogy":          "eulogy",
		"my mother is dying, she needs a priest": "Anointing",
	} {
		if got := toPier(t, strings.HasPrefix(question, "my"), question); !strings.Contains(got, want) {
			t.Errorf("%s: %q", question, got)
		}
	}
	if got := toPier(t, false, "I'd miss my daughter's recital on Sunday"); strings.Contains(got, "so sorry") {
		t.Error(got)
	}
}

// A death is often told on the way to something else, and not everybody who is dying for something is dying.
func TestWhoTellsOfADeathOnTheWayToAQuestionIsAnswered(t *testing.T) {
	in := pier
	in.Texts = append(slices.Clone(pier.Texts),
		prompt.Text{Title: "Can I watch a funeral on the webcam?", Content: "Yes. The webcam is at pier.example/webcam.", FAQ: true},
		prompt.Text{Title: "What does it cost to hire the parish hall for a party?", Content: "The parish hall costs 40 euros an hour.", FAQ: true},
		prompt.Text{Title: "Do you give out food?", Content: "Yes. The food pantry is open on Saturday from 9 to 11.", FAQ: true})
	for _, test := range []struct {
		says, wants string
		sorry       bool
	}{
		{"my aunt died in galway, i need the link for the funeral webcam", "pier.example/webcam", true},
		{"my mother in law is dying to have the party in the parish hall, what does it cost", "40 euros", false},
		{"we're all dying for a party in the parish hall, how much does it cost to hire", "40 euros", false},
		{"my husband lost his job and we have three kids, i wonder if you give out food", "Saturday from 9", true},
	} {
		in.Distress = true
		request := model.Request{Messages: []model.Message{visitor(test.says)}, Contents: func() prompt.Contents { return in }}
		got := collect(t, offline.New(0).Stream(t.Context(), request)).text()
		if !strings.Contains(got, test.wants) || strings.Contains(strings.ToLower(got), "sorry") != test.sorry {
			t.Errorf("%s: %q", test.says, got)
		}
	}
}

// Who is told of harm to a child is said to those who ask about that.
func TestSafeguardingIsForThoseWhoAskAboutIt(t *testing.T) {
	for _, said := range []string{"who would I speak to about that", "who should I call about the hall", "who do I ring about a memorial bench"} {
		if got := toPier(t, false, said); strings.Contains(got, "999") || strings.Contains(got, "allegation") {
			t.Errorf("%s: %q", said, got)
		}
	}
	for _, said := range []string{"who do I call if a child is in danger", "who do I speak to about an allegation"} {
		if got := toPier(t, false, said); !strings.Contains(got, "999") && !strings.Contains(got, "Ann Joyce") {
			t.Errorf("%s: %q", said, got)
		}
	}
}
