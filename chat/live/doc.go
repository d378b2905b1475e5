// Package live holds the turns that this process answers: the log of each in memory, who reads it, and how far the journal
// has it. Nothing here waits for Redis, Postgres or a visitor.
//
// Read frame.go (what a line of the log is), run.go (a running turn and its states), answer.go (what its events say, for the
// record), tail.go (what the journal does not have yet), follower.go and reader.go (who reads it), and hub.go (all of them).
package live
