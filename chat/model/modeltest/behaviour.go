package modeltest

import (
	"net/http"
	"slices"
	"time"
)

// Behaviour is how the server answers one request. The zero value gives the endpoint's normal answer.
type Behaviour struct {
	status  int // 0: 200
	header  http.Header
	body    string // sent as it is when set
	steps   func(ChatRequest) []Step
	before  time.Duration
	until   <-chan struct{} // nil: at once
	between time.Duration
}

// Reply streams the words as an answer, one delta each, and ends it properly: finish reason, usage, [DONE].
func Reply(words ...string) Behaviour {
	return Echo(func(ChatRequest) []string { return words })
}

// Echo replies with what answer makes of the request.
func Echo(answer func(ChatRequest) []string) Behaviour {
	return Behaviour{steps: func(req ChatRequest) []Step {
		words := answer(req)
		steps := []Step{Role()}
		for _, word := range words {
			steps = append(steps, Text(word))
		}
		return append(steps, Finish("stop"), Usage(req.words(), 0, len(words)), Done())
	}}
}

// Call answers with whole tool calls, each streamed as an opening delta and its arguments in pieces of three characters.
func Call(calls ...ToolCall) Behaviour {
	return Behaviour{steps: func(req ChatRequest) []Step {
		steps := []Step{Role()}
		for i, call := range calls {
			steps = append(steps, ToolDelta(i, call.ID, call.Name, ""))
			for piece := range slices.Chunk([]rune(call.Arguments), 3) {
				steps = append(steps, ToolDelta(i, "", "", string(piece)))
			}
		}
		return append(steps, Finish("tool_calls"), Usage(req.words(), 0, len(calls)), Done())
	}}
}

// Stream plays steps one after another. The answer ends with the last one, whether or not that is a proper end.
func Stream(steps ...Step) Behaviour {
	return Behaviour{steps: func(ChatRequest) []Step { return steps }}
}

// Status refuses the request with an error in the form of the OpenAI API.
func Status(code int) Behaviour {
	return Behaviour{status: code}
}

// Body answers with status, content type and body as given.
func Body(status int, contentType, body string) Behaviour {
	return Behaviour{status: status, body: body}.Header("Content-Type", contentType)
}

// Redirect answers with status and a Location.
func Redirect(status int, location string) Behaviour {
	return Body(status, "text/plain", "moved\n").Header("Location", location)
}

// Header adds a response header.
func (b Behaviour) Header(name, value string) Behaviour {
	header := b.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set(name, value)
	b.header = header
	return b
}

// After waits before the first byte of the answer, its status line included.
func (b Behaviour) After(wait time.Duration) Behaviour {
	b.before = wait
	return b
}

// Once waits for the channel before the first byte of the answer.
func (b Behaviour) Once(until <-chan struct{}) Behaviour {
	b.until = until
	return b
}

// Every waits before each text delta.
func (b Behaviour) Every(wait time.Duration) Behaviour {
	b.between = wait
	return b
}

// normal says that the endpoint should answer as if nothing were scripted, after the wait.
func (b Behaviour) normal() bool { return b.steps == nil && b.status == 0 && b.body == "" }

func (b Behaviour) play(e *exchange) {
	if !e.pause(b.before) || b.until != nil && !e.hold(b.until) {
		return
	}
	for name, values := range b.header {
		e.writer.Header()[name] = values
	}
	switch {
	case b.body != "":
		e.open(b.status, "")
		e.write(b.body)
	case b.status != 0:
		writeError(e.writer, b.status, "scripted", "scripted_"+http.StatusText(b.status), "The test asked for this status.")
	case b.steps != nil:
		e.play(b.steps(e.chat), b.between)
	default:
		e.play(Reply("Hello", " there.").steps(e.chat), b.between)
	}
}
