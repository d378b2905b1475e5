// Package slots is what a visitor wants a tool for, and with which values: it finds the wish (the intent) that a message makes or goes on with,
// and fills the slots, which are the parameters of the tool's schema, from what they say over several messages, in English and in Spanish. What
// is wanting is asked for; a message may answer that, correct what is on a card, add to it, take an offer up, or be about something else.
//
// Fill is the door: read fill.go and outcome.go, then pending.go (which wish a message goes on with) and takenup.go (which one is taken up late),
// asked.go (what the assistant asked for), question.go (what is a question, and no answer to that), takesback.go (who changes their mind) and
// aside.go (what is asked while a form waits). What the church has on file is found by onfile.go and choice.go, and to whom of it something is
// to be told by church.go. filling.go calls the tool: schema.go has what it takes, details.go and ownwords.go collect what was said, day.go finds
// the day that is meant, and value.go fits them to the schema; particulars.go has what only the forms of a church's people want.
//
// What only reads words is not here: package intent has the wishes, reply whether a message says yes or no, goes on or puts something right,
// person reads names and numbers, moment days and times, and party counts who comes.
package slots
