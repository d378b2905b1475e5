// Package pages serves the pages that visitors see.
//
// Read routes.go (what there is), then chat.go (the chat page: who gets it, and what it says), contact.go (how a person
// at the church is reached) and emergency.go (whom to call when it cannot wait). The templates, modules and texts are in
// static; the conversation itself goes to package chat.
package pages
