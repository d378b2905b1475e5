// Package prompttest reads system messages back, so that tests can compare what is in them with what they were made from,
// and can write down what a church has stored as the text of a message.
package prompttest

import (
	"html"
	"regexp"
	"strings"
	"time"

	"narthex/chat/prompt"
)

const (
	factsHeading = "Church facts"
	handedOver   = "was handed to you because of grief or distress"
)

var (
	fenceStart     = regexp.MustCompile(`<(passage|faq)((?:\s+\w+="[^"<>]*")+)\s*>`)
	attribute      = regexp.MustCompile(`(\w+)="([^"]*)"`)
	assistantOf    = regexp.MustCompile(`(?m)^(?:You are the assistant of the church named here, [^:\n]*|The church's name): (.+?)\.(?: |$)`)
	neverMention   = regexp.MustCompile(`Never mention: ([^\n]+)`)
	ownPosition    = regexp.MustCompile(`(?m)^- This church's own position on (.+?), which comes before those above: (.*?)(?: Never mention: .*)?$`)
	answerLanguage = regexp.MustCompile(`(?m)^Answer in (English|Spanish)\.(?: If .*)?$`)
)

// Read takes a system message apart. The time is the wall clock's of the church, as if in UTC.
func Read(system string) prompt.Contents {
	c := prompt.Contents{}
	// What is fenced goes first: a passage may hold lines that look like blocks of the message.
	rest := readFenced(&c, system)
	if name := assistantOf.FindStringSubmatch(rest); name != nil {
		c.Church = name[1]
	}
	for _, rule := range neverMention.FindAllStringSubmatch(rest, -1) {
		for term := range strings.SplitSeq(strings.TrimSuffix(rule[1], "."), ";") {
			if term = strings.TrimSpace(term); term != "" {
				c.Forbidden = append(c.Forbidden, term)
			}
		}
	}
	for _, own := range ownPosition.FindAllStringSubmatch(rest, -1) {
		c.Positions = append(c.Positions, prompt.Fact{Label: html.UnescapeString(own[1]), Value: html.UnescapeString(own[2])})
	}
	c.Distress = strings.Contains(rest, handedOver)
	readBlocks(&c, rest)
	if asked := answerLanguage.FindStringSubmatch(system); asked != nil {
		c.Language = map[string]string{"English": "en", "Spanish": "es"}[asked[1]]
	}
	return c
}

// readFenced takes the passages and gives what is left.
func readFenced(c *prompt.Contents, system string) string {
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
		c.Texts = append(c.Texts, readText(tag, attributes, text))
		system = after
	}
	rest.WriteString(system)
	return rest.String()
}

func readText(tag, attributes, text string) prompt.Text {
	t := prompt.Text{Content: strings.TrimSpace(html.UnescapeString(text)), FAQ: tag == "faq", Preferred: tag == "faq"}
	for _, pair := range attribute.FindAllStringSubmatch(attributes, -1) {
		switch value := html.UnescapeString(pair[2]); pair[1] {
		case "title", "question":
			t.Title = value
		case "section":
			t.Section = value
		case "kind":
			t.FAQ = t.FAQ || value == "faq"
		}
	}
	return t
}

// readBlocks takes the church facts, and questions and answers wherever they stand.
func readBlocks(c *prompt.Contents, text string) {
	heading, question := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			heading = title
			continue
		}
		if today, ok := strings.CutPrefix(line, "- Today: "); ok {
			c.Now, _ = time.Parse("Monday, 2 January 2006, 15:04", today) // stays zero where the form is another
		} else if heading == factsHeading {
			readFact(c, line)
		}
		if asked, ok := strings.CutPrefix(line, "Q: "); ok {
			question = html.UnescapeString(asked)
		} else if answer, ok := strings.CutPrefix(line, "A: "); ok && question != "" {
			c.Product = append(c.Product, prompt.Text{Title: question, Content: html.UnescapeString(answer), FAQ: true})
			question = ""
		}
	}
}

func readFact(c *prompt.Contents, line string) {
	line, ok := strings.CutPrefix(line, "- ")
	if !ok {
		return
	}
	label, value, ok := strings.Cut(line, ": ")
	if !ok || strings.TrimSpace(value) == "" {
		return
	}
	value = html.UnescapeString(strings.TrimSpace(value))
	if label == "Name" {
		c.Church = value
	}
	c.Facts = append(c.Facts, prompt.Fact{Label: label, Value: value})
}
