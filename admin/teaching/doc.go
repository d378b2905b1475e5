// Package teaching is how a church tells its assistant in whose voice to speak and what to leave alone: the tabs Theology, Agents
// and Safety of Training, and the links by which admins see the pages before visitors do.
//
// Read routes.go (what there is), handler.go (what it needs), change.go (how every change is made: read what is there under a lock, compare it
// with what the admin was shown, write, and note it), merge.go (that comparison, field by field, so that two people can work on the same
// form), then theology.go with lens.go, compare.go and overrides.go, agents.go with agentchange.go and tools.go, and safety.go with
// contacts.go, words.go and contacttest.go; preview.go makes the links.
//
// Nothing here tells the nodes of a change: the database's own triggers raise the church's epoch and announce it, so that its
// snapshots and the answers made from them are out before an admin's page says "saved".
package teaching
