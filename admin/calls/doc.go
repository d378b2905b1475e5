// Package calls is where a church reads what its assistant was asked on the telephone, what callers heard, and how each call ended.
//
// Who sees a call follows from what happened in it, as with conversations: see package admin/conversations. Deleting a call deletes the
// conversation that it was.
//
// Read call.go, then list.go, one.go, routes.go and pages.go.
package calls
