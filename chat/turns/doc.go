// Package turns takes visitors' messages and answers them. It is what the transports call: they only write what a reader of
// a turn gives them.
//
// Read config.go and service.go (the parts), lifecycle.go (from New to Finish), tiers.go (who answers; in which order and when, says package order), ask.go and accept.go (from a message to an
// accepted turn), answer.go and settle.go (from there to its end), resume.go, remote.go and stop.go (who comes back), and
// then what goes wrong: takeover.go (a node that died), contested.go (two nodes that answered one turn), package admission (the
// shutdown), package seekers (who seeks what there is not), forget.go (a conversation that is to be gone wherever it is kept).
package turns
