package evaluate

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/tools"
)

// Question is what is to be answered as a visitor's message would be.
type Question struct {
	ChurchID uuid.UUID
	Message  string // at most chat.MaxMessageRunes
	Agent    church.Agent
	History  []chat.HistoryItem // what was said before
	Lens     *church.Tradition  // in whose voice; nil: the church's own
	// Others asks, too, what the numbered tiers would have said that come after the one that answered.
	Others bool
}

// Evaluation is an answer with all that it was made of.
type Evaluation struct {
	Answer   Answer        `json:"answer"`
	Agent    church.Agent  `json:"agent"` // who answered: care takes over from the coordinator where somebody is in distress
	Language string        `json:"language"`
	Lens     string        `json:"lens"`
	Epoch    int64         `json:"epoch"` // the church's, see church.Snapshot
	Steps    []Step        `json:"steps"` // the tiers that were asked, in their order
	Others   []Alone       `json:"others,omitempty"`
	Crisis   *Crisis       `json:"crisis,omitempty"`
	Trace    *chat.Trace   `json:"trace,omitempty"`
	Prompt   []Block       `json:"prompt,omitempty"` // of the answer's first request to a model
	Tools    []Tool        `json:"tools,omitempty"`
	Micros   int64         `json:"micros"` // what it cost, in millionths of a US dollar
	Took     time.Duration `json:"took"`
	Stages   []Stage       `json:"stages,omitempty"`
}

// ErrSpent is for whoever asks on a church's account: its trials have cost today what they may.
var ErrSpent = errors.New("trials have cost what they may")

// Spent is what it cost in all, in millionths of a US dollar.
func (e *Evaluation) Spent() (micros int64) {
	micros = e.Micros
	for _, other := range e.Others {
		micros += other.Micros
	}
	return micros
}

// Answer is what a visitor would read.
type Answer struct {
	Tier       *int          `json:"tier"` // nil: no numbered tier answered
	Reason     string        `json:"reason"`
	Similarity float64       `json:"similarity,omitempty"`
	Text       string        `json:"text"`
	Sources    []chat.Source `json:"sources,omitempty"`
	Finish     chat.Finish   `json:"finish,omitempty"`
	Model      string        `json:"model,omitempty"`
	Usage      *chat.Usage   `json:"usage,omitempty"`
	// Failed is true where nothing, or not all, could be answered: a visitor would be told so and asked to try again.
	Failed bool `json:"failed,omitempty"`
}

// Step is one tier that was asked.
type Step struct {
	Name    string        `json:"name"` // as in metrics: crisis, disclosure, 0 …
	Outcome Outcome       `json:"outcome"`
	Passed  *chat.Passed  `json:"passed,omitempty"` // why it left the question to the next, where it says
	Took    time.Duration `json:"took"`
}

// Outcome is what became of asking a tier.
type Outcome string

// The outcomes.
const (
	Answered Outcome = "answered"
	Passed   Outcome = "passed"
	Failed   Outcome = "failed" // it could not even try, and the next was asked
)

// Alone is what a numbered tier says when it is the only one that is asked.
type Alone struct {
	Name   string       `json:"name"`
	Answer *Answer      `json:"answer,omitempty"` // nil: it says nothing
	Passed *chat.Passed `json:"passed,omitempty"`
	Micros int64        `json:"micros"`
}

// Crisis is what the gate, or a second reader, found, and what would have been told to the church.
type Crisis struct {
	Category crisis.Category `json:"category"`
	Unsure   bool            `json:"unsure"`
	Rule     string          `json:"rule"`
	Reported bool            `json:"reported"`          // the church would have been told
	Contact  bool            `json:"contact,omitempty"` // a contact was left after a crisis, and the church would have been told of it
}

// Block is a part of what the model was told.
type Block struct {
	Name    string `json:"name"`
	Text    string `json:"text"`
	Tokens  int    `json:"tokens"`
	Dropped int    `json:"dropped,omitempty"` // passages or entries for which there was no room
}

// Tool is a call that the model made, and what would have come of it.
type Tool struct {
	Name      string         `json:"name"`
	Arguments string         `json:"arguments"` // as the model wrote them
	OK        bool           `json:"ok"`
	Asked     string         `json:"asked,omitempty"` // what the visitor would be asked first, with a card; what follows would come after their yes
	Wrote     bool           `json:"wrote"`           // it would have been kept, and was not
	Summary   string         `json:"summary"`
	Result    string         `json:"result"` // as the model was told, or would be after the yes
	Told      []tools.Notice `json:"told,omitempty"`
}

// Stage is time spent on one kind of work.
type Stage struct {
	Name string        `json:"name"`
	Took time.Duration `json:"took"`
}
