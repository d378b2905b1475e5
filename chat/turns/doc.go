// Package turns takes visitors' messages and answers them. It is what the transports call: they only write what a reader of
// a turn gives them.
//
// Files, in the order to read them. The parts:
//
//   - config.go and service.go: what a Service is made of
//   - lifecycle.go: from New to Finish
//   - tiers.go: who answers; in which order and when, says package order
//
// From a message to its answer:
//
//   - ask.go: the way of a message from the transports to an accepted turn
//   - crisis.go: was a crisis found earlier in the conversation? And how one is reported
//   - turn.go: the Turn; package lookup looks up what its answer needs, when a tier asks for it
//   - overload.go: is there room for it?
//   - accept.go: the message becomes durable
//   - answer.go and settle.go: from there to the end of the turn
//   - budget (a package) and spending.go: what models may cost for a church in a day
//
// Who comes back:
//
//   - resume.go: a reader of a turn that runs, or has ended, here or elsewhere
//   - running.go: which turn of a session is being answered
//   - remote.go and mirrors.go: a turn on another node, which is read once for all who follow it here
//   - stop.go, confirm.go and feedback.go: the visitor wants no more, answers a card, says what they think
//   - forget.go: a conversation that is to be gone wherever it is kept
//
// What goes wrong:
//
//   - refuse.go and failure.go: a turn that cannot be answered, and what its visitor is told
//   - takeover.go: a node that died
//   - contested.go: two nodes that answered one turn
//   - inflight (a package): what a shutdown waits for
//   - misses (a package): requests for turns that do not exist
//   - metrics.go: what is counted
package turns
