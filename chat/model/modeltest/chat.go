package modeltest

import (
	"encoding/json"
	"io"
	"net/http"
)

const completionID = "chatcmpl-modeltest"

func (s *Server) serveChat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left while it was still asking
	}
	chat, err := decodeChat(body, r.Header)
	if err != nil {
		writeError(w, http.StatusBadRequest, "invalid_request_error", "invalid_json", err.Error())
		return
	}
	chat.Peer = r.RemoteAddr
	s.run(s.takeChat(chat), &exchange{server: s, request: r, writer: w, chat: chat})
}

// takeChat records a request and gives its behaviour.
func (s *Server) takeChat(chat ChatRequest) Behaviour {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Chats++
	s.chats = append(s.chats, chat)
	s.chatted.raise()
	if len(s.script) == 0 {
		return s.otherwise
	}
	next := s.script[0]
	s.script = s.script[1:]
	return next
}

// delta sends a chunk with one choice.
func (e *exchange) delta(delta map[string]any, finish any) {
	e.event(e.chunk([]any{map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}}, nil))
}

func (e *exchange) chunk(choices []any, usage any) map[string]any {
	chunk := map[string]any{
		"id": completionID, "object": "chat.completion.chunk", "created": 1700000000, "model": e.chat.Model,
		"system_fingerprint": "fp_modeltest", "choices": choices,
	}
	if e.chat.IncludeUsage {
		chunk["usage"] = usage
	}
	return chunk
}

func (e *exchange) event(data any) {
	encoded, err := json.Marshal(data)
	if err != nil {
		panic(err) // only maps of plain values come here
	}
	e.raw("data: " + string(encoded) + "\n\n")
}

// toolDelta collects a tool call for an answer that is not streamed.
func (e *exchange) toolDelta(index int, id, name, arguments string) {
	for len(e.calls) <= index {
		e.calls = append(e.calls, ToolCall{})
	}
	call := &e.calls[index]
	call.ID += id
	call.Name += name
	call.Arguments += arguments
}

// answerWhole sends what the steps made as one completion.
func (e *exchange) answerWhole() {
	message := map[string]any{"role": "assistant", "content": e.text.String()}
	if len(e.calls) > 0 {
		var calls []any
		for _, call := range e.calls {
			calls = append(calls, map[string]any{"id": call.ID, "type": "function",
				"function": map[string]any{"name": call.Name, "arguments": call.Arguments}})
		}
		message["content"], message["tool_calls"] = nil, calls
	}
	e.writer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(e.writer).Encode(map[string]any{
		"id": completionID, "object": "chat.completion", "created": 1700000000, "model": e.chat.Model, "usage": e.usage,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": e.finish}},
	})
}
