package modeltest

import (
	"net/http"
	"strings"
	"time"
)

// Step is one thing that happens while an answer is sent.
type Step struct {
	paced bool // Behaviour.Every waits before it
	do    func(*exchange)
}

// Role opens the answer as the API does: a delta with a role, null content and nothing else.
func Role() Step {
	return Step{do: func(e *exchange) { e.delta(map[string]any{"role": "assistant", "content": nil}, nil) }}
}

// Text streams a piece of the answer.
func Text(text string) Step {
	return Step{paced: true, do: func(e *exchange) {
		e.text.WriteString(text)
		e.delta(map[string]any{"content": text}, nil)
	}}
}

// ToolDelta streams a piece of the tool call at the index. Empty fields are left out.
func ToolDelta(index int, id, name, arguments string) Step {
	return Step{do: func(e *exchange) {
		e.toolDelta(index, id, name, arguments)
		call := map[string]any{"index": index}
		function := map[string]any{"arguments": arguments}
		if id != "" {
			call["id"], call["type"] = id, "function"
		}
		if name != "" {
			function["name"] = name
		}
		call["function"] = function
		e.delta(map[string]any{"tool_calls": []any{call}}, nil)
	}}
}

// Finish sends the finish reason in a chunk with an empty delta.
func Finish(reason string) Step {
	return Step{do: func(e *exchange) {
		e.finish = reason
		e.delta(map[string]any{}, reason)
	}}
}

// Usage sends the token counts in a chunk that has no choices, as the API does when asked to include usage.
func Usage(prompt, cached, completion int) Step {
	return Step{do: func(e *exchange) {
		e.usage = usageBody(prompt, cached, completion)
		if e.chat.IncludeUsage {
			e.event(e.chunk([]any{}, e.usage))
		}
	}}
}

// Done sends [DONE].
func Done() Step {
	return Step{do: func(e *exchange) { e.raw("data: [DONE]\n\n") }}
}

// Raw sends bytes as they are.
func Raw(bytes string) Step {
	return Step{do: func(e *exchange) { e.raw(bytes) }}
}

// Event sends one server-sent event with the data given.
func Event(data string) Step {
	return Raw("data: " + data + "\n\n")
}

// ErrorEvent sends an error in the middle of the stream.
func ErrorEvent(kind, code, message string) Step {
	return Step{do: func(e *exchange) { e.event(map[string]any{"error": errorBody(kind, code, message)}) }}
}

// Comments sends n comment lines, as proxies do to keep a connection alive.
func Comments(n int) Step {
	return Raw(strings.Repeat(": keep-alive\n\n", n))
}

// Blanks sends n empty lines.
func Blanks(n int) Step {
	return Raw(strings.Repeat("\n", n))
}

// Pause waits.
func Pause(wait time.Duration) Step {
	return Step{do: func(e *exchange) { e.pause(wait) }}
}

// Hold waits until the channel is closed.
func Hold(until <-chan struct{}) Step {
	return Step{do: func(e *exchange) { e.hold(until) }}
}

// Silence says nothing more and keeps the connection open until the client leaves.
func Silence() Step { return Hold(nil) }

// Cut breaks the connection, as a dying upstream does. An answer that merely ends early needs no step: leave out the rest.
func Cut() Step {
	return Step{do: func(e *exchange) {
		e.open(http.StatusOK, streamType)
		panic(http.ErrAbortHandler) // net/http closes the connection without ending the body
	}}
}
