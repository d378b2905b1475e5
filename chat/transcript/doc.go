// Package transcript is the record of conversations in Postgres, where messages come from the journal.
//
// Read transcript.go (what is stored and read; several.go: of many churches at once, columns.go: as Postgres takes it), drain.go (how it
// gets there: batch.go, entries.go; sweep.go: what dead nodes left, isolated.go: churches that something is amiss with, refuse.go: what
// never will, reason.go: why, held.go: what is in memory alone, backlog.go: how much waits), and then feedback.go and forget.go.
package transcript
