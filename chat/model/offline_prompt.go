package model

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
)

// briefing is what a prompt says, as far as the offline model can use it. It takes facts and fenced passages only: what the
// rest of the prompt tells a model to be and do is built into this one.
type briefing struct {
	church    string
	facts     []fact
	passages  []passage
	product   []passage // questions about the assistant itself
	forbidden []string  // terms that must not be mentioned
	language  language  // the prompt asks for, or the visitor's question is in
	now       time.Time // in the church's time zone; zero where the prompt does not say

	question string      // the visitor's newest message
	messages []utterance // all of the visitor's, newest first
}

// utterance is one message of the visitor's, and what the assistant had said before it.
type utterance struct{ text, after string }

// fact is a line of the church facts.
type fact struct{ label, value string }

// passage is a text with a title. For an FAQ the title is the question.
type passage struct {
	title, section, text string
	faq                  bool
	preferred            bool // the prompt's own FAQ match
}

const factsHeading = "Church facts"

var (
	fenceStart     = regexp.MustCompile(`<(passage|faq)((?:\s+\w+="[^"<>]*")+)\s*>`)
	attribute      = regexp.MustCompile(`(\w+)="([^"]*)"`)
	visitorFence   = regexp.MustCompile(`(?s)<visitor_message>\s*(.*?)\s*</visitor_message>`)
	resultFence    = regexp.MustCompile(`(?s)^\s*<tool_result\b[^>]*>\s*(.*?)\s*</tool_result>\s*$`)
	assistantOf    = regexp.MustCompile(`(?m)^You are the assistant of the church named here, [^:\n]*: (.+?)\.(?: |$)`)
	neverMention   = regexp.MustCompile(`Never mention: ([^\n]+)`)
	answerLanguage = regexp.MustCompile(`(?m)^Answer in (English|Spanish)\.$`)
)

// readPrompt takes a prompt apart.
func readPrompt(messages []Message) *briefing {
	b := &briefing{}
	var system strings.Builder
	said := ""
	for _, m := range messages {
		switch m.Role {
		case RoleSystem:
			system.WriteString(m.Content + "\n")
		case RoleUser:
			b.question = visitorText(m.Content)
			b.messages = append([]utterance{{text: b.question, after: said}}, b.messages...)
		case RoleAssistant:
			said = cmp.Or(m.Content, said)
		}
	}
	b.readSystem(system.String())
	fallback := inEnglish
	if asked := answerLanguage.FindStringSubmatch(system.String()); asked != nil && asked[1] == "Spanish" {
		fallback = inSpanish
	}
	for _, m := range slices.Backward(b.messages) { // a message without small words is in the language of those before
		fallback = languageOf(m.text, fallback)
	}
	b.language = fallback
	return b
}

// visitorText takes a visitor's message out of its fence.
func visitorText(content string) string {
	if inside := visitorFence.FindStringSubmatch(content); inside != nil {
		return html.UnescapeString(inside[1])
	}
	return strings.TrimSpace(content)
}

// resultText takes a tool's result out of its fence.
func resultText(content string) string {
	if inside := resultFence.FindStringSubmatch(content); inside != nil {
		return html.UnescapeString(inside[1])
	}
	return content
}

// readSystem first takes out what is fenced: a passage may hold lines that look like blocks of the prompt.
func (b *briefing) readSystem(system string) {
	rest := b.readFenced(system)
	if name := assistantOf.FindStringSubmatch(rest); name != nil {
		b.church = name[1]
	}
	for _, rule := range neverMention.FindAllStringSubmatch(rest, -1) {
		for term := range strings.SplitSeq(strings.TrimSuffix(rule[1], "."), ";") {
			if term = strings.TrimSpace(term); term != "" {
				b.forbidden = append(b.forbidden, term)
			}
		}
	}
	b.readBlocks(rest)
}

// readFenced takes the passages and gives what is left.
func (b *briefing) readFenced(system string) string {
	var rest strings.Builder
	for {
		at := fenceStart.FindStringSubmatchIndex(system)
		if at == nil {
			break
		}
		tag, attributes := system[at[2]:at[3]], system[at[4]:at[5]]
		text, after, closed := strings.Cut(system[at[1]:], "</"+tag+">")
		if !closed {
			break
		}
		rest.WriteString(system[:at[0]])
		b.passages = append(b.passages, readPassage(tag, attributes, text))
		system = after
	}
	rest.WriteString(system)
	return rest.String()
}

// readBlocks takes the church facts, and questions and answers wherever they stand.
func (b *briefing) readBlocks(text string) {
	heading, question := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			heading = title
			continue
		}
		if heading == factsHeading {
			b.readFact(line)
		}
		if asked, ok := strings.CutPrefix(line, "Q: "); ok {
			question = html.UnescapeString(asked)
		} else if answer, ok := strings.CutPrefix(line, "A: "); ok && question != "" {
			b.product = append(b.product, passage{title: question, text: html.UnescapeString(answer), faq: true})
			question = ""
		}
	}
}

func readPassage(tag, attributes, text string) passage {
	p := passage{text: strings.TrimSpace(html.UnescapeString(text)), faq: tag == "faq", preferred: tag == "faq"}
	for _, pair := range attribute.FindAllStringSubmatch(attributes, -1) {
		switch value := html.UnescapeString(pair[2]); pair[1] {
		case "title", "question":
			p.title = value
		case "section":
			p.section = value
		case "kind":
			p.faq = p.faq || value == "faq"
		}
	}
	return p
}

func (b *briefing) readFact(line string) {
	line, ok := strings.CutPrefix(line, "- ")
	if !ok {
		return
	}
	label, value, ok := strings.Cut(line, ": ")
	if !ok || strings.TrimSpace(value) == "" {
		return
	}
	value = html.UnescapeString(strings.TrimSpace(value))
	switch label {
	case "Today":
		b.now, _ = time.Parse("Monday, 2 January 2006, 15:04", value) // stays zero where the form is another
		return
	case "Name":
		b.church = value
	}
	b.facts = append(b.facts, fact{label: label, value: value})
}

// fact gives the value of a label, "" where it is not on file.
func (b *briefing) fact(label string) string {
	for _, f := range b.facts {
		if f.label == label {
			return f.value
		}
	}
	return ""
}
