package churchinfo

import (
	"context"
	"net/url"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// FirstContactTools look up what a church tells anybody. They read the snapshot only.
var FirstContactTools = []tools.Tool{
	{
		Name: "get_service_times", Plan: church.Starter,
		Description: "When services and gatherings are, what is open, and the next service. Rather than working it out yourself.",
		Parameters: parameter.List{
			parameter.Enum("day", "Only this day.", "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"),
		},
		Run: serviceTimes,
	},
	{
		Name: "get_directions", Plan: church.Starter, Agents: []church.Agent{church.Coordinator},
		Description: "Where the church is: address, a link to a map, parking, and access for people who do not walk easily.",
		Run:         directions,
	},
	{
		Name: "get_first_visit_guide", Plan: church.Starter, Agents: []church.Agent{church.Coordinator},
		Description: "What to expect when coming for the first time: what people wear, parking, children, music, how long it takes.",
		Parameters: parameter.List{
			parameter.Enum("visitor", "Who is coming.", "with_children", "alone", "new_to_church", "new_in_town", "hard_of_access"),
		},
		Run: firstVisitGuide,
	},
	{
		Name: "get_staff_directory", Plan: church.Starter, Meets: true,
		Description: "Who does what and whom to ask, as the church names them in public, without private addresses or numbers.",
		Parameters: parameter.List{
			parameter.Lookup("search", "A name, or what the person does, such as youth or music. Leave it out for everybody."),
		},
		Run: staffDirectory,
	},
	{
		Name: "list_ministries", Plan: church.Starter, Agents: []church.Agent{church.Coordinator, church.Discipleship},
		Description: "What there is to take part in, by interest or age.",
		Parameters: parameter.List{
			parameter.Lookup("interest", "What they like or look for, such as music, grief, Bible study."),
			parameter.Integer("age", "The age of the person it is for.", 0, 120),
		},
		Run: listMinistries,
	},
	{
		Name: "get_childcare_info", Plan: church.Starter, Agents: []church.Agent{church.Coordinator},
		Description: "What there is for children during services and through the week.",
		Parameters: parameter.List{
			parameter.Integer("age", "The child's age in years.", 0, 17),
		},
		Run: childcareInfo,
	},
}

// maxListed is how many people or ministries one answer holds. More would not be read out to anybody.
const maxListed = 15

// moments of an answer are written so that a model need not work out a weekday.
const momentLayout = "Monday, 2 January 2006, 15:04"

func serviceTimes(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	hours := c.Church().Hours
	if hours.Empty() {
		return nil, tools.NotOnFile("the times of its services")
	}
	week := tools.Fields{}
	for day := time.Sunday; day <= time.Saturday; day++ {
		name := day.String()
		if lines := Times(hours.On(day)); len(lines) > 0 && (c.Text("day") == "" || strings.EqualFold(c.Text("day"), name)) {
			week[name] = lines
		}
	}
	answer := tools.Fields{"times": week, "now": c.Now().Format(momentLayout)}
	if c.Text("day") != "" && len(week) == 0 {
		answer["note"] = "Nothing is on file for that day."
	}
	addSpecialDays(answer, c)
	addNextService(answer, c)
	return answer, nil
}

// addSpecialDays says on which days of the next five weeks something else holds than the week does.
func addSpecialDays(answer tools.Fields, c *tools.Invocation) {
	last := c.Now().AddDate(0, 0, 35).Format(time.DateOnly)
	var days []tools.Fields
	for _, d := range c.Church().Special {
		if d.From > last {
			continue
		}
		day := tools.Fields{"from": d.Starts(c.Church().Location).Format(dayLayout), "to": d.Ends(c.Church().Location).Format(dayLayout), "regular_hours": regularHours[d.Kind]}
		day.Add("name", d.Name)
		day.Add("note", d.Note)
		if len(d.Slots) > 0 {
			day["times"] = Times(d.Slots)
		} else if d.Kind == church.Instead {
			day["regular_hours"] = "do not hold"
		}
		days = append(days, day)
	}
	if len(days) > 0 {
		answer["special_days"] = days
	}
}

const dayLayout = "Monday, 2 January 2006"

// regularHours says what becomes of the week on a special day.
var regularHours = map[church.SpecialKind]string{
	church.Instead: "do not hold: only these times do", church.Besides: "hold, and these times besides", church.NoServices: "hold, but no service takes place",
	church.OfficeClosed: "hold, but the office is closed", church.Closed: "do not hold: closed",
}

// Times are slots in the church's words.
func Times(slots []church.Slot) []string {
	lines := []string{}
	for _, slot := range slots {
		lines = append(lines, slot.Text)
	}
	return lines
}

func addNextService(answer tools.Fields, c *tools.Invocation) {
	if slot, start, ok := c.Church().NextService(c.Now()); ok {
		answer["next_service"] = tools.Fields{"starts": start.Format(momentLayout), "what": slot.Text}
	}
}

func directions(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	at := c.Church().Address
	if at.Street == "" && at.City == "" {
		return nil, tools.NotOnFile("its address")
	}
	address := PostalAddress(at)
	answer := tools.Fields{"address": address, "map": "https://www.openstreetmap.org/search?query=" + url.QueryEscape(address)}
	answer.Add("parking", c.Church().Expect.Parking)
	answer.Add("phone", c.Church().Phone)
	answer.Add("accessibility", accessibility(c.Church()))
	if answer["accessibility"] == nil {
		answer["note"] = "Nothing about accessibility is on file: refer to the office where that matters."
	}
	return answer, nil
}

// PostalAddress is an address in one line.
func PostalAddress(a church.Address) string {
	var parts []string
	for _, part := range []string{a.Street, a.City, strings.TrimSpace(a.State + " " + a.PostalCode)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// accessWords are those with which a church says how people who do not walk, see or hear well come in.
var accessWords = []string{"wheelchair", "accessible", "accessibility", "ramp", "elevator", "step-free", "hearing loop",
	"silla de ruedas", "sillas de ruedas", "accesible", "accesibilidad", "rampa", "ascensor", "elevador"}

// accessibility finds what the church says about it: it has no field of its own.
func accessibility(c *church.Snapshot) string {
	for _, text := range []string{c.Expect.Parking, c.Expect.FirstVisit} {
		if containsAny(words.Fold(text), accessWords) {
			return text
		}
	}
	for _, faq := range c.FAQs {
		if containsAny(words.Fold(faq.Question), accessWords) {
			return faq.Answer
		}
	}
	return ""
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// firstFor is what matters most to each kind of visitor.
var firstFor = map[string][]string{
	"with_children":  {"children", "parking"},
	"alone":          {"first_visit", "service_length"},
	"new_to_church":  {"first_visit", "dress_code", "service_length"},
	"new_in_town":    {"first_visit", "parking"},
	"hard_of_access": {"accessibility", "parking"},
}

func firstVisitGuide(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	expect := c.Church().Expect
	guide := tools.Fields{}
	for name, text := range map[string]string{
		"dress_code": expect.DressCode, "parking": expect.Parking, "children": expect.Children, "first_visit": expect.FirstVisit,
		"music_style": expect.MusicStyle, "service_length": expect.ServiceLength, "accessibility": accessibility(c.Church()),
	} {
		guide.Add(name, text)
	}
	if len(guide) == 0 {
		return nil, tools.NotOnFile("what to expect at a first visit")
	}
	answer := tools.Fields{"guide": guide}
	var first []string
	for _, name := range firstFor[c.Text("visitor")] {
		if guide[name] != nil {
			first = append(first, name)
		}
	}
	if len(first) > 0 {
		answer["say_first"] = first
	}
	addNextService(answer, c)
	return answer, nil
}

func staffDirectory(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	staff := c.Church().Staff
	if len(staff) == 0 {
		return nil, tools.NotOnFile("its staff")
	}
	answer := tools.Fields{}
	found := staff
	if search := c.Text("search"); search != "" {
		found = stems.Search(staff, search, func(m church.StaffMember) string { return NameAndTitle(m) + " " + m.Bio })
		if len(found) == 0 {
			found, answer["note"] = staff, "Nobody on file fits the search; these are all who are named. Do not make anybody up."
		}
	}
	people := []tools.Fields{}
	for _, member := range found[:min(len(found), maxListed)] {
		person := tools.Fields{"name": member.Name}
		person.Add("title", member.Title)
		if len(found) < len(staff) {
			person.Add("about", member.Bio)
		}
		people = append(people, person)
	}
	answer["staff"] = people
	answer.Add("office_phone", c.Church().Phone)
	return answer, nil
}

// NameAndTitle is somebody as visitors know them.
func NameAndTitle(m church.StaffMember) string {
	if m.Title == "" {
		return m.Name
	}
	return m.Name + ", " + m.Title
}
