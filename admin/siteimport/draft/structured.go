package draft

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html/atom"

	"narthex/chat/church"
)

// Bounds of what a page says for programs.
const (
	mostData    = 256 << 10 // bytes of a script
	mostScripts = 20
	deepestData = 8
)

// thing is what schema.org calls so: properties by name.
type thing map[string]any

// structured takes what the page says for programs, as JSON-LD or microdata.
func (p *page) structured() {
	scripts := 0
	for node := range p.root.Descendants() {
		if node.DataAtom != atom.Script || !strings.EqualFold(strings.TrimSpace(attribute(node, "type")), "application/ld+json") || node.FirstChild == nil {
			continue
		}
		if scripts++; scripts > mostScripts || len(node.FirstChild.Data) > mostData {
			continue
		}
		var data any
		if json.Unmarshal([]byte(strings.TrimSpace(node.FirstChild.Data)), &data) == nil {
			p.data(data, 0)
		}
	}
	for _, item := range microdata(p.root) {
		p.data(item, 0)
	}
}

// data takes things out of a tree of JSON.
func (p *page) data(of any, depth int) {
	if depth > deepestData {
		return
	}
	switch of := of.(type) {
	case []any:
		for _, one := range of {
			p.data(one, depth+1)
		}
	case map[string]any:
		p.thing(of)
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage", "publisher", "location", "subOrganization", "department"} {
			if inside, ok := of[key]; ok {
				p.data(inside, depth+1)
			}
		}
	}
}

// organizations are what a church calls itself, among others that say where they are and when they are open.
var organizations = []string{
	"Church", "CatholicChurch", "PlaceOfWorship", "Organization", "ReligiousOrganization", "NGO", "LocalBusiness", "CivicStructure", "Place", "NonprofitOrganization",
}

func (p *page) thing(t thing) {
	switch {
	case slices.ContainsFunc(organizations, t.is):
		p.organization(t)
	case t.is("Question"):
		answer, _ := first(t["acceptedAnswer"]).(map[string]any)
		p.question(p.plainText(t.text("name")), p.plainText(thing(answer).text("text")), FromData, 1)
	case t.is("Event"):
		p.weekly(t)
	}
}

func (p *page) organization(t thing) {
	add := func(field, value string) {
		if value != "" {
			p.add(Contact, FromData, 1, value, "field", field, "text", cut(value, longestAddress))
		}
	}
	add("phone", strings.TrimPrefix(t.text("telephone"), "tel:"))
	add("notification_email", strings.TrimPrefix(t.text("email"), "mailto:"))
	switch address := first(t["address"]).(type) {
	case string:
		p.address(tidy(address), FromData)
	case map[string]any:
		of := thing(address)
		add("address", of.text("streetAddress"))
		add("city", of.text("addressLocality"))
		add("state", of.text("addressRegion"))
		add("postal_code", of.text("postalCode"))
	}
	for _, line := range texts(t["openingHours"]) {
		p.opening(line)
	}
	for _, one := range list(t["openingHoursSpecification"]) {
		if of, ok := one.(map[string]any); ok {
			p.openingOf(of)
		}
	}
	for _, key := range []string{"employee", "employees", "founder", "member"} {
		for _, one := range list(t[key]) {
			if of, ok := one.(map[string]any); ok && thing(of).text("jobTitle") != "" {
				name := thing(of).text("name")
				p.add(People, FromData, 1, name+", "+thing(of).text("jobTitle"), "name", cut(name, longestName), "title", cut(thing(of).text("jobTitle"), longestName))
			}
		}
	}
	for _, one := range list(t["potentialAction"]) {
		if of, ok := one.(map[string]any); ok && thing(of).is("DonateAction") {
			p.giving(thing(of).text("target"), thing(of).text("name"), FromData)
		}
	}
}

// shortDays are how schema.org abbreviates days.
var shortDays = map[string]time.Weekday{"su": 0, "mo": 1, "tu": 2, "we": 3, "th": 4, "fr": 5, "sa": 6}

// opening takes a line of openingHours: Mo-Fr 09:00-17:00, which are those of an office.
func (p *page) opening(written string) {
	named, hours, ok := strings.Cut(strings.TrimSpace(written), " ")
	if !ok {
		return
	}
	var days []time.Weekday
	for part := range strings.SplitSeq(strings.ToLower(named), ",") {
		from, to, ranged := strings.Cut(part, "-")
		day, known := shortDays[from]
		last, knownLast := shortDays[to]
		if !known || ranged && !knownLast {
			return
		}
		days = append(days, day)
		for ranged && day != last {
			day = (day + 1) % 7
			days = append(days, day)
		}
	}
	p.opened(days, strings.TrimSpace(hours), written)
}

func (p *page) openingOf(t thing) {
	var days []time.Weekday
	for _, name := range texts(t["dayOfWeek"]) {
		if day, known := church.ParseWeekday(name[strings.LastIndexByte(name, '/')+1:]); known {
			days = append(days, day)
		}
	}
	if opens, closes := t.text("opens"), t.text("closes"); len(opens) >= 5 && len(closes) >= 5 {
		p.opened(days, opens[:5]+"-"+closes[:5], strings.Join(texts(t["dayOfWeek"]), ", ")+" "+opens+" "+closes)
	}
}

func (p *page) opened(days []time.Weekday, hours, quote string) {
	for _, slot := range church.ParseSlots(hours) {
		if !slot.Timed() || slot.End == 0 || slot.Start == 0 && slot.End >= 23*60 { // always open says nothing
			continue
		}
		for _, day := range days {
			p.add(Times, FromData, 0, quote, "day", strings.ToLower(day.String()), "line", timeLine(slot, "", clock{midnight: "midnight"}))
		}
	}
}

// weekly takes an event that is every week.
func (p *page) weekly(t thing) {
	schedule, _ := first(t["eventSchedule"]).(map[string]any)
	of := thing(schedule)
	if repeat := of.text("repeatFrequency"); repeat != "P1W" && !strings.EqualFold(repeat, "weekly") {
		return
	}
	for _, slot := range church.ParseSlots(of.text("startTime")) {
		for _, name := range texts(of["byDay"]) {
			if day, known := church.ParseWeekday(name[strings.LastIndexByte(name, '/')+1:]); known && slot.Timed() {
				p.add(Times, FromData, 1, t.text("name")+", "+name+" "+of.text("startTime"), "day", strings.ToLower(day.String()), "line", timeLine(slot, labelOf(t.text("name")), clock{half: true, midnight: "midnight"}))
			}
		}
	}
}

// is reports whether a thing is of a type.
func (t thing) is(kind string) bool {
	return slices.ContainsFunc(texts(t["@type"]), func(name string) bool { return name[strings.LastIndexAny(name, "/:")+1:] == kind })
}

// text is a property that is a text, or an address.
func (t thing) text(property string) string {
	switch of := first(t[property]).(type) {
	case string:
		return tidy(of)
	case map[string]any:
		for _, key := range []string{"@value", "urlTemplate", "url", "@id"} {
			if text, ok := of[key].(string); ok {
				return tidy(text)
			}
		}
	}
	return ""
}

// list is what may be one or several.
func list(of any) []any {
	if several, ok := of.([]any); ok {
		return several[:min(len(several), 100)]
	}
	if of == nil {
		return nil
	}
	return []any{of}
}

func first(of any) any {
	if all := list(of); len(all) > 0 {
		return all[0]
	}
	return nil
}

func texts(of any) (found []string) {
	for _, one := range list(of) {
		if text, ok := one.(string); ok && text != "" {
			found = append(found, text)
		}
	}
	return found
}
