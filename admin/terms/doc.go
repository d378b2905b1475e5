// Package terms is what a church agrees to when it signs up, /terms, and what becomes of what people write here, /privacy. Both say what
// the program does, and nothing else: who runs it, and which law holds, only if the operator has set that.
//
// The texts stand in static/messages/<language>/pages-terms.json; they belong to a [Version], which a church's acceptance is kept with.
// Who changes the texts gives them another version: a test holds the two together.
//
// Read terms.go (the sections), then handler.go.
package terms
