// Package transcript is the record of conversations in Postgres, where messages come from the journal.
//
// Files, in the order to read them. What is stored and read:
//
//   - transcript.go: of one church
//   - several.go: of many churches at once
//   - columns.go: as Postgres takes it
//
// How it gets there:
//
//   - drain.go: the rounds
//   - batch.go and entries.go: one round
//   - sweep.go: what dead nodes left
//   - isolated.go: churches that something is amiss with
//   - refuse.go and reason.go: what Postgres will never take, and why
//   - held.go: what is in memory alone
//   - backlog.go: how much waits
//   - metrics.go: what is counted
//
// What visitors change later:
//
//   - feedback.go
//   - forget.go
package transcript
