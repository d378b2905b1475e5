package prompt

import (
	"bytes"
	"html"
	"slices"
	"strings"
	"time"

	"narthex/retrieval"
)

// Contents is what a system message says of a church, in parts and without its rules: for a model that reads no
// instructions. Texts stand here as the message shows them, without characters that are not seen.
type Contents struct {
	Church    string // its name
	Country   string // ISO 3166-1 alpha-2; "": not on file
	Language  string // to answer in, ISO 639-1; another than the prompt knows: the visitor's
	Now       time.Time
	Facts     []Fact
	Texts     []Text // best first
	Product   []Text // about the assistant itself
	Positions []Fact // the church's own, by topic
	Forbidden []string
	Part      Part
	Distress  bool // the visitor tells of grief or distress of their own
}

// Text is a piece of the church's knowledge.
type Text struct {
	Title, Section, Content string // for an FAQ the title is the question
	FAQ                     bool
	Preferred               bool // the stored FAQ nearest to the question
}

// Contents are those of the message: without what was left out of it.
func (b Built) Contents() Contents {
	in := b.in
	c := Contents{Church: shown(plain(in.Church.Name)), Country: in.Church.Address.Country, Language: in.Language, Now: in.Now.In(in.Church.Location), Part: in.Part, Distress: in.Distress}
	for _, fact := range factsOf(in.Church) {
		c.Facts = append(c.Facts, Fact{fact.Label, shown(plain(fact.Value))})
	}
	for _, belongs := range []func(*Input, *retrieval.Passage) bool{isTheology, isKnowledge} {
		for i := range in.Passages {
			if passage := &in.Passages[i]; belongs(&in, passage) && !slices.Contains(b.Report.Dropped, passage.ID) {
				c.Texts = append(c.Texts, textOf(passage))
			}
		}
	}
	if in.FAQ != nil {
		c.Texts = append(c.Texts, Text{Title: inLineOfFence(in.FAQ.Question), Content: inFence(in.FAQ.Answer), FAQ: true, Preferred: true})
	}
	for i := range in.Church.ProductKnowledge[:len(in.Church.ProductKnowledge)-b.Report.dropped("product")] {
		entry := &in.Church.ProductKnowledge[i]
		c.Product = append(c.Product, Text{Title: shown(plain(entry.Question)), Content: shown(plain(productAnswer(&in, entry))), FAQ: true})
	}
	for _, rule := range in.Church.Overrides {
		if rule.Position != "" {
			c.Positions = append(c.Positions, Fact{shown(plain(rule.Topic)), shown(plain(rule.Position))})
		}
	}
	for _, rule := range slices.Concat(in.Lens.Doctrine, in.Church.RulesOfItsOwn()) {
		c.Forbidden = append(c.Forbidden, rule.Forbidden...)
	}
	return c
}

// PassageContents are those of the message that Passage returns.
func PassageContents(in Input) Contents {
	c := Contents{Church: shown(plain(in.Church.Name)), Language: in.Language}
	if len(in.Passages) > 0 {
		c.Texts = []Text{textOf(&in.Passages[0])}
	}
	return c
}

func (r *Report) dropped(block string) int {
	for i := range r.Blocks {
		if r.Blocks[i].Name == block {
			return r.Blocks[i].Dropped
		}
	}
	return 0
}

func textOf(passage *retrieval.Passage) Text {
	headings := make([]string, len(passage.HeadingPath))
	for i, heading := range passage.HeadingPath {
		headings[i] = inLineOfFence(heading)
	}
	return Text{
		Title: inLineOfFence(passage.Title), Section: strings.Join(headings, " › "), Content: inFence(passage.Content),
		FAQ: passage.Kind == retrieval.KindFAQ,
	}
}

func inFence(text string) string       { return asShown(strings.TrimSpace(text), &inText) }
func inLineOfFence(text string) string { return asShown(oneLine(text), &inAttribute) }

func asShown(text string, where *special) string {
	var out bytes.Buffer
	escape(&out, text, where)
	return shown(out.String())
}

// shown takes a text out of its escapes.
func shown(escaped string) string { return strings.TrimSpace(html.UnescapeString(escaped)) }

// Unfenced gives what stands in a message of Visitor or ToolResult, and any other message as it is.
func Unfenced(message string) string {
	text := strings.TrimSpace(message)
	for _, tag := range []string{"visitor_message", "tool_result"} {
		rest, opened := strings.CutPrefix(text, "<"+tag)
		_, rest, _ = strings.Cut(rest, ">")
		if inside, closed := strings.CutSuffix(rest, "</"+tag+">"); opened && closed {
			return shown(inside)
		}
	}
	return text
}
