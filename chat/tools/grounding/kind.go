package grounding

// Kind says how a text is compared with what the visitor said.
type Kind int

const (
	None  Kind = iota // not at all: a number, a choice, a date, a name looked up among the church's own
	Words             // free text: in the visitor's words, or near them
	Name              // of a person
	Email             // an address
	Phone             // a number
	Time              // in words: "Tuesday after five"
)
