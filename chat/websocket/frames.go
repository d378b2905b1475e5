package websocket

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/buffers"
	"narthex/chat/live"
)

// clientFrame is what a client sends, but for a message's own fields.
type clientFrame struct {
	Type            string          `json:"type"`
	TurnID          string          `json:"turnId"`
	SessionID       string          `json:"sessionId"`
	ChurchID        string          `json:"churchId"`
	After           json.RawMessage `json:"after"`
	Value           string          `json:"value"`
	Comment         string          `json:"comment"`
	CallID          string          `json:"callId"`
	Accept          *bool           `json:"accept"`
	ClientMessageID string          `json:"clientMessageId"`
}

// frameTypes are the types of frames that a client may send.
var frameTypes = []string{"message", "resume", "stop", "feedback", "confirm", "ping"}

// decodeFrame reads a frame's type, and the fields of all types but message. The error is a *Problem and means that the client does not
// speak the protocol; the frame then holds what could be read.
func decodeFrame(data []byte) (clientFrame, error) {
	var frame clientFrame
	if err := json.Unmarshal(data, &frame); err != nil {
		return frame, chat.DecodeProblem(err)
	}
	if frame.label() == "invalid" {
		return frame, chat.ErrUnknownFrame
	}
	return frame, nil
}

// label names the frame's type in metrics.
func (f clientFrame) label() string {
	for _, known := range frameTypes {
		if f.Type == known {
			return known
		}
	}
	return "invalid"
}

// after is the place of the last event that the client has seen.
func (f clientFrame) after(turn uuid.UUID) (live.Place, error) {
	var id string
	if json.Unmarshal(f.After, &id) != nil {
		id = string(f.After)
	}
	if id == "null" {
		id = ""
	}
	return live.ParseEventID(id, turn)
}

// appendEvent encodes an event as one frame. id is always <turn>:<seq>, because clients take what precedes the colon for the turn's id; who
// wrote it after a takeover is the separate field taken.
func appendEvent(buffer []byte, turn uuid.UUID, frame live.Frame) []byte {
	buffer = append(buffer, `{"event":"`...)
	buffer = append(buffer, frame.Kind...)
	buffer = append(buffer, `","id":"`...)
	place := frame.Place()
	buffer = live.AppendEventID(buffer, turn, live.Place{Seq: place.Seq})
	buffer = append(buffer, '"')
	if place.Writer != 0 && place.Seq > 1 {
		buffer = strconv.AppendUint(append(buffer, `,"taken":`...), uint64(place.Writer), 10)
	}
	buffer = append(buffer, `,"data":`...)
	buffer = append(buffer, frame.Data...)
	return append(buffer, '}')
}

// serverFrame is a frame to a client that is not an event of a turn.
type serverFrame struct {
	Event string `json:"event"`
	Data  any    `json:"data"`
}

// problemData is the data of a problem frame.
type problemData struct {
	Code            string `json:"code"`
	Message         string `json:"message"`
	Retryable       bool   `json:"retryable"`
	RetryAfter      int    `json:"retryAfter,omitempty"` // seconds
	Request         string `json:"request,omitempty"`
	TurnID          string `json:"turnId,omitempty"`
	ClientMessageID string `json:"clientMessageId,omitempty"`
}

// ackData is the data of an ack frame.
type ackData struct {
	Request string           `json:"request"`
	TurnID  uuid.UUID        `json:"turnId"`
	Tool    *chat.ToolStatus `json:"tool,omitempty"` // of a confirm: what became of the call
}

func ackFrame(request string, turn uuid.UUID, tool *chat.ToolStatus) []byte {
	return encode(serverFrame{"ack", ackData{request, turn, tool}})
}

func encode(frame serverFrame) []byte {
	data, err := json.Marshal(frame)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return data
}

// problemFrame is the answer to a request that failed.
func problemFrame(frame clientFrame, problem *chat.Problem) []byte {
	data := problemData{
		Code: problem.Code(), Message: problem.Public(), RetryAfter: int(math.Ceil(problem.RetryAfter().Seconds())),
		Retryable: problem.Kind() == "unavailable" || problem.Kind() == "rate_limited" || problem.Kind() == "conflict",
	}
	if frame.label() != "invalid" {
		data.Request = frame.Type
	}
	if id, err := chat.ParseID(frame.TurnID); err == nil {
		data.TurnID = id.String()
	}
	if id, err := chat.ParseID(frame.ClientMessageID); err == nil {
		data.ClientMessageID = id.String()
	}
	return encode(serverFrame{"problem", data})
}

// problem answers a frame. An error that is no problem is about the socket, and returned.
func (s *socket) problem(frame clientFrame, err error) error {
	problem, ok := errors.AsType[*chat.Problem](err)
	if !ok {
		return err
	}
	return s.write(problemFrame(frame, problem))
}

// write sends one frame.
func (s *socket) write(data []byte) error {
	s.wire.cork()
	err := s.conn.Write(context.Background(), websocket.MessageText, data) // deadlines are the wire's
	return cmp.Or(s.wire.uncork(), err)
}

// events sends events in as few writes as possible.
func (s *socket) events(turn uuid.UUID, frames []live.Frame) error {
	s.wire.cork()
	scratch := buffers.Get()
	defer buffers.Put(scratch)
	for _, frame := range frames {
		*scratch = appendEvent((*scratch)[:0], turn, frame)
		err := s.conn.Write(context.Background(), websocket.MessageText, *scratch)
		if err == nil {
			err = s.wire.spill()
		}
		if err != nil {
			return cmp.Or(s.wire.uncork(), err)
		}
	}
	return s.wire.uncork()
}
