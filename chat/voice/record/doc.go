// Package record writes down calls as they go: what the caller said, what was said to them, and how much of that they heard.
//
// Read call.go (what is kept), then log.go (the writing, which no caller waits for), store.go, and settle.go (what is done when a call
// is over: its cost is stored, and what was said goes where the church does not keep it).
//
// What a node that dies takes with it is little. An answer of the assistant's is in the journal before it is said, from
// where the turn is taken over and stored; its line here says how much of it was spoken, and may follow within 50 ms. Words of our own
// that are of no turn are written before they are said: the greeting, which the telephone service speaks, whether somebody is there, that
// they are put through, that an answer failed, the question that closes one, and the numbers that come first in a danger. A caller waits
// for that a quarter of a second at most, where Postgres is away.
package record
