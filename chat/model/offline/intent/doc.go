// Package intent recognises what a visitor wishes that a tool fulfils (the intent), by how people word it in English and in Spanish. What was said
// before is nothing to it: it reads one message.
//
// Read intent.go (what a wish is), general.go (prayers, calls, visits and messages), enrolment.go (what people join, or leave), request.go (what
// people of a church see to) and question.go (what is no wish yet); find.go finds the wish that a message makes.
package intent
