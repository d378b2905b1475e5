// Package figures is what can be told of a church's assistant in numbers: how much was asked, how it was answered and what that
// cost, what was asked most, what the church's own knowledge did not cover, and what is still missing from its setup. The dashboard
// shows it.
//
// Everything is read from the record of conversations (chat/transcript) when it is asked for, by the church's own days. Read
// period.go, then numbers.go, questions.go and setup.go.
package figures
