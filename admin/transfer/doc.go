// Package transfer moves files between a church's admins and this server so that one who is slow holds nothing that others need: no
// connection to Postgres, and no place that another church waits for.
//
// Read room.go (how many at once, and one for each church), spool.go (a file that is whole before its first byte is sent) with csv.go,
// pace.go (how slowly one may be sent in), and visitor.go (the file of what is stored of one visitor).
package transfer
