// Package model asks language models for answers.
//
// There are several sources of an answer, and all have the same method, Stream: Client talks to an OpenAI-compatible service,
// Failover tries a second source when the first fails before it has said anything, and package offline answers from the
// contents of the prompt, so that the product can be tried without an account anywhere.
//
// A stream is a range-over-func sequence. It ends either with a chunk that has a Finish, which is the only proof of a whole
// answer, or with one *Error; what was yielded before an error stays valid. Leaving the loop, or cancelling the context,
// ends the request to the service at once, and nothing keeps running afterwards.
//
// Nothing in this package logs, and no error or metric carries a prompt, an answer or a key.
//
// A running stream holds neither the prompt nor the request's JSON once the answer has begun (the benchmarks tell the
// figures). Callers who want memory to be free while an answer runs must not hold the Request either.
//
// Read request.go, chunk.go, error.go and config.go (what goes in and comes out), then client.go (one request from start to
// end), watchdog.go, wire.go (requests as the service wants them), events.go (from bytes to events), delta.go, text.go and toolcalls.go
// (from events to chunks), failover.go and metrics.go. Package upstream sends the requests. What an answer costs is in
// prices.go.
package model
