// Package upstream is a mock model service that speaks OpenAI's wire format: chat completions, streamed with usage or
// whole, and embeddings. It is made to cost next to nothing, so that what is measured is not the mock: answers are sent
// by one goroutine that follows a timer wheel, from bytes made beforehand, past the HTTP server's machinery.
//
// Every word of an answer carries the time at which it was sent (package token).
//
// Reading order: config.go, server.go (connections and requests), answer.go (one answer on its way), wheel.go (when
// which token is due), chunk.go (the bytes), embeddings.go, stats.go.
package upstream
