// Package match finds the church of the directory that a sign-up is about. It only reads.
//
// A match gives a stranger's form somebody's listing to begin with, so it would rather find none: the town must be the same, the
// words that make up the church's own name must be the same whatever their order, and what kind of church it is must not be in
// contradiction. Of two that fit equally well none is taken. testdata/matches.yaml has the pairs that are held against it.
//
// Who comes from the page of a listed church says which one it is.
//
// Read match.go (the town's churches, and which of them it is), then claimed.go (the church whose page somebody comes from), name.go (how
// two names are compared) and place.go (how two places are).
package match
