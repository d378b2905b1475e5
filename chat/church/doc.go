// Package church is the read model of one church: everything that answering a visitor needs to know about it, in one
// immutable Snapshot, cached in process and kept current by the database itself, which announces every change.
//
// Read snapshot.go first (what is known), then plan.go, agent.go, lens.go, knowledge.go and hours.go (its parts, with
// the rules that merge a plan's defaults with what an admin has set), then store.go (the cache: what is fresh, what is
// stale, and what is served when the database is away), flight.go (one load at a time, and why a load that an
// invalidation overtook is never taken for fresh), load.go (the SQL), listen.go (how announcements arrive) and decode.go
// (why a malformed column never breaks a church). scope.go confines any statement to one church; the rest of the
// program uses it too.
package church
