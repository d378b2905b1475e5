package model

import "strconv"

// Limits on the tool calls of one answer; what is beyond them is no use to anyone and only fills memory.
const (
	maxCalls     = 32
	maxCallBytes = 256 << 10 // of all arguments together
)

// callJoiner puts tool calls together from the pieces they are streamed in.
type callJoiner struct {
	calls []*openCall // in the order of their first pieces
	bytes int
}

type openCall struct {
	index     int
	id, name  string
	arguments []byte
}

// add takes a piece. Pieces belong together by their index; services that send none (they send whole calls) start a call
// with each id.
func (j *callJoiner) add(part callPart) error {
	call := j.find(part)
	if call == nil {
		if len(j.calls) == maxCalls {
			return errCallsSize
		}
		call = &openCall{index: len(j.calls)}
		if part.Index != nil {
			call.index = int(*part.Index)
		}
		j.calls = append(j.calls, call)
	}
	if call.id == "" {
		call.id = part.ID.String()
	}
	// Some services repeat the name in every piece, none splits it.
	if call.name == "" {
		call.name = part.Function.Name.String()
	}
	if j.bytes += len(part.Function.Arguments); j.bytes > maxCallBytes {
		return errCallsSize
	}
	call.arguments = append(call.arguments, part.Function.Arguments...)
	return nil
}

func (j *callJoiner) find(part callPart) *openCall {
	id := part.ID.String()
	for i := len(j.calls) - 1; i >= 0; i-- {
		call := j.calls[i]
		switch {
		case part.Index == nil && (id == "" || id == call.id):
			return call // of a service without indexes: the newest call, unless a new id begins another
		case part.Index == nil:
		case call.index == int(*part.Index) && id != "" && call.id != "" && id != call.id:
			// A service that numbers every call 0 and tells them apart by id.
		case call.index == int(*part.Index):
			return call
		}
	}
	return nil
}

// whole gives the calls once the service has said that they are complete. A call without a name is left out: nobody could
// make it. Results are matched to calls by id, so a missing one is made up.
func (j *callJoiner) whole() []ToolCall {
	var calls []ToolCall
	for i, open := range j.calls {
		if open.name == "" {
			continue
		}
		var joiner textJoiner
		call := ToolCall{ID: open.id, Name: open.name, Arguments: string(joiner.append(nil, open.arguments)) + joiner.flush()}
		if call.ID == "" {
			call.ID = "call_" + strconv.Itoa(i)
		}
		if call.Arguments == "" {
			call.Arguments = "{}"
		}
		calls = append(calls, call)
	}
	return calls
}
