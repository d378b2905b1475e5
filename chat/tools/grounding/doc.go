// Package grounding checks that what a model wants to write in a visitor's name is what the visitor said. Evidence (evidence.go)
// is their side of the conversation; supports.go compares a text with it, by the Kind of text; names.go tells whether a
// message names somebody.
package grounding
