// Package guard keeps what must not be said out of an answer while it streams: terms that a church's tradition forbids,
// pieces of our own instructions, and what no assistant may claim of itself. Read guard.go first; terms.go and
// automaton.go find the terms, leak.go the instructions, claims.go, claims_secrecy.go, claims_rescue.go, patterns.go
// and assistant.go the claims, and letters.go says how a term may be written.
//
// The sieve (sieve.go, word.go, pointer_scan.go, number_scan.go) takes out the links, addresses and numbers that are not
// among a church's pointers (pointers.go). Nothing here needs the database, Redis or the network.
package guard
