// Package relay answers calls: the telephone service turns what a caller says into text, sends it over a WebSocket, and reads out what
// comes back. A call is a conversation like any other; its turns run through the same cascade, behind the same crisis gate.
//
// Read relay.go (opening a socket, how many there may be, and that a call counts among those on the line), ticket.go (for which call it
// is), wire.go (the messages of both sides), call.go (one call, from setup to its end), then what it does: prompt.go (the caller speaks,
// presses keys, says nothing, or takes a farewell back), danger.go (they are in danger, or accuse somebody; what they are told last, and
// where we cannot answer), answer.go (we speak), care.go (what of it is never left out), reading.go (how long that is read out), texting.go
// (what is sent rather than said), transcript.go (what of all that is written down) and resume.go (that it goes on where its socket is
// lost, or its node).
package relay
