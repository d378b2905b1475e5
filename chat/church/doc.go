// Package church is the read model of one church: everything that answering a visitor needs to know about it, in one
// immutable Snapshot, cached in process and kept current by the database itself, which announces every change.
//
// Read snapshot.go first (what is known), then plan.go, agent.go, lens.go, knowledge.go and hours.go (its parts, with
// the rules that merge a plan's defaults with what an admin has set; hours_parse.go reads what churches write, monthly.go what is not held each week; away.go: days on which hours do not hold), derived.go
// (what others make of a snapshot and keep with it). Then store.go (the cache: what is fresh, what is stale, and what is served when the database is away), slug.go (what can be a slug), flight.go (one load
// at a time, and why a load that an announcement overtook is never taken for fresh), reading.go (how a load that finds nothing new is told), ask.go (how the database is asked,
// and what counts as unreachable), load.go and row.go (the SQL), reference.go (lenses and product knowledge are held once), listen.go (how
// announcements arrive, and until when what is known is fresh) and hearing.go (that they do), decode.go, members.go and report.go (why a malformed column never breaks a church). scope.go confines any
// statement to one church; the rest of the program uses it too; overlay.go shows a church as it would be with a draft's changes.
// apikey.go tells which church a program speaks for.
package church
