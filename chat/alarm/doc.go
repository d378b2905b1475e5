// Package alarm sees to it that a crisis reaches the people of a church, whatever is down at the moment: a report is on this
// node's disk before the visitor has an answer, and leaves it when Postgres has it.
//
// An alarm that may be a figure of speech is held back, in Postgres, for as long as a second reader takes, two seconds at most; it goes
// out by itself when this process does not live to release or lower it (hold.go).
//
// Read request.go (what is reported), reports.go (how it is passed on), spool.go (files that survive a power cut), queue.go (which
// report is next), overflow.go (what happens to a flood) and forget.go (what becomes of a report whose conversation is forgotten).
//
// It could be a third as long if reports came one at a time and in good faith. The queues for each church and client are what keeps
// one visitor who writes a thousand messages about suicide from holding up the one message that is meant; the overflow file
// is what keeps the flood from filling the disk without dropping what may be true; and the spool of unknown churches is what
// keeps invented church ids from taking that room while Postgres cannot say which churches exist. Each of them has a test
// that fails without it (queue_test.go here, and the crisis tests of chat/turns).
package alarm
