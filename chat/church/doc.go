// Package church is the read model of one church: everything that answering a visitor needs to know about it, in one
// immutable Snapshot, cached in process and kept current by the database itself, which announces every change.
//
// What is known, with the rules that merge a plan's defaults with what an admin has set:
//
//   - snapshot.go: read it first
//   - plan.go, agent.go, lens.go, traditions.go, knowledge.go, embedding.go and budget.go: its parts
//   - hours.go: the week; hours_parse.go, hours_clock.go, hours_gap.go, hours_service.go and weekday.go read what churches write
//   - monthly.go: what is not held each week
//   - away.go, special.go and onday.go: days on which the usual hours do not hold
//   - lapse.go: what is not told any more after its last day
//   - day.go: when a day begins
//   - derived.go: what others make of a snapshot and keep with it
//
// How it is kept:
//
//   - store.go: the cache: what is fresh, what is stale, and what is served when the database is away
//   - slug.go: what can be a slug, and which slugs are nobody's
//   - flight.go: one load at a time, and why a load that an announcement overtook is never taken for fresh
//   - reading.go: how a load that finds nothing new is told
//   - ask.go: how the database is asked, and what counts as unreachable
//   - load.go and row.go: the SQL
//   - reference.go: lenses and product knowledge are held once
//   - listen.go: how announcements arrive, and until when what is known is fresh; hearing.go: that they do
//   - decode.go, members.go and report.go: why a malformed column never breaks a church
//   - errors.go and metrics.go: what is returned, and counted
//
// What the rest of the program uses, too:
//
//   - scope.go: confines any statement to one church; foreach.go: does something for each of several
//   - overlay.go: a church as it would be with a draft's changes
//   - settings.go: what an admin's page shows of the settings
//   - apikey.go: which church a program speaks for
//   - widget.go and origin.go: the sites that may show a church's chat
package church
