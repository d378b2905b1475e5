// Package stage sets up what Narthex is measured with: the local stack's servers with a database and a Redis database of
// its own, the server built from this source, migrated and seeded with the demonstration churches.
//
// Reading order: stage.go, database.go, redis.go, narthex.go (building and running the server), freezer.go (a server that seems
// frozen), record.go (what is kept of turns), servers.go (what the servers behind it cost).
package stage
