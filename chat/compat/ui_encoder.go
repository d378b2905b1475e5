package compat

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
)

// uiEncoder writes the events of one turn as the parts of one UI message.
type uiEncoder struct {
	turn    uuid.UUID
	texts   int  // text parts so far
	open    bool // the last of them is not at its end
	calls   []uiCall
	sources []uuid.UUID
}

// uiCall is a tool at work.
type uiCall struct{ id, name string }

const done = "data: [DONE]\n\n"

// uiChunk is any part of the stream; Type says which of the fields it has.
type uiChunk struct {
	Type             string         `json:"type"`
	ID               string         `json:"id,omitempty"`
	MessageID        string         `json:"messageId,omitempty"`
	MessageMetadata  any            `json:"messageMetadata,omitempty"`
	ToolCallID       string         `json:"toolCallId,omitempty"`
	ToolName         string         `json:"toolName,omitempty"`
	Input            any            `json:"input,omitempty"`
	Output           any            `json:"output,omitempty"`
	ErrorText        string         `json:"errorText,omitempty"`
	Dynamic          bool           `json:"dynamic,omitempty"`
	ProviderExecuted bool           `json:"providerExecuted,omitempty"`
	SourceID         string         `json:"sourceId,omitempty"`
	MediaType        string         `json:"mediaType,omitempty"`
	Title            *string        `json:"title,omitempty"` // a source must have one, be it empty
	ProviderMetadata map[string]any `json:"providerMetadata,omitempty"`
	FinishReason     string         `json:"finishReason,omitempty"`
	Reason           string         `json:"reason,omitempty"`
}

// object is a JSON object that is not worth a type.
type object map[string]any

// append implements encode.
func (e *uiEncoder) append(buffer []byte, frame live.Frame) ([]byte, error) {
	if frame.Kind == chat.KindDelta { // nearly all of them: what is quoted already is not decoded
		if text, ok := quotedText(frame.Data); ok {
			return e.delta(buffer, text)
		}
	}
	event, err := frame.Event()
	if err != nil {
		return nil, err
	}
	switch event.Kind {
	case chat.KindStart:
		e.turn = event.Start.TurnID
		return chunks(buffer,
			uiChunk{Type: "start", MessageID: e.turn.String(), MessageMetadata: object{
				"turnId": e.turn, "sessionId": event.Start.SessionID, "agent": event.Start.Agent, "language": event.Start.Language,
			}},
			uiChunk{Type: "start-step"})
	case chat.KindTier:
		// All three each time: the client lays new metadata over the old.
		return chunks(buffer, uiChunk{Type: "message-metadata", MessageMetadata: object{
			"tier": event.Tier.Tier, "reason": event.Tier.Reason, "similarity": event.Tier.Similarity,
		}})
	case chat.KindDelta:
		text, err := json.Marshal(event.Text)
		if err != nil {
			return nil, err
		}
		return e.delta(buffer, text)
	case chat.KindTool:
		return e.tool(buffer, frame.Seq, event.Tool)
	case chat.KindSources:
		return e.cite(buffer, event.Sources)
	case chat.KindReset:
		*e = uiEncoder{turn: e.turn, texts: e.texts}
		return chunks(buffer, uiChunk{Type: "reset-step"})
	case chat.KindDone:
		return e.done(buffer, event.Done)
	case chat.KindError:
		return e.fail(buffer, event.Failure)
	}
	return buffer, nil // what a newer version says beside the answer
}

func (e *uiEncoder) delta(buffer, quoted []byte) ([]byte, error) {
	if !e.open {
		e.open = true
		e.texts++
		var err error
		if buffer, err = chunks(buffer, uiChunk{Type: "text-start", ID: strconv.Itoa(e.texts)}); err != nil {
			return nil, err
		}
	}
	buffer = append(buffer, `data: {"type":"text-delta","id":"`...)
	buffer = strconv.AppendInt(buffer, int64(e.texts), 10)
	buffer = append(buffer, `","delta":`...)
	buffer = append(buffer, quoted...)
	return append(buffer, "}\n\n"...), nil
}

// endText ends the open text part, so that what follows stands after it.
func (e *uiEncoder) endText(buffer []byte) ([]byte, error) {
	if !e.open {
		return buffer, nil
	}
	e.open = false
	return chunks(buffer, uiChunk{Type: "text-end", ID: strconv.Itoa(e.texts)})
}

