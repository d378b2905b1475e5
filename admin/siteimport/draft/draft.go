package draft

import (
	"strings"
	"unicode/utf8"
)

// Group is a kind of facts, which are looked at together.
type Group string

// The groups.
const (
	Times      Group = "times"
	Contact    Group = "contact"
	People     Group = "people"
	Ministries Group = "ministries"
	Expect     Group = "expect"
	Giving     Group = "giving"
	FAQs       Group = "faqs"
)

// Groups are all of them, in the order of the screen.
func Groups() []Group { return []Group{Times, Contact, People, Expect, Ministries, Giving, FAQs} }

// Fields are the names of the values of a group's drafts, in the order of the screen.
func (g Group) Fields() []string {
	switch g {
	case Times:
		return []string{"day", "line"}
	case Contact, Expect:
		return []string{"field", "text"}
	case People:
		return []string{"name", "title", "bio"}
	case Ministries:
		return []string{"name", "description"}
	case Giving:
		return []string{"url"}
	case FAQs:
		return []string{"question", "answer"}
	}
	return nil
}

// Source is how a draft was found; the greater is trusted more.
type Source int

// The sources.
const (
	FromModel Source = iota + 1
	FromWords
	FromData // what the page says for programs
)

// Draft is what a page seems to say.
type Draft struct {
	Group  Group             `json:"group"`
	Values map[string]string `json:"values"` // by Group.Fields
	Quote  string            `json:"quote"`  // the page's words
	URL    string            `json:"url"`
	Source Source            `json:"source"`
	// Weight is how much the page is about such things: of two that say the same, the heavier is taken.
	Weight int `json:"weight"`
}

// Lengths, in characters: what the church's record and its FAQs take, or less.
const (
	longestName     = 120
	longestText     = 600
	longestAnswer   = 2000
	longestQuestion = 300
	longestQuote    = 300
	longestAddress  = 200
)

// cut shortens a text, at the end of a sentence if there is one, else of a word.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	short := string([]rune(text)[:most])
	if end := strings.LastIndexAny(short, ".!?"); end > len(short)/2 {
		return short[:end+1]
	}
	if end := strings.LastIndexByte(short, ' '); end > 0 {
		short = short[:end]
	}
	return strings.TrimRight(short, " ,;:-–") + "…"
}
