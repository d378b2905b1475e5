package ranking

import "narthex/chat/model/offline/term"

// unit is the smallest piece that can be quoted.
type unit struct {
	text    string
	above   string // the headings that it stands under
	terms   map[term.Term]bool
	pairs   map[[2]term.Term]bool // terms that stand beside each other
	context map[term.Term]bool    // of its title, heading or label
	first   []term.Term           // those that it begins with
	unfit   bool                  // must not be quoted
	source  int                   // index of the source
	order   int                   // within the source
	section int                   // of it
	named   bool                  // its section begins with the name of what it is about
}

// Kind says how a source is quoted.
type Kind int

// The kinds of sources, by what is quoted of them.
const (
	Document Kind = iota // sentences, under the document's title
	FAQ                  // the whole answer
	Fact                 // the value
	Product              // the whole answer
	Position             // the whole position, with its topic
)

// Source is where units come from.
type Source struct {
	Kind  Kind
	Title string // Document: its own; FAQ, Product: the question; Fact: the label; Position: the topic
	Whole string // FAQ, Product: the answer; Fact: the value; Position: all of it; Document: ""

	bonus     float64
	preferred bool        // FAQ: found by its question
	asks      []term.Term // FAQ, Product: of the question
}

// Match is a unit and how well it answers.
type Match struct {
	unit
	coverage float64 // how much of the question it shares, from 0 to about 1
	asked    float64 // how much of an FAQ's own question is in the visitor's
	shared   int     // words of the question that matter and that it or its title has
	score    float64 // what it is ordered by
	answers  float64 // how well it answers, by its words and its meaning
}

// Text is the sentence of a document or a position, and all of anything else.
func (m Match) Text() string { return m.text }

// asksTheSame reports whether an FAQ's question is the visitor's.
func (m Match) asksTheSame() bool { return m.asked >= sameQuestion }

// sameQuestion is how much of an FAQ's question the visitor must have asked for that, and likeQuestion for a yes to it to be one to them.
const (
	sameQuestion = .85
	likeQuestion = .5
)

// same reports whether another match is of the same unit.
func (m Match) same(other Match) bool { return m.source == other.source && m.order == other.order }
