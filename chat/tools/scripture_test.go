package tools_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

func TestScriptureIsQuotedInTheVisitorsLanguage(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for _, test := range []struct {
		name, tool, language, arguments, summary string
		agent                                    church.Agent
		shows                                    []string
	}{
		{name: "a verse", tool: "look_up_scripture", agent: church.Discipleship, arguments: `{"reference":"Jn 11.35"}`, summary: "Looked up John 11:35.",
			shows: []string{`"citation":"John 11:35"`, `"text":"[35] Jesus wept."`, "World English Bible, public domain"}},
		{name: "in Spanish", tool: "look_up_scripture", language: "es", agent: church.Care, arguments: `{"reference":"Psalm 23:1"}`, summary: "Salmo 23:1, consultado.",
			shows: []string{`"citation":"Salmo 23:1"`, "Jehová es mi pastor; nada me faltará.", "Reina-Valera 1909, dominio público"}},
		{name: "more than is given", tool: "look_up_scripture", agent: church.Care, arguments: `{"reference":"Psalm 119"}`, summary: "Looked up Psalm 119:1–40.",
			shows: []string{`"left_out":"Psalm 119:41–176"`}},
		{name: "comfort", tool: "offer_comfort_scripture", agent: church.Care, arguments: `{"need":"grief"}`, summary: "Found a passage.",
			shows: []string{`"need":"grief"`, `"citation":"`, `"more":["`, `"take_care":"`}},
		{name: "comfort in Spanish", tool: "offer_comfort_scripture", language: "es", agent: church.Care, arguments: `{"need":"tengo mucho miedo"}`, summary: "Pasaje encontrado.",
			shows: []string{`"need":"el temor"`, "Reina-Valera 1909"}},
		{name: "plans", tool: "suggest_reading_plan", agent: church.Discipleship, arguments: `{"topic":"Advent","days":25}`, summary: "Found reading plans.",
			shows: []string{`"plan":"advent-25"`, `"1: Isaiah 2:1–5"`, `"days":25`}},
		{name: "a plan's readings", tool: "suggest_reading_plan", language: "es", agent: church.Discipleship, arguments: `{"plan":"mark-16","from_day":8}`, summary: "Lecturas de «Marcos en 16 días» consultadas.",
			shows: []string{`"8: Marcos 8"`, `"14: Marcos 14"`, `"more_days":2`}},
		{name: "any plan", tool: "suggest_reading_plan", agent: church.Discipleship, arguments: `{}`, summary: "Found reading plans.", shows: []string{`"plan":"mark-16"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked := turn(at, test.agent, "hello")
			if test.language != "" {
				asked.Language = test.language
			}
			got := f.call(asked, test.tool, test.arguments)
			if !got.OK || got.Wrote || got.Summary != test.summary {
				t.Fatalf("%q: %s", got.Summary, got.Content)
			}
			for _, part := range test.shows {
				if !strings.Contains(got.Content, part) {
					t.Errorf("%s does not show %s", got.Content, part)
				}
			}
		})
	}
}

func TestScriptureThatIsNotThereIsRefused(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for _, test := range []struct {
		tool, arguments string
		agent           church.Agent
		why             tools.ErrorCode
		says            string
	}{
		{"look_up_scripture", `{"reference":"Psalm 152"}`, church.Care, tools.NotFound, "Psalms has 150 chapters"},
		{"look_up_scripture", `{"reference":"Hezekiah 3:16"}`, church.Care, tools.InvalidArguments, "no book of the Bible"},
		{"look_up_scripture", `{}`, church.Care, tools.InvalidArguments, "reference"},
		{"look_up_scripture", `{"reference":"John 3:16"}`, church.Coordinator, tools.NotAllowed, ""},
		{"offer_comfort_scripture", `{"need":"parking garage"}`, church.Care, tools.NotFound, "anxiety"},
		{"offer_comfort_scripture", `{"need":"grief"}`, church.Discipleship, tools.NotAllowed, ""},
		{"suggest_reading_plan", `{"plan":"none"}`, church.Discipleship, tools.InvalidArguments, "plan"},
		{"suggest_reading_plan", `{"plan":"mark-16","from_day":17}`, church.Discipleship, tools.InvalidArguments, "16 days"},
		{"suggest_reading_plan", `{"days":0}`, church.Discipleship, tools.InvalidArguments, "days"},
	} {
		f.call(turn(at, test.agent, "hello"), test.tool, test.arguments).expect(t, test.why, test.says)
	}
}

func TestComfortChangesAsTheConversationGoesOn(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	first := f.call(turn(at, church.Care, "my father died"), "offer_comfort_scripture", `{"need":"grief"}`)
	later := f.call(turn(at, church.Care, "my father died", "thank you", "yes"), "offer_comfort_scripture", `{"need":"grief"}`)
	if first.Content == later.Content {
		t.Errorf("the same is offered again: %s", first.Content)
	}
}

func BenchmarkLookUpScripture(b *testing.B) {
	f := setup(b)
	asked := turn(f.church("ours"), church.Discipleship)
	b.ReportAllocs()
	for b.Loop() {
		f.begin(asked).Call(b.Context(), tools.Call{Name: "look_up_scripture", Arguments: `{"reference":"1 Cor 13:4-7"}`})
	}
}
