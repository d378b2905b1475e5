// Package model asks language models for answers.
//
// There are three sources of an answer, and all have the same method, Stream: Client talks to an OpenAI-compatible service,
// Failover tries a second source when the first fails before it has said anything, and Offline answers from the prompt
// itself, so that the product can be tried without an account anywhere.
//
// A stream is a range-over-func sequence. It ends either with a chunk that has a Finish, which is the only proof of a whole
// answer, or with one *Error; what was yielded before an error stays valid. Leaving the loop, or cancelling the context,
// ends the request to the service at once, and nothing keeps running afterwards.
//
// Nothing in this package logs, and no error or metric carries a prompt, an answer or a key.
//
// A running stream is cheap: it allocates the text of each chunk and nothing else, and holds neither the prompt nor the
// request's JSON once the answer has begun (the benchmarks tell the figures). Callers who want memory to be free while an
// answer runs must not hold the Request either.
//
// Read request.go, chunk.go, error.go and config.go (what goes in and comes out), then client.go (one request from start to end),
// wire.go and body.go (requests as the service wants them), service.go (sending them), events.go (from bytes to events),
// delta.go, deltascan.go, text.go and toolcalls.go (from events to chunks), watchdog.go (time-outs), failover.go and
// breaker.go, and metrics.go. The offline model starts in offline.go; see there. What an answer costs is in prices.go, and
// who takes messages where no model may be asked in receptionist.go.
package model
