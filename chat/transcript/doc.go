// Package transcript is the record of conversations in Postgres, where messages come from the journal.
//
// Read transcript.go (what is stored and read; columns.go: as Postgres takes it), drain.go (how it gets there; refuse.go: what never
// will, backlog.go: how much waits), and then feedback.go and forget.go.
package transcript
