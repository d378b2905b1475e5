// Package visitor is the load: many visitors at a time who ask, read every word of the answer, check that none is missing
// or came twice, and note how long each took. It reads connections with a few hundred lines of its own instead of an HTTP
// client, because it shares the machine with what it measures.
//
// Reading order: load.go (visitors who listen to streamed answers), question.go (what they ask), turn.go (the checks),
// recorder.go (what is noted), then the connections: conn.go (HTTP/1.1), sse.go, websocket.go; ask.go (visitors who ask
// for a stored fact, again and again), idle.go (visitors who say nothing).
package visitor