// tool tells of a tool that was called here; what with is nobody's business. Tools of one name end in the order in which
// they began.
func (e *uiEncoder) tool(buffer []byte, seq int, status *chat.ToolStatus) ([]byte, error) {
	at := slices.IndexFunc(e.calls, func(c uiCall) bool { return c.name == status.Name })
	if status.Status == "running" || at < 0 {
		var err error
		if buffer, err = e.endText(buffer); err != nil {
			return nil, err
		}
		call := uiCall{id: e.turn.String() + "-" + strconv.Itoa(seq), name: status.Name}
		e.calls = append(e.calls, call)
		buffer, err = chunks(buffer, uiChunk{
			Type: "tool-input-available", ToolCallID: call.id, ToolName: call.name, Input: object{}, Dynamic: true, ProviderExecuted: true,
		})
		if err != nil || status.Status == "running" {
			return buffer, err
		}
		at = len(e.calls) - 1
	}
	call := e.calls[at]
	e.calls = slices.Delete(e.calls, at, at+1)
	if status.Status == "failed" {
		return endCall(buffer, call, cmp.Or(status.Summary, status.Status))
	}
	output := object{"summary": status.Summary}
	if status.CallID != nil {
		output["status"], output["callId"] = status.Status, status.CallID
	}
	if status.Status == chat.ToolConfirm {
		output["fields"] = status.Fields
	}
	buffer, err := chunks(buffer, uiChunk{Type: "tool-output-available", ToolCallID: call.id, Output: output, Dynamic: true, ProviderExecuted: true})
	if err != nil || status.Status != chat.ToolConfirm {
		return buffer, err
	}
	text, err := json.Marshal(inWords(chat.Event{Kind: chat.KindTool, Tool: status}).Text)
	if err != nil {
		return nil, err
	}
	return e.delta(buffer, text)
}

// endCall tells of a tool that came to nothing.
func endCall(buffer []byte, call uiCall, why string) ([]byte, error) {
	return chunks(buffer, uiChunk{Type: "tool-output-error", ToolCallID: call.id, ErrorText: why, Dynamic: true, ProviderExecuted: true})
}

func (e *uiEncoder) cite(buffer []byte, sources []chat.Source) (_ []byte, err error) {
	for _, source := range sources {
		if slices.Contains(e.sources, source.ID) {
			continue
		}
		e.sources = append(e.sources, source.ID)
		buffer, err = chunks(buffer, uiChunk{
			Type: "source-document", SourceID: source.ID.String(), MediaType: "text/plain", Title: &source.Title,
			ProviderMetadata: object{"narthex": object{"kind": source.Kind, "similarity": source.Similarity}},
		})
		if err != nil {
			return nil, err
		}
	}
	return buffer, nil
}

func (e *uiEncoder) done(buffer []byte, end *chat.Done) ([]byte, error) {
	buffer, err := e.endParts(buffer, "stopped")
	if err != nil {
		return nil, err
	}
	reason := "stop"
	switch end.Finish {
	case chat.FinishLength:
		reason = "length"
	case chat.FinishStopped:
		reason = "interrupted"
		if buffer, err = chunks(buffer, uiChunk{Type: "abort", Reason: "stopped"}); err != nil {
			return nil, err
		}
	}
	metadata := object{"finish": end.Finish, "ms": end.Millis}
	if end.Usage != nil {
		metadata["usage"] = end.Usage
	}
	buffer, err = chunks(buffer, uiChunk{Type: "finish-step"}, uiChunk{Type: "finish", FinishReason: reason, MessageMetadata: metadata})
	return append(buffer, done...), err
}

func (e *uiEncoder) fail(buffer []byte, failure *chat.Failure) ([]byte, error) {
	buffer, err := e.endParts(buffer, failure.Message)
	if err != nil {
		return nil, err
	}
	buffer, err = chunks(buffer,
		uiChunk{Type: "message-metadata", MessageMetadata: object{"error": object{"code": failure.Code, "retryable": failure.Retryable}}},
		uiChunk{Type: "error", ErrorText: failure.Message})
	return append(buffer, done...), err
}

// endParts ends what is still open, so that no part is shown as being at work for ever.
func (e *uiEncoder) endParts(buffer []byte, why string) ([]byte, error) {
	buffer, err := e.endText(buffer)
	for _, call := range e.calls {
		if err == nil {
			buffer, err = endCall(buffer, call, why)
		}
	}
	e.calls = nil
	return buffer, err
}

// chunks appends parts as server-sent events.
func chunks[T any](buffer []byte, parts ...T) ([]byte, error) {
	for _, part := range parts {
		data, err := json.Marshal(part)
		if err != nil {
			return nil, fmt.Errorf("encode a part: %w", err)
		}
		buffer = append(buffer, "data: "...)
		buffer = append(buffer, data...)
		buffer = append(buffer, "\n\n"...)
	}
	return buffer, nil
}

// quotedText is the JSON string in the data of a delta, {"text":"…"}; ok is false when the data is put down differently.
func quotedText(data []byte) (text []byte, ok bool) {
	text, begins := bytes.CutPrefix(data, []byte(`{"text":`))
	text, ends := bytes.CutSuffix(text, []byte(`}`))
	return text, begins && ends && jsontext.Value(text).Kind() == '"' && jsontext.Value(text).IsValid()
}
