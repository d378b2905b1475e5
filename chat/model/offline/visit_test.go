package offline_test

import (
	"strings"
	"testing"

	"narthex/chat/model"
)

// planned is what is called after the visitor's messages, each but the first an answer to what is asked then.
func planned(t *testing.T, said ...string) (call string, asked []string) {
	t.Helper()
	messages := []model.Message{{Role: model.RoleSystem, Content: thursday}}
	for _, line := range said {
		messages = append(messages, visitor(line))
		got := ask(t, model.Request{Messages: messages, Tools: churchTools})
		if len(got.Calls) > 0 {
			return got.Calls[0].Arguments, asked
		}
		asked = append(asked, got.text())
		messages = append(messages, model.Message{Role: model.RoleAssistant, Content: got.text()})
	}
	return "", asked
}

// It is Thursday, 14 May 2026.
func TestAVisitIsPlannedByWhatPeopleAnswer(t *testing.T) {
	const english, spanish = "I want to plan a visit", "Quiero planear una visita"
	for name, test := range map[string]struct {
		said  []string
		wants []string // parts of the call
	}{
		"today":                 {[]string{english, "today", "4"}, []string{`"date":"2026-05-14"`, `"people":4`}},
		"tonight":               {[]string{english, "Tonight!", "Just me"}, []string{`"date":"2026-05-14"`, `"people":1`}},
		"a date":                {[]string{english, "June 14", "my wife and I"}, []string{`"date":"2026-06-14"`, `"people":2`}},
		"an ordinal":            {[]string{english, "the 14th of June", "eleven"}, []string{`"date":"2026-06-14"`, `"people":11`}},
		"the day after":         {[]string{english, "the day after tomorrow", "Only me, I'm afraid"}, []string{`"date":"2026-05-16"`, `"people":1`}},
		"a feast":               {[]string{"We are coming on Christmas Day, three of us"}, []string{`"date":"2026-12-25"`, `"people":3`}},
		"a feast on a weekday":  {[]string{"We want to come on Palm Sunday, 2 of us"}, []string{`"date":"2027-03-21"`}},
		"a correction":          {[]string{"I want to visit this Sunday", "two, but rather on May 24"}, []string{`"date":"2026-05-24"`, `"people":2`}},
		"hoy":                   {[]string{spanish, "hoy", "solo yo"}, []string{`"date":"2026-05-14"`, `"people":1`}},
		"una fecha":             {[]string{spanish, "el 14 de junio", "nueve"}, []string{`"date":"2026-06-14"`, `"people":9`}},
		"por la mañana":         {[]string{"Queremos ir a las 9 de la mañana el domingo, somos 4"}, []string{`"date":"2026-05-17"`, `"people":4`}},
		"el domingo":            {[]string{"Queremos ir el domingo por la mañana, mi esposa y yo"}, []string{`"date":"2026-05-17"`, `"people":2`}},
		"mañana":                {[]string{spanish, "mañana por la mañana", "once"}, []string{`"date":"2026-05-15"`, `"people":11`}},
		"pasado mañana":         {[]string{spanish, "pasado mañana", "yo sola"}, []string{`"date":"2026-05-16"`, `"people":1`}},
		"adults and children":   {[]string{"We'd like to visit this Sunday, 2 adults and 3 kids"}, []string{`"children":3`, `"people":5`}},
		"in words":              {[]string{"We'd like to visit this Sunday, two adults and three children"}, []string{`"children":3`, `"people":5`}},
		"one child":             {[]string{"We'd like to visit this Sunday, 2 adults and 1 kid"}, []string{`"children":1`, `"people":3`}},
		"in all":                {[]string{"We'd like to visit this Sunday, there will be 5 of us, 2 adults and 3 kids"}, []string{`"children":3`, `"people":5`}},
		"as an answer":          {[]string{english, "Sunday", "2 adults, 3 kids"}, []string{`"children":3`, `"people":5`}},
		"adultos y niños":       {[]string{"Queremos ir el domingo, dos adultos y un niño"}, []string{`"children":1`, `"people":3`}},
		"a couple and children": {[]string{"My wife and I want to visit on Sunday with 2 kids"}, []string{`"children":2`, `"people":4`}},
		"a parent":              {[]string{english, "Sunday", "me and my 3 kids"}, []string{`"children":3`, `"people":4`}},
		"more children":         {[]string{"We want to come on Sunday, 2 people and 3 kids"}, []string{`"children":3`, `"people":5`}},
	} {
		t.Run(name, func(t *testing.T) {
			call, asked := planned(t, test.said...)
			for _, part := range test.wants {
				if !strings.Contains(call, part) {
					t.Errorf("%s is not in %s after %q", part, call, asked)
				}
			}
		})
	}
}

// Who is not understood is told how to write it, and then who would understand them.
func TestTheSameIsNotAskedForEver(t *testing.T) {
	for name, said := range map[string][]string{
		"a day":       {"I want to plan a visit", "whenever", "dunno yet", "soonish"},
		"a number":    {"I want to visit this Sunday", "a few", "quite some", "several"},
		"in Spanish":  {"Quiero visitar la iglesia el domingo", "unos cuantos", "bastantes", "muchos"},
		"a telephone": {"Can somebody call me back? My name is Tom Hale.", "the usual one", "you have it", "same as ever"},
	} {
		t.Run(name, func(t *testing.T) {
			call, asked := planned(t, said...)
			if call != "" {
				t.Errorf("called with %s", call)
			}
			times := make(map[string]int)
			for _, text := range asked {
				if times[text]++; times[text] > 1 {
					t.Errorf("%q", asked)
				}
			}
			if len(asked) < 3 || !strings.Contains(asked[2], "555-0142") {
				t.Errorf("%q", asked)
			}
		})
	}
}

func TestWhatIsRefusedTwiceIsNotAskedForOnceMore(t *testing.T) {
	const needMore = "I could not pass that on yet, because something was missing or not clear. Could you give me the details once more?"
	messages := []model.Message{{Role: model.RoleSystem, Content: thursday}}
	for _, want := range []string{needMore, needMore, "I'm sorry, I could not pass that on just now. You can reach the church office at (207) 555-0142."} {
		messages = append(messages, visitor("Please call me, I'm Tom Hale, 207 555 0199"))
		refused := append(messages[:len(messages):len(messages)], model.Message{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{{ID: "c1", Name: "request_callback", Arguments: "{}"}}},
			model.Message{Role: model.RoleTool, ToolCallID: "c1", Content: `{"ok":false,"error":"invalid_arguments"}`})
		got := ask(t, model.Request{Messages: refused, Tools: churchTools})
		if got.text() != want {
			t.Errorf("%q, want %q", got.text(), want)
		}
		messages = append(messages, model.Message{Role: model.RoleAssistant, Content: got.text()})
	}
}
