// Package onfile finds what a church has for who asks what there is to come to, to belong to or to help with: its events, groups and open
// roles, as the tools give them that look these up for a wish.
//
// Read question.go (what is asked for), period.go (for when), lookup.go (what is looked up for that), entry.go (what was found) and choose.go
// (what of it answers); subjects.go has the words that churches and visitors have for the same people and troubles.
package onfile
