package tools

import (
	"context"
	"net/url"
	"strings"
	"time"

	"narthex/chat/church"
)

// firstContactTools look up what a church tells anybody. They read the snapshot only.
var firstContactTools = []tool{
	{
		name: "get_service_times", plan: church.Starter,
		description: "When services and other gatherings are, and the next service from now. For questions about times that the church facts do not answer.",
		parameters: []parameter{
			choice("day", "Only this day.", "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"),
		},
		run:     serviceTimes,
		running: texts{"Looking up the times…", "Consultando los horarios…"},
	},
	{
		name: "get_directions", plan: church.Starter, agents: []church.Agent{coordinator},
		description: "Where the church is: address, a link to a map, parking, and access for people who do not walk easily.",
		run:         directions,
		running:     texts{"Looking up the way…", "Consultando cómo llegar…"},
	},
	{
		name: "get_first_visit_guide", plan: church.Starter, agents: []church.Agent{coordinator},
		description: "What to expect at a first visit: what people wear, parking, children, music, how long it takes, and the next service.",
		parameters: []parameter{
			choice("visitor", "Who is coming.", "with_children", "alone", "new_to_church", "new_in_town", "hard_of_access"),
		},
		run:     firstVisitGuide,
		running: texts{"Looking up what to expect…", "Consultando qué esperar…"},
	},
	{
		name: "get_staff_directory", plan: church.Starter,
		description: "The people the church names in public, with what they do. It holds no private addresses or numbers.",
		parameters: []parameter{
			lookup("search", "A name, or what the person does, such as youth or music. Leave it out for everybody."),
		},
		run:     staffDirectory,
		running: texts{"Looking up the staff…", "Consultando el equipo…"},
	},
	{
		name: "list_ministries", plan: church.Starter, agents: []church.Agent{coordinator, discipleship},
		description: "What there is to take part in, by interest or age.",
		parameters: []parameter{
			lookup("interest", "What they like or look for, such as music, grief, Bible study."),
			count("age", "The age of the person it is for.", 0, 120),
		},
		run:     listMinistries,
		running: texts{"Looking up the ministries…", "Consultando los ministerios…"},
	},
	{
		name: "get_childcare_info", plan: church.Starter, agents: []church.Agent{coordinator},
		description: "What there is for children during services and through the week.",
		parameters: []parameter{
			count("age", "The child's age in years.", 0, 17),
		},
		run:     childcareInfo,
		running: texts{"Looking up what there is for children…", "Consultando lo que hay para niños…"},
	},
}

// maxListed is how many people or ministries one answer holds. More would not be read out to anybody.
const maxListed = 15

// maxFact is how much of one text of the church's goes into an answer, in characters.
const maxFact = 600

// moments of an answer are written so that a model need not work out a weekday.
const momentLayout = "Monday, 2 January 2006, 15:04"

// notOnFile refuses a look-up of what the church has not written down.
func notOnFile(what string) error {
	return refuse(NotFound, "This church has not put %s on file. Say so plainly, do not guess, and name the church office.", what)
}

func serviceTimes(_ context.Context, c *call) (outcome, error) {
	hours := c.church().Hours
	if hours.Empty() {
		return outcome{}, notOnFile("the times of its services")
	}
	week := fields{}
	for day := time.Sunday; day <= time.Saturday; day++ {
		name := day.String()
		if lines := timesOn(c.church(), day); len(lines) > 0 && (c.text("day") == "" || strings.EqualFold(c.text("day"), name)) {
			week[name] = lines
		}
	}
	answer := fields{"times": week, "now": c.now().Format(momentLayout)}
	if c.text("day") != "" && len(week) == 0 {
		answer["note"] = "Nothing is on file for that day."
	}
	addNextService(answer, c)
	return outcome{answer: answer, summary: texts{"Looked up the times.", "Horarios consultados."}}, nil
}

func addNextService(answer fields, c *call) {
	if slot, start, ok := c.church().Hours.NextService(c.now()); ok {
		answer["next_service"] = fields{"starts": start.Format(momentLayout), "what": slot.Text}
	}
}

func directions(_ context.Context, c *call) (outcome, error) {
	at := c.church().Address
	if at.Street == "" && at.City == "" {
		return outcome{}, notOnFile("its address")
	}
	address := postal(at)
	answer := fields{"address": address, "map": "https://www.openstreetmap.org/search?query=" + url.QueryEscape(address)}
	addGiven(answer, "parking", c.church().Expect.Parking)
	addGiven(answer, "phone", c.church().Phone)
	addGiven(answer, "accessibility", accessibility(c.church()))
	if answer["accessibility"] == nil {
		answer["note"] = "Nothing about accessibility is on file: refer to the office where that matters."
	}
	return outcome{answer: answer, summary: texts{"Looked up the way.", "Cómo llegar: consultado."}}, nil
}

func postal(a church.Address) string {
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
		if containsAny(fold(text), accessWords) {
			return text
		}
	}
	for _, faq := range c.FAQs {
		if containsAny(fold(faq.Question), accessWords) {
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

func firstVisitGuide(_ context.Context, c *call) (outcome, error) {
	expect := c.church().Expect
	guide := fields{}
	for name, text := range map[string]string{
		"dress_code": expect.DressCode, "parking": expect.Parking, "children": expect.Children, "first_visit": expect.FirstVisit,
		"music_style": expect.MusicStyle, "service_length": expect.ServiceLength, "accessibility": accessibility(c.church()),
	} {
		addGiven(guide, name, text)
	}
	if len(guide) == 0 {
		return outcome{}, notOnFile("what to expect at a first visit")
	}
	answer := fields{"guide": guide}
	var first []string
	for _, name := range firstFor[c.text("visitor")] {
		if guide[name] != nil {
			first = append(first, name)
		}
	}
	if len(first) > 0 {
		answer["say_first"] = first
	}
	addNextService(answer, c)
	return outcome{answer: answer, summary: texts{"Looked up what to expect.", "Qué esperar: consultado."}}, nil
}

func addGiven(answer fields, name, text string) {
	if text != "" {
		answer[name] = shorten(text, maxFact)
	}
}

// shorten keeps the beginning of a text that is longer than n characters.
func shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n]) + "…"
}

func staffDirectory(_ context.Context, c *call) (outcome, error) {
	staff := c.church().Staff
	if len(staff) == 0 {
		return outcome{}, notOnFile("its staff")
	}
	answer := fields{}
	found := staff
	if search := c.text("search"); search != "" {
		found = matching(staff, search, func(m church.StaffMember) string { return nameAndTitle(m) + " " + m.Bio })
		if len(found) == 0 {
			found, answer["note"] = staff, "Nobody on file fits the search; these are all who are named. Do not make anybody up."
		}
	}
	people := []fields{}
	for _, member := range found[:min(len(found), maxListed)] {
		person := fields{"name": member.Name}
		addGiven(person, "title", member.Title)
		if len(found) < len(staff) {
			addGiven(person, "about", member.Bio)
		}
		people = append(people, person)
	}
	answer["staff"] = people
	addGiven(answer, "office_phone", c.church().Phone)
	return outcome{answer: answer, summary: texts{"Looked up the staff.", "Equipo consultado."}}, nil
}

func nameAndTitle(m church.StaffMember) string {
	if m.Title == "" {
		return m.Name
	}
	return m.Name + ", " + m.Title
}
