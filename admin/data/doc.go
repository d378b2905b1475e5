// Package data gives a church all that is stored of it, and deletes it with all of that when its admins ask for it.
//
// Read routes.go first, then tables.go (what an export holds, and what nobody may take along), export.go with room.go (how many at once),
// and deletion.go with worker.go: a deletion is asked for, can be taken back for seven days, and is then carried out by a job.
package data
