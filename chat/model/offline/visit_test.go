package offline_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
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
		wants []string // fields of the call
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
		"a day, then in all":    {[]string{"I want to visit this Sunday", "4, on June 14"}, []string{`"date":"2026-06-14"`, `"people":4`}},
		"un día después":        {[]string{spanish, "el domingo", "3 personas, pero el 24 de mayo"}, []string{`"date":"2026-05-24"`, `"people":3`}},
		"una familia":           {[]string{"Queremos ir el domingo. Somos una familia de 5"}, []string{`"people":5`}},
		"un grupo":              {[]string{"Queremos ir el domingo, somos un grupo de 12"}, []string{`"people":12`}},
		"un matrimonio":         {[]string{"Queremos ir el domingo, somos un matrimonio con dos niños"}, []string{`"children":2`, `"people":4`}},
		"one family":            {[]string{"We want to come on Sunday, we are one family of five"}, []string{`"people":5`}},
		"somebody to speak to":  {[]string{"Quiero visitar la iglesia el domingo y hablar con una persona", "4"}, []string{`"people":4`}},
		"a parent of one":       {[]string{english, "Sunday", "Me and my son"}, []string{`"children":1`, `"people":2`}},
		"una madre":             {[]string{spanish, "el domingo", "yo y mi hija"}, []string{`"children":1`, `"people":2`}},
		"with one's mother":     {[]string{english, "Sunday", "just me and my mom"}, []string{`"people":2`}},
		"with a sister":         {[]string{english, "Sunday", "only me and my sister"}, []string{`"people":2`}},
		"con el esposo":         {[]string{spanish, "el domingo", "solo yo y mi esposo"}, []string{`"people":2`}},
		"children, how many":    {[]string{english, "Sunday", "Me and my kids", "5"}, []string{`"people":5`}},
		"a couple's children":   {[]string{"My wife and I and our kids want to visit on Sunday", "4"}, []string{`"people":4`}},
		"not alone":             {[]string{english, "Sunday", "I'm not coming alone", "3"}, []string{`"people":3`}},
		"no sola":               {[]string{spanish, "el domingo", "no voy sola", "3"}, []string{`"people":3`}},
		"no, alone":             {[]string{english, "Sunday", "No, just me"}, []string{`"people":1`}},
		"a few more":            {[]string{english, "Sunday", "Me, my mom and 2 friends", "4"}, []string{`"people":4`}},
		"more or fewer":         {[]string{english, "Sunday", "3 or 4", "4"}, []string{`"people":4`}},
		"a time and a date":     {[]string{"We want to come at 10:30 on June 14, 2 of us"}, []string{`"date":"2026-06-14"`, `"people":2`}},
		"10:30, June 14":        {[]string{english, "10:30, June 14", "2"}, []string{`"date":"2026-06-14"`, `"people":2`}},
		"at ten, June 14":       {[]string{english, "at 10, June 14", "2"}, []string{`"date":"2026-06-14"`}},
		"the first day after":   {[]string{"We want to come the day after tomorrow, 3 of us"}, []string{`"date":"2026-05-16"`, `"people":3`}},
		"found today":           {[]string{"I found your church today and we'd love to visit, 3 of us", "Sunday"}, []string{`"date":"2026-05-17"`, `"people":3`}},
		"vista hoy":             {[]string{"Hoy vi su iglesia y queremos ir, somos 3", "el domingo"}, []string{`"date":"2026-05-17"`, `"people":3`}},
		"come today":            {[]string{"We'd love to come to your service today, 3 of us"}, []string{`"date":"2026-05-14"`, `"people":3`}},
		"today after all":       {[]string{"I want to visit this Sunday", "two, but rather today"}, []string{`"date":"2026-05-14"`, `"people":2`}},
		"All Saints on Sunday":  {[]string{"We'd like to visit All Saints this Sunday, 2 of us"}, []string{`"date":"2026-05-17"`, `"people":2`}},
		"Asunción":              {[]string{"Queremos visitar La Asunción el domingo, somos 2"}, []string{`"date":"2026-05-17"`, `"people":2`}},
		"after the vigil":       {[]string{"We were at your Easter Vigil and want to come on Sunday, 2 of us"}, []string{`"date":"2026-05-17"`}},
		"Pentecost Sunday":      {[]string{"We want to come on Pentecost Sunday, 2 of us"}, []string{`"date":"2026-05-24"`}},
		"as a telephone writes": {[]string{"We want to come on New Year’s Eve, 2 of us"}, []string{`"date":"2026-12-31"`}},
		"we are adults":         {[]string{"We want to come Sunday, we are 2 adults and 3 kids"}, []string{`"children":3`, `"people":5`}},
		"somos adultos":         {[]string{"Queremos ir el domingo, somos dos adultos y un niño"}, []string{`"children":1`, `"people":3`}},
		"one, please":           {[]string{english, "Sunday", "Just one please"}, []string{`"people":1`}},
		"one person":            {[]string{english, "Sunday", "Just one person"}, []string{`"people":1`}},
		"one of us":             {[]string{english, "Sunday", "Only one of us"}, []string{`"people":1`}},
		"una sola":              {[]string{spanish, "el domingo", "Una sola persona, por favor"}, []string{`"people":1`}},
		"with thanks":           {[]string{english, "Sunday", "Just me and thank you"}, []string{`"people":1`}},
		"me and kids":           {[]string{english, "Sunday", "Just me and 2 kids"}, []string{`"children":2`, `"people":3`}},
		"yo y niños":            {[]string{spanish, "el domingo", "yo y dos niños"}, []string{`"children":2`, `"people":3`}},
		"me plus":               {[]string{english, "Sunday", "me plus 2", "3"}, []string{`"people":3`}},
		"a child's age":         {[]string{english, "Sunday", "Me and my 3 year old", "2"}, []string{`"people":2`}},
		"a family that counts":  {[]string{"We'd like to visit Sunday, we're a family, 2 adults and 2 kids"}, []string{`"children":2`, `"people":4`}},
		"among them":            {[]string{"We want to come on Sunday. We are 4 and two are kids"}, []string{`"people":4`}},
		"no comma":              {[]string{"We want to visit on Sunday 4 of us"}, []string{`"date":"2026-05-17"`, `"people":4`}},
		"no comma, children":    {[]string{"We want to come this Sunday 2 adults and 3 kids"}, []string{`"children":3`, `"people":5`}},
		"a day's number":        {[]string{"We want to come Sunday 17, 3 of us"}, []string{`"people":3`}},
		"no kids":               {[]string{english, "Sunday", "No kids, just the two of us"}, []string{`"people":2`}},
		"no, somos":             {[]string{spanish, "el domingo", "No, somos 4"}, []string{`"people":4`}},
		"como 4":                {[]string{spanish, "el domingo", "Como 4"}, []string{`"people":4`}},
		"a day's number alone":  {[]string{spanish, "el domingo", "mejor el domingo 24 a las 10", "3"}, []string{`"people":3`}},
		"Sunday 24":             {[]string{english, "Sunday", "Sunday 24 would be better", "3"}, []string{`"people":3`}},
		"por la mañana, 24":     {[]string{spanish, "el domingo", "el domingo 24 por la mañana", "3"}, []string{`"people":3`}},
		"una persona mayor":     {[]string{spanish, "el domingo", "Una persona mayor y yo"}, []string{`"people":2`}},
		"in a wheelchair":       {[]string{english, "Sunday", "One person in a wheelchair and me"}, []string{`"people":2`}},
		"one person or two":     {[]string{english, "Sunday", "One person or two", "2"}, []string{`"people":2`}},
		"a whole family":        {[]string{english, "Sunday", "my husband, my 3 kids and me"}, []string{`"children":3`, `"people":5`}},
		"una familia entera":    {[]string{spanish, "el domingo", "somos mi esposo mis 3 chamacos y yo"}, []string{`"children":3`, `"people":5`}},
		"como cinco":            {[]string{spanish, "el domingo", "como 5 personas"}, []string{`"people":5`}},
		"nomas yo":              {[]string{spanish, "el domingo", "nomas yo"}, []string{`"people":1`}},
		"solita":                {[]string{spanish, "el domingo", "solita"}, []string{`"people":1`}},
		"more children":         {[]string{"We want to come on Sunday, 2 people and 3 kids"}, []string{`"children":3`, `"people":5`}},
	} {
		t.Run(name, func(t *testing.T) {
			call, asked := planned(t, test.said...)
			var got map[string]json.RawMessage
			if err := json.Unmarshal([]byte(call), &got); err != nil {
				t.Fatalf("%v: %q after %q", err, call, asked)
			}
			for _, part := range test.wants {
				if name, value, _ := strings.Cut(part, ":"); string(got[strings.Trim(name, `"`)]) != value {
					t.Errorf("%s is not in %s after %q", part, call, asked)
				}
			}
		})
	}
}

