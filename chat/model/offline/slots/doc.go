// Package slots is what a visitor wants a tool for, and with which values: it recognises the wish (the intent) by how people word it, and fills
// the slots, which are the parameters of the tool's schema, from what they say over several messages, in English and in Spanish. What is
// wanting is asked for; a message may answer that, correct what is on a card, add to it, take an offer up, or be about something else.
//
// Fill is the door: read fill.go, then intent.go (which wish a message makes) and pending.go (which one it goes on with), asked.go (what the assistant asked for) and question.go (what is a question, and no answer to that). schema.go has what the tool takes;
// details.go collects what was said, day.go finds the day that is meant, ownwords.go takes it as it is, and
// value.go fits it to the schema. What people join is in wishes.go, and found among what the church has on file by onfile.go and choice.go. What people of a church
// see to is in requests.go, and what the forms for it want besides who and when in particulars.go. Questions
// asked while a form waits are left out by aside.go; takesback.go hears who changes their mind.
//
// What only reads words is not here: how many come is counted by package party, names and numbers are read by person, days and times by moment, and
// whether a message says yes or no, goes on or puts something right by reply.
package slots
