// Package record writes down calls as they go: what the caller said, what was said to them, and how much of that they heard.
//
// Read call.go (what is kept), then log.go (the writing, which no caller waits for), store.go, and settle.go (what is done when a call
// is over: its cost is stored, and what was said goes where the church does not keep it).
package record
