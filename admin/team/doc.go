// Package team is who else looks after a church's assistant: people with their roles, their sessions and links, the address that
// the account belongs to, and the record of who changed what.
//
// Everything that changes the team goes one after the other, church by church, behind a lock (store.go): so the last admin stays
// also when two requests would each remove one of the last two. Somebody's link is not stored: it is derived of its id with the
// deployment's key when a mail is sent (link.go), and only its hash is kept.
//
// Read grant.go (who may give which role) and store.go first, then member.go, people.go, ownlink.go, address.go, session.go and
// activity.go (what is stored), then routes.go, action.go and the pages.
package team
