package prompt

import (
	"time"

	"narthex/chat/church"
	"narthex/retrieval"
)

// Version names the wording of the prompt. Answers cached under another version are not used: raise it with every change
// that should change answers.
const Version = "6"

// Input is everything a prompt is made from.
type Input struct {
	Church   *church.Snapshot
	Agent    church.Agent
	Lens     church.Tradition
	Language string // of the visitor's question, ISO 639-1
	Now      time.Time
	Passages []retrieval.Passage // best first
	FAQ      *church.FAQ         // the stored FAQ nearest to the question, if any is near
	Tools    bool                // the model is offered tools
	About    bool                // the message may be about the assistant itself, or its service
	Crisis   bool                // the conversation has passed the crisis gate
	Spoken   bool                // the answer is heard, not read
	Distress bool                // the coordinator has handed the turn over, because of grief or distress
	Part     Part                // what stored facts answer of a message that asks several things
	// What could not be looked up for this turn: what was said before it, and what the church has stored.
	PastUnread, Unsearched bool

	Budget int // tokens that the system message may have; 0: DefaultBudget
}

// Part is what stored facts answer of a message that asks several things, and what else it asks. Both are "" where they answer none; the
// message is then in Each, cut into its questions.
type Part struct {
	Told, Rest string
	Each       []string
}
