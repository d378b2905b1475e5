package prompt

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"narthex/chat/church"
)

var roles = map[church.Agent]string{
	church.Care:         "You are the care agent: you meet people in grief, illness, fear and doubt, slowly and gently, and lead them to the church's people.",
	church.Coordinator:  "You are the coordinator: you help visitors find their way: services, places, children, events, whom to ask.",
	church.Discipleship: "You are the discipleship agent: you help people grow in faith: scripture, groups, baptism, membership, serving.",
	church.Stewardship:  "You are the stewardship agent: you help with giving and volunteering, and never press anybody.",
}

func writeAgent(out *bytes.Buffer, in Input) {
	config := in.Church.Agents[in.Agent]
	out.WriteString(roles[in.Agent])
	out.WriteByte('\n')
	if config.Personality.Tone != "" {
		fmt.Fprintf(out, "- Tone: %s; warmth %d of 5.\n", oneLine(config.Personality.Tone), config.Personality.Warmth)
	}
	for _, rule := range config.HandoffRules {
		fmt.Fprintf(out, "- Hand over to a person: %s\n", oneLine(rule))
	}
}

func writeFact(out *bytes.Buffer, label, value string) {
	if value = oneLine(value); value != "" {
		fmt.Fprintf(out, "- %s: %s\n", label, value)
	}
}

func writeName(out *bytes.Buffer, in Input) { writeFact(out, "Name", in.Church.Name) }

func writeToday(out *bytes.Buffer, in Input) {
	out.WriteString("- Today: ")
	out.Write(in.Now.In(in.Church.Location).AppendFormat(out.AvailableBuffer(), "Monday, 2 January 2006, 15:04"))
	out.WriteByte('\n')
}

// writeFacts lists what the church has filled in, one fact a line; what is not on file is not mentioned.
func writeFacts(out *bytes.Buffer, in Input) {
	c := in.Church
	fact := func(label, value string) { writeFact(out, label, value) }
	fact("Address", postalAddress(c.Address))
	fact("Denomination", c.Denomination)
	fact("Phone", c.Phone)
	fact("Email", c.Email)
	fact("Website", c.Website)
	for day := time.Sunday; day <= time.Saturday; day++ {
		var times []string
		for _, slot := range c.Hours.On(day) {
			times = append(times, slot.Text)
		}
		fact("Hours on "+day.String(), strings.Join(times, "; "))
	}
	for _, person := range c.Staff {
		fact("Staff", joinNonEmpty(", ", person.Name, person.Title, person.Bio))
	}
	for _, ministry := range c.Ministries {
		fact("Ministry", joinNonEmpty(": ", ministry.Name, ministry.Description))
	}
	fact("Dress code", c.Expect.DressCode)
	fact("Parking", c.Expect.Parking)
	fact("Children", c.Expect.Children)
	fact("First visit", c.Expect.FirstVisit)
	fact("Music style", c.Expect.MusicStyle)
	fact("Service length", c.Expect.ServiceLength)
	fact("Pastor", c.PastorName)
	fact("Pastor's availability", c.PastorAvailabilityText)
	fact("Giving", c.GivingURL)
	fact("Sermon topic", c.SermonTopic)
	fact("Sermon series", c.SermonSeries)
	fact("Theme verse", c.ThemeVerse)
	fact("Announcement", c.WeeklyAnnouncement)
}

func postalAddress(a church.Address) string {
	return joinNonEmpty(", ", a.Street, a.City, joinNonEmpty(" ", a.State, a.PostalCode), a.Country)
}

func joinNonEmpty(separator string, parts ...string) string {
	kept := make([]string, 0, len(parts))
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, separator)
}

func writeVocabulary(out *bytes.Buffer, in Input) {
	lens := in.Lens.Lens
	fmt.Fprintf(out, "Tradition: %s. %s\n", lens.Name, lens.Description)
	for _, term := range lens.Vocabulary {
		fmt.Fprintf(out, "- Say %q (%s)", term.Term, term.Gloss)
		if term.InsteadOf != "" {
			fmt.Fprintf(out, " rather than %q", term.InsteadOf)
		}
		out.WriteString(".\n")
	}
}

func writeDoctrine(out *bytes.Buffer, in Input) {
	for _, rule := range in.Lens.Doctrine {
		fmt.Fprintf(out, "- %s: %s Never mention: %s.\n", rule.Topic, rule.Position, strings.Join(rule.Forbidden, "; "))
	}
	for topic, position := range sorted(in.Church.Overrides) {
		fmt.Fprintf(out, "- This church's own position on %s: %s\n", oneLine(topic), oneLine(position))
	}
}
