// Package live holds the turns that this process answers: the log of each in memory, who reads it, and how far the journal
// has it. Nothing here waits for Redis, Postgres or a visitor.
//
// Files, in the order to read them:
//
//   - frame.go: what a line of the log is
//   - run.go: a running turn and its states
//   - answer.go: what its events say, for the record
//   - tail.go: what the journal does not have yet
//   - lease.go: how long a turn is its node's, and how far readers may be ahead of the journal
//   - place.go: how far a reader has come, over nodes that write the same log
//   - follower.go and reader.go: who reads it
//   - hub.go: all running turns
//   - signal.go: how a goroutine that waits is woken
package live
