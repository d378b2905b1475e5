// Package digest is the weekly mail to a church: how much its assistant was asked, what it could not answer from what the church taught
// it, what waits for somebody, and what looks out of date. It comes on Monday morning by the church's clock, once, and only if there is
// something to tell; the church can switch it off on the overview.
//
// Read week.go, then digest.go, worker.go and routes.go.
package digest
