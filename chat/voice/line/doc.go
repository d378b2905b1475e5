// Package line knows whose telephone rings: it finds the church that a called number belongs to, and says how the call is to be
// answered.
//
// Read find.go (from the number to the church, and whether its calls are answered), registry.go (numbers that are fixed by a file),
// then what a call is answered with: greeting.go, danger.go (whom to call before anything else), persona.go (in whose voice) and
// pastor.go (whether somebody can be reached now).
package line
