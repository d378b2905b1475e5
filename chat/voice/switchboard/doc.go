// Package switchboard is what all nodes know of calls together, in Redis: who is on the line, so that limits hold wherever a call comes
// in, and how far a call has come, so that another node can go on with it.
//
// Read board.go (the parts and the limits), then seats.go (who is on the line, and for how long they have been today) and renew.go
// (many of them at a time), then state.go (what a call needs to go on).
package switchboard