func TestWhoWantsToBeLeftAloneIsAskedNothingMore(t *testing.T) {
	for _, said := range []string{"No, leave me alone", "No thanks, just leave me alone", "Never mind, I'll pray alone", "No. I have 2 questions", "No, my wife and I changed our minds", "Never mind, my husband and I can't make it",
		"No gracias, mi esposa y yo cambiamos de idea", "No, two people already told me not to come", "No, I want to be alone", "No thanks, just me then"} {
		call, asked := planned(t, "I want to visit this Sunday", said)
		if call != "" || len(asked) < 2 || strings.Contains(asked[1], "how many") || strings.Contains(asked[1], "not understand") {
			t.Errorf("%s: called with %q after %q", said, call, asked)
		}
	}
}

// The day of a call is passed on, though it is none of a visit.
func TestWhoWantsToBeCalledTodayIsCalledToday(t *testing.T) {
	call, asked := planned(t, "Please call me today at 3pm, I'm Tom Hale, 207-555-0199")
	if !strings.Contains(call, "today") || !strings.Contains(call, "3pm") {
		t.Errorf("called with %q after %q", call, asked)
	}
}

// The tool takes the service that they come to in their own words. That they found the church today is no service.
func TestTodayInPassingIsNoService(t *testing.T) {
	tools := []model.Tool{{Name: "plan_visit", Parameters: json.RawMessage(`{"properties":{"date":{"type":"string","format":"date"},"people":{"type":"integer"},"service_time":{"type":"string"}},"required":["date","people"]}`)}}
	for said, want := range map[string]string{
		"I found your church today and we'd love to visit this Sunday, 3 of us": `{"date":"2026-05-17","people":3,"service_time":"this Sunday"}`,
		"Hoy vi su iglesia y queremos ir el domingo a las 9, somos 3":           `{"date":"2026-05-17","people":3,"service_time":"el domingo, a las 9"}`,
		"We'd love to come to your service today, 3 of us":                      `{"date":"2026-05-14","people":3,"service_time":"today"}`,
		"I found your church this evening and want to visit on Sunday, 3 of us": `{"date":"2026-05-17","people":3,"service_time":"on Sunday"}`,
	} {
		got := ask(t, model.Request{Tools: tools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor(said)}})
		if len(got.Calls) != 1 || got.Calls[0].Arguments != want {
			t.Errorf("%s: %+v", said, got)
		}
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

// A church that is called by a feast is not visited on it, unless that is the answer to which day.
func TestAFeastIsNotTheChurchThatIsCalledByIt(t *testing.T) {
	const question = "We'd like to visit All Saints, 2 of us"
	in := prompt.Contents{Church: "All Saints Church", Country: "US", Now: time.Date(2026, time.May, 14, 15, 4, 0, 0, time.UTC)}
	request := func(messages ...model.Message) model.Request {
		return model.Request{Messages: messages, Tools: churchTools, Contents: func() prompt.Contents { return in }}
	}
	got := collect(t, offline.New(0).Stream(t.Context(), request(visitor(question))))
	if len(got.Calls) != 0 {
		t.Fatalf("called with %s", got.Calls[0].Arguments)
	}
	got = collect(t, offline.New(0).Stream(t.Context(), request(visitor(question), model.Message{Role: model.RoleAssistant, Content: got.text()}, visitor("All Saints’ Day"))))
	if len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"date":"2026-11-01"`) {
		t.Errorf("%+v", got)
	}
	got = collect(t, offline.New(0).Stream(t.Context(), request(visitor("We want to come on Thanksgiving, 2 of us"))))
	if len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"date":"2026-11-26"`) {
		t.Errorf("%+v", got)
	}
}
