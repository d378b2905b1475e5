package chat

import (
	"github.com/google/uuid"

	"narthex/chat/church"
)

// EventKind is the name of an event on the wire.
type EventKind string

// The events of a turn. A turn is one start, a tier, any number of delta, tool and sources, and exactly one done or error,
// which is the last. After a reset all that was said before is void, and the answer begins anew with a tier.
const (
	KindStart   EventKind = "start"
	KindTier    EventKind = "tier"
	KindDelta   EventKind = "delta"
	KindTool    EventKind = "tool"
	KindSources EventKind = "sources"
	KindReset   EventKind = "reset"
	KindDone    EventKind = "done"
	KindError   EventKind = "error"
)

// Event is one step of an answer. Kind says which of the other fields is set.
type Event struct {
	Kind EventKind

	Start   *Start
	Tier    *TierChosen
	Text    string // delta
	Tool    *ToolStatus
	Sources []Source
	Done    *Done
	Failure *Failure
}

// Start acknowledges the visitor's message: it is durable from here on.
type Start struct {
	TurnID    uuid.UUID    `json:"turnId"`
	SessionID uuid.UUID    `json:"sessionId"`
	Agent     church.Agent `json:"agent"`
	Language  string       `json:"language,omitempty"` // the answer's (BCP 47), as far as it is known so early
	Resumed   bool         `json:"resumed"`
}

// TierChosen says which tier answers and why. Tier is nil for answers that no tier gave (a disabled agent).
type TierChosen struct {
	Tier       *int     `json:"tier"`
	Reason     string   `json:"reason"`
	Similarity *float64 `json:"similarity,omitempty"`
}

// ToolStatus reports a tool that the model called.
//
// A tool that would write something in the visitor's name waits for their yes first: confirm has the fields that would be written, and
// what was asked is done, declined or failed when they have answered with its call id. In words it says all that the answer's text
// does not.
type ToolStatus struct {
	Name    string      `json:"name"`
	Status  string      `json:"status"` // running, confirm, done, declined, failed
	Summary string      `json:"summary,omitempty"`
	CallID  *uuid.UUID  `json:"callId,omitempty"` // of a confirm, and of what became of it
	Fields  []ToolField `json:"fields,omitempty"` // of a confirm

	Question string   `json:"-"`               // of a confirm: what the text of the answer ends with
	Links    []string `json:"links,omitempty"` // that the tool gave; of answers that are heard, where no word may have them
}

// ToolField is a line of what would be written, as its visitor reads it.
type ToolField struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// The statuses of a tool that asks its visitor first.
const (
	ToolConfirm  = "confirm"
	ToolDeclined = "declined"
)

// Source is a piece of the church's knowledge that an answer was made from.
type Source struct {
	ID         uuid.UUID `json:"id"`
	Kind       string    `json:"kind"` // faq, document, theology
	Title      string    `json:"title"`
	Similarity float64   `json:"similarity"`
	Excerpt    string    `json:"excerpt,omitempty"` // see excerpt; "" where nothing of the source is to be shown
}

// Finish says how an answer ended.
type Finish string

const (
	FinishStop    Finish = "stop"    // the whole answer
	FinishStopped Finish = "stopped" // the visitor stopped it or went away
	FinishLength  Finish = "length"  // the model's limit, or its service's filter, cut it
)

// Done ends an answer. A tier sets Finish, Usage and Model; the service the rest.
type Done struct {
	Finish Finish `json:"finish"`
	Tier   *int   `json:"tier"`
	Millis int64  `json:"ms"`
	Usage  *Usage `json:"usage,omitempty"`
	Model  string `json:"-"`
}

// Usage counts the tokens of all model requests of a turn.
type Usage struct {
	PromptTokens     int `json:"promptTokens"`
	CachedTokens     int `json:"cachedTokens"`
	CompletionTokens int `json:"completionTokens"`
}

// Failure ends a turn that could not be answered, or not to its end. What was streamed before it stays valid.
type Failure struct {
	Code      string `json:"code"`
	Message   string `json:"message"` // safe to show, in the visitor's language
	Retryable bool   `json:"retryable"`
}

func StartEvent(turn *Turn, resumed bool) Event {
	return Event{Kind: KindStart, Start: &Start{TurnID: turn.ID, SessionID: turn.Request.SessionID, Agent: turn.Agent, Language: turn.AnswerLanguage(), Resumed: resumed}}
}

func DeltaEvent(text string) Event { return Event{Kind: KindDelta, Text: text} }

func SourcesEvent(sources []Source) Event { return Event{Kind: KindSources, Sources: sources} }

func DoneEvent(done Done) Event { return Event{Kind: KindDone, Done: &done} }

// TierEvent opens the answer of a tier; similarity 0 is left out.
func TierEvent(tier int, reason string, similarity float64) Event {
	chosen := &TierChosen{Tier: &tier, Reason: reason}
	if similarity > 0 {
		chosen.Similarity = &similarity
	}
	return Event{Kind: KindTier, Tier: chosen}
}

// Data is what the event carries on the wire.
func (e Event) Data() any {
	switch e.Kind {
	case KindStart:
		return e.Start
	case KindTier:
		return e.Tier
	case KindDelta:
		return DeltaData{e.Text}
	case KindTool:
		return e.Tool
	case KindSources:
		return SourcesData{e.Sources}
	case KindReset:
		return struct{}{}
	case KindDone:
		return e.Done
	default:
		return e.Failure
	}
}

type DeltaData struct {
	Text string `json:"text"`
}

type SourcesData struct {
	Items []Source `json:"items"`
}

// Handoff names the event that shows a visitor who answers instead of whom they asked.
const Handoff = "handoff"

// ReasonConfirmed is the reason of answers to a yes or a no in words, see ToolStatus.
const ReasonConfirmed = "confirmed"

// ReasonCrisis is the reason of answers that the crisis gate gave.
const ReasonCrisis = "crisis"
