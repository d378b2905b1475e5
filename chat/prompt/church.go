package prompt

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"narthex/chat/church"
)

// Fact is a line of what the church has on file.
type Fact struct{ Label, Value string }

// writeFacts lists what the church has filled in, one fact a line.
func writeFacts(out *bytes.Buffer, in *Input) {
	out.WriteString("What the church has on file. What stands neither here, nor in the texts below, nor in a tool result, you do not know. Times are by the church's clock.\n")
	for _, fact := range factsOf(in.Church) {
		fmt.Fprintf(out, "- %s: %s\n", fact.Label, plain(fact.Value))
	}
}

// factsOf are what the church has filled in; what is not on file is not mentioned.
func factsOf(c *church.Snapshot) (facts []Fact) {
	fact := func(label, value string) {
		if oneLine(value) != "" {
			facts = append(facts, Fact{label, value})
		}
	}
	fact("Name", c.Name)
	fact("Address", postalAddress(c.Address))
	fact("Denomination", c.Denomination)
	fact("Phone", c.Phone)
	fact("Email", c.Email)
	fact("Website", c.Website)
	for day := time.Sunday; day <= time.Saturday; day++ {
		fact("Hours on "+day.String(), onDay(c.Hours, day))
	}
	for i := range c.Special {
		fact("Special day", specialDay(&c.Special[i], c.Location))
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
	fact("Pastor's availability", availability(c))
	for _, span := range c.PastorAway {
		fact("Pastor's absence", absence(span, c.Location))
	}
	fact("Giving", c.GivingURL)
	fact("Sermon topic", c.SermonTopic)
	fact("Sermon series", c.SermonSeries)
	fact("Theme verse", c.ThemeVerse)
	fact("Announcement", c.WeeklyAnnouncement)
	return facts
}

// availability is when the pastor can be met, in the church's own words where it has any.
func availability(c *church.Snapshot) string {
	if c.PastorAvailabilityText != "" {
		return c.PastorAvailabilityText
	}
	var days []string
	for day := time.Sunday; day <= time.Saturday; day++ {
		if times := onDay(c.PastorAvailability, day); times != "" {
			days = append(days, day.String()+" "+times)
		}
	}
	return strings.Join(days, "; ")
}

// absence is when the pastor cannot be met, whatever the usual hours are.
func absence(span church.Away, location *time.Location) string {
	when := span.Starts(location).Format(dayLayout)
	if span.From != span.To {
		when += " to " + span.Ends(location).Format(dayLayout)
	}
	return joinNonEmpty(": ", when, span.Reason)
}

func onDay(hours church.Hours, day time.Weekday) string {
	var times []string
	for _, slot := range hours.On(day) {
		times = append(times, slot.Text)
	}
	return strings.Join(times, "; ")
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

func writeVocabulary(out *bytes.Buffer, in *Input) {
	lens := in.Lens.Lens
	if lens.Name == "" {
		return
	}
	fmt.Fprintf(out, "Tradition: %s. %s\nUse these words where they fit, in the visitor's language, and explain them to whoever may not know them. When a visitor uses other words, answer without correcting.\n", lens.Name, firstSentence(lens.Description))
	for _, term := range lens.Vocabulary {
		say, rather := term.Term, term.InsteadOf
		if in.Church.Language == "es" && term.Spanish != "" {
			say, rather = term.Spanish, term.SpanishInsteadOf
		}
		fmt.Fprintf(out, "- Say %q", say)
		if rather != "" {
			fmt.Fprintf(out, " rather than %q", rather)
		}
		fmt.Fprintf(out, ": %s\n", term.Gloss)
	}
}

// firstSentence is what a tradition says of itself in one: its words and its positions say the rest.
func firstSentence(text string) string {
	if first, _, more := strings.Cut(text, ". "); more {
		return first + "."
	}
	return text
}

func writeDoctrine(out *bytes.Buffer, in *Input) {
	if len(in.Lens.Doctrine)+len(in.Church.Overrides)+len(in.Church.Avoided) == 0 {
		return
	}
	out.WriteString("Speak of these as what this church believes, never as what you believe, kindly, and only where the question touches them. What stands after \"Never mention\" must not occur in your answer, in no form and no language, not even to deny it.\n")
	for _, rule := range in.Lens.Doctrine {
		fmt.Fprintf(out, "- %s: %s", rule.Topic, rule.Position)
		if len(rule.Forbidden) > 0 {
			fmt.Fprintf(out, " Never mention: %s.", strings.Join(rule.Forbidden, "; "))
		}
		out.WriteByte('\n')
	}
	for _, rule := range in.Church.Overrides {
		fmt.Fprintf(out, "- This church's own position on %s, which comes before those above: %s", plain(rule.Topic), plain(rule.Position))
		writeNever(out, rule.Forbidden)
	}
	if len(in.Church.Avoided) > 0 {
		out.WriteString("- Whatever it is about.")
		writeNever(out, in.Church.Avoided)
	}
}

// writeNever ends a line with what a church has said must not be mentioned.
func writeNever(out *bytes.Buffer, terms []string) {
	if len(terms) > 0 {
		fmt.Fprintf(out, " Never mention: %s.", plain(strings.Join(terms, "; ")))
	}
	out.WriteByte('\n')
}
