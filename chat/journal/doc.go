// Package journal keeps the running turns in Redis, for all nodes: what one node has acknowledged, another can go on with. Each
// Lua script stands beside the method that runs it.
//
// Read journal.go (what is kept; the keys are listed in cache/keys.go), accept.go, batch.go and reply.go (a message becomes durable, by group commit), flush.go
// and append.go (its answer as it streams; the leases), finish.go, endedlog.go, waiting.go (what is not stored yet), follow.go (what readers on other
// nodes see), takeover.go and active.go (how the turns of a dead node are found and taken; backlog.go: how much waits), and then stop.go,
// forget.go and crisis.go.
package journal
