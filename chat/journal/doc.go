// Package journal keeps the running turns in Redis, for all nodes: what one node has acknowledged, another can go on with. Each
// Lua script stands beside the method that runs it.
//
// Files, in the order to read them. What is kept:
//
//   - journal.go and keys.go: the Journal; all keys are listed in cache/keys.go
//   - record.go: messages as they are written
//
// A message becomes durable:
//
//   - accept.go: one message, within its limits (limits.go)
//   - batch.go and reply.go: group commit, messages that share a round trip
//
// Its answer:
//
//   - flush.go and append.go: as it streams; the leases
//   - register.go: a turn that Redis has lost
//   - finish.go and endedlog.go: how it ended
//   - waiting.go: what is not stored in Postgres yet
//   - follow.go and running.go: what readers on other nodes see, and which turns they may follow
//
// A node that died, or a master of Redis:
//
//   - takeover.go and active.go: how the turns of a dead node are found and taken
//   - backlog.go: how much waits
//   - masters.go: churches by the master that has their keys
//
// What a visitor, or a crisis, changes:
//
//   - stop.go: an answer that is wanted no more
//   - forget.go: a conversation that is deleted
//   - crisis.go: conversations that are watched
package journal
