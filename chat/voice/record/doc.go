// Package record writes down calls as they go: what the caller said, what was said to them, and how much of that they heard.
//
// Read call.go (what is kept), then log.go (the writing, which no caller waits for), then store.go.
package record
