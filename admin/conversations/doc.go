// Package conversations is where a church reads what its assistant was asked and what it answered, and why it answered so; where it
// takes along or deletes what it has of a visitor, and says how long conversations are kept.
//
// Who sees a conversation follows from what happened in it: one in which somebody seemed to be in danger is for those of Care, one in
// which something was confided to the pastor for those who see that, and one in which somebody was accused who serves at the church is
// shown to nobody here: whoever is accused may have a login.
//
// Read conversation.go and list.go, then one.go, export.go, delete.go and retention.go, then routes.go and pages.go.
package conversations
