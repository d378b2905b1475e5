// Package question tells from a message's words alone what kind of message it is. It asks no model.
//
// Files, in the order to read them:
//
//   - selfcontained.go: does it stand alone, or lean on the conversation?
//   - personal.go: is it the visitor's own affair, so that the answer is for nobody else? In other languages than English and
//     Spanish: elsewhere.go
//   - distress.go: does it tell of grief or distress? The words are in distress_words.go
//   - reply.go: is it a reply to what the assistant asked?
//   - passon.go: does it ask for somebody of the church to be told something?
package question
