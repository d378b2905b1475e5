package tools

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"narthex/chat/church"
	"narthex/chat/tools/samewish"
	"narthex/static/messages"
)

var (
	// cardTexts word what stands on a card.
	cardTexts = messages.Load("cards")
	// asking are the question beside a card and what is said to the answer, in more languages than the rest.
	asking = messages.Load("confirm")
)

// place orders the lines: the visitor's words first, who they are last.
func place(l Line) int {
	if l.Label == "message" {
		return -2
	}
	return slices.Index(samewish.Whose, l.Label)
}

// card words what a call would write, by what the church would be told.
func (c *Invocation) card(told []Notice) *Card {
	words := cardTexts.In(c.Turn.Language)
	card := &Card{Title: words.Text("title." + c.tool.Name), Question: c.question()}
	var lines []Line
	if len(told) > 0 {
		notice := told[0]
		lines = append(lines, notice.Lines...)
		if notice.Confidential && !c.apart { // else nobody of the church's team reads it
			lines = append(lines, Line{"confidential", words.Text("readers.confidential")})
		}
	}
	if c.apart {
		lines = append(lines, Line{"only_for", c.Turn.PassedTo})
	}
	lines = append(lines, c.shown...)
	slices.SortStableFunc(lines, func(a, b Line) int { return place(a) - place(b) })
	for _, line := range lines {
		if label, known := words["field."+line.Label]; known {
			card.Fields = append(card.Fields, Field{label, c.valueOf(line, words)})
		} else {
			card.Fields = append(card.Fields, Field{strings.ReplaceAll(line.Label, "_", " "), line.Text})
		}
	}
	return card
}

// valueOf words what stands in a line by a key or a date.
func (c *Invocation) valueOf(line Line, words messages.Texts) string {
	if word, known := words["value."+line.Label+"."+line.Text]; known {
		return word
	}
	if word, known := words["value."+line.Text]; known && isFlag(c.tool, line.Label) {
		return word
	}
	if day, err := church.ParseDay(line.Text, c.Turn.Church.Location); err == nil {
		return c.Times().Date(day)
	}
	return line.Text
}

func isFlag(t *Tool, name string) bool {
	return slices.Contains(t.Parameters.Flags(), name)
}

// question is what the visitor is asked beside the card.
func (c *Invocation) question() string {
	texts := asking.In(spoken(c.Turn))
	switch {
	case c.apart:
		return texts.Text("ask.apart", "who", c.Turn.PassedTo)
	case c.tool.Asks != "":
		return texts.Text("ask." + c.tool.Asks)
	}
	return texts.Text("ask", "church", c.Turn.Church.Name)
}

// spoken is the language of the visitor's that questions are asked in.
func spoken(turn *Turn) string {
	base, _ := language.Make(turn.Spoken).Base()
	if _, known := asking[base.String()]; known && turn.Spoken != "" {
		return base.String()
	}
	return turn.Language
}
