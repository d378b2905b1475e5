// Package reply reads what a message does that answers one of the assistant's, from how people word it in English and in Spanish: whether it
// says yes or no, goes on, puts something right, or asks that few know. What the assistant had asked for is known to package slots.
//
// Read consent.go (yes and no), going.go (who turns down, goes on, or thinks better of it), correction.go (what is said anew), private.go (who
// should know) and lead.go (what stands before a question).
package reply
