// Package groups has the tools for taking part: support groups, small groups, roles that need helpers.
//
// Read groups.go (groups that meet again and again), volunteers.go (helping), joining.go (how somebody joins either) and store.go
// (the queries).
package groups
