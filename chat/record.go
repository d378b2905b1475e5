package chat

import (
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// Record is one message of a conversation on its way into Postgres: the visitor's when it is accepted, the assistant's
// when the answer has ended. It travels through the journal as JSON.
type Record struct {
	ID              uuid.UUID        `json:"id"`
	ChurchID        uuid.UUID        `json:"church"`
	SessionID       uuid.UUID        `json:"session"`
	TurnID          uuid.UUID        `json:"turn"`
	ClientMessageID uuid.UUID        `json:"client,omitzero"`
	Role            string           `json:"role"` // user or assistant
	Content         string           `json:"content"`
	Agent           string           `json:"agent"`
	Language        string           `json:"language,omitempty"`
	LensID          int              `json:"lens,omitempty"`
	Tier            *int             `json:"tier,omitempty"`
	Reason          string           `json:"reason,omitempty"`
	Outcome         string           `json:"outcome,omitempty"` // stop, stopped, length, error; assistant only
	ErrorCode       string           `json:"errorCode,omitempty"`
	ErrorText       string           `json:"errorText,omitempty"`
	Similarity      *float64         `json:"similarity,omitempty"`
	Sources         []Source         `json:"sources,omitempty"`
	Model           string           `json:"model,omitempty"`
	Usage           *Usage           `json:"usage,omitempty"`
	CostMicros      int64            `json:"cost,omitempty"` // millionths of a US dollar
	Millis          int64            `json:"ms,omitempty"`
	Timings         map[string]int64 `json:"timings,omitempty"` // microseconds by stage
	Trace           *Trace           `json:"trace,omitempty"`
	At              time.Time        `json:"at"`
}

// Ids are derived, so that every node names the same message the same and a re-sent one is recognised wherever it
// arrives.

// TurnID is the turn of a re-sendable message; without a client's id every message is a turn of its own.
func TurnID(req *Request) uuid.UUID {
	if req.ClientMessageID == uuid.Nil {
		return uuid.Must(uuid.NewV7())
	}
	return uuid.NewSHA1(req.SessionID, append(req.ChurchID[:], req.ClientMessageID[:]...))
}

// UUIDLength is the length of an id's text.
const UUIDLength = 36

// AppendUUID appends the text of an id, without the string that the library would make.
func AppendUUID(buffer []byte, id uuid.UUID) []byte {
	for i, part := range [...][]byte{id[0:4], id[4:6], id[6:8], id[8:10], id[10:16]} {
		if i > 0 {
			buffer = append(buffer, '-')
		}
		buffer = hex.AppendEncode(buffer, part)
	}
	return buffer
}

// AnswerTo is the record as that of the answer to a turn.
func (r Record) AnswerTo(ref TurnRef) Record {
	r.ID, r.ChurchID, r.SessionID, r.TurnID, r.Role = MessageID(ref.Turn, "assistant"), ref.Church, ref.Session, ref.Turn, "assistant"
	return r
}

func MessageID(turn uuid.UUID, role string) uuid.UUID { return uuid.NewSHA1(turn, []byte(role)) }

func ConversationID(churchID, sessionID uuid.UUID) uuid.UUID {
	return uuid.NewSHA1(churchID, sessionID[:])
}

func QuestionRecord(turn *Turn) Record {
	return Record{
		ID:              MessageID(turn.ID, "user"),
		ChurchID:        turn.Church.ID,
		SessionID:       turn.Request.SessionID,
		TurnID:          turn.ID,
		ClientMessageID: turn.Request.ClientMessageID,
		Role:            "user",
		Content:         turn.Request.Message,
		Agent:           string(turn.Agent),
		Language:        turn.Language,
		At:              turn.Request.Received.UTC(),
	}
}

// Events are those of an ended answer, as few as it takes.
func (r *Record) Events(ref TurnRef) []Event {
	events := []Event{{Kind: KindStart, Start: &Start{TurnID: ref.Turn, SessionID: ref.Session, Agent: church.Agent(r.Agent), Language: r.Language}}}
	if r.Reason != "" { // otherwise it failed before any tier answered
		events = append(events, Event{Kind: KindTier, Tier: &TierChosen{Tier: r.Tier, Reason: r.Reason, Similarity: r.Similarity}})
	}
	if r.Content != "" {
		events = append(events, DeltaEvent(r.Content))
	}
	if len(r.Sources) > 0 {
		events = append(events, SourcesEvent(r.Sources))
	}
	if r.Outcome == OutcomeError {
		return append(events, Event{Kind: KindError, Failure: &Failure{Code: r.ErrorCode, Message: r.ErrorText, Retryable: r.ErrorCode != CodeCannotAnswer}})
	}
	return append(events, DoneEvent(Done{Finish: Finish(r.Outcome), Tier: r.Tier, Millis: r.Millis, Usage: r.Usage}))
}

// CodeCannotAnswer is the code of a turn that is not tried again: it would come to the same.
const CodeCannotAnswer = "cannot_answer"

// OutcomeError is the outcome of an answer that ended with an error event; the others are the values of Finish.
const OutcomeError = "error"
