package offline_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
)

// inAdvent makes a conversation as talk does, with a church in the United States, on Monday, 30 November 2026.
func inAdvent(t *testing.T, lines ...string) answer {
	t.Helper()
	in := prompt.Contents{Church: "Grace Harbor Church", Country: "US", Now: time.Date(2026, time.November, 30, 15, 4, 0, 0, time.UTC), Facts: []prompt.Fact{{Label: "Phone", Value: "(207) 555-0142"}}}
	var messages []model.Message
	var got answer
	for n, line := range lines {
		if n%2 == 0 {
			messages = append(messages, visitor(line))
			got = collect(t, offline.New(0).Stream(t.Context(), model.Request{Messages: messages, Tools: contactTools, Contents: func() prompt.Contents { return in }}))
			continue
		}
		if line == "" {
			line = got.text()
		}
		messages = append(messages, model.Message{Role: model.RoleAssistant, Content: line})
	}
	return got
}

func TestAVisitIsPlannedOnTheDayThatIsMeant(t *testing.T) {
	const english, spanish = "I want to plan a visit, 3 of us", "Quiero planear una visita, somos 3"
	for name, test := range map[string]struct {
		says []string
		day  string // "": it is asked
	}{
		"the second Sunday of a month": {[]string{english, "", "the second Sunday of December"}, "2026-12-13"},
		"after a feast":                {[]string{"We'd like to visit the Sunday after Christmas, 3 of us"}, "2026-12-27"},
		"before a feast":               {[]string{english, "", "the Sunday before Christmas"}, "2026-12-20"},
		"after next":                   {[]string{english, "", "Sunday after next"}, "2026-12-13"},
		"a week on Sunday":             {[]string{english, "", "a week on Sunday"}, "2026-12-13"},
		"not this one":                 {[]string{english, "", "not this Sunday, the one after"}, "2026-12-13"},
		"except":                       {[]string{english, "", "any Sunday except the 13th"}, ""},
		"a number alone":               {[]string{"3 of us would like to visit on the 13th"}, "2026-12-13"},
		"for a number":                 {[]string{"plan a visit for the 13th, 3 of us"}, "2026-12-13"},
		"in figures":                   {[]string{english, "", "13/12"}, "2026-12-13"},
		"no day at all":                {[]string{english, "", "maybe January"}, ""},
		"this coming":                  {[]string{english, "", "this coming sunday"}, "2026-12-06"},
		"next Sunday":                  {[]string{english, "", "next Sunday"}, "2026-12-06"},
		"the 13th":                     {[]string{english, "", "the 13th"}, "2026-12-13"},
		"with its weekday":             {[]string{english, "", "Sunday the 13th of December"}, "2026-12-13"},
		"with an hour":                 {[]string{english, "", "Dec 13 at 9"}, "2026-12-13"},
		"the 31st":                     {[]string{english, "", "the 31st"}, "2026-12-31"},
		"el segundo domingo":           {[]string{spanish, "", "el segundo domingo de diciembre"}, "2026-12-13"},
		"después de Navidad":           {[]string{spanish, "", "el domingo después de Navidad"}, "2026-12-27"},
		"antes de Pascua":              {[]string{spanish, "", "el domingo antes de Pascua"}, "2027-03-21"},
		"en ocho":                      {[]string{spanish, "", "de este domingo en ocho"}, "2026-12-13"},
		"el siguiente":                 {[]string{spanish, "", "este domingo no, el siguiente"}, "2026-12-13"},
		"cualquiera menos":             {[]string{spanish, "", "cualquier domingo menos el 13"}, ""},
		"another weekday":              {[]string{english, "", "Sunday the 14th"}, ""},
		"another weekday, mended":      {[]string{english, "", "Sunday the 14th", "", "the 13th then"}, "2026-12-13"},
	} {
		t.Run(name, func(t *testing.T) {
			got := inAdvent(t, test.says...)
			call := ""
			if len(got.Calls) > 0 {
				call = got.Calls[0].Arguments
			}
			if want := `"visit_date":"` + test.day + `"`; test.day == "" && call != "" || !strings.Contains(call, test.day) || test.day != "" && !strings.Contains(call, want) {
				t.Errorf("called with %q, asked %q", call, got.text())
			}
		})
	}
}

func TestADateOnAnotherWeekdayIsSaid(t *testing.T) {
	for want, says := range map[string][]string{
		"December 14 is a Monday. Which day do you mean?":     {"I want to plan a visit, 3 of us", "", "Sunday the 14th"},
		"El 14 de diciembre es lunes. ¿Qué día quiere decir?": {"Quiero planear una visita, somos 3", "", "el domingo 14 de diciembre"},
	} {
		if got := inAdvent(t, says...); got.text() != want {
			t.Errorf("%q: %q", says, got.text())
		}
	}
	got := inAdvent(t, "I want to plan a visit, 3 of us", "", "Sunday the 14th", "", "Sunday the 14th")
	if len(got.Calls) > 0 || strings.Contains(got.text(), "is a Monday") {
		t.Errorf("once more: %+v", got)
	}
}
