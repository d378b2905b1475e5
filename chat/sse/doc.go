// Package sse serves the chat over HTTP: a message comes in as JSON, its answer goes out as server-sent events.
//
// Files, in the order to read them:
//
//   - handler.go: the routes, and a new message
//   - turns.go: resume, stop, feedback, confirm
//   - eventstream.go: the stream, its deadlines and its keep-alive
//   - forget.go: a visitor deletes a conversation
package sse
