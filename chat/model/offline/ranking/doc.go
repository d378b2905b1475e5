// Package ranking finds which sentences of what a church has on file answer a question, and how likely they do. It is extractive: what it
// gives stands there. Words that the two share rank them first (by how rare each is), and package encoder, which has learned what means the
// same in a church, tells how well they answer; what a church has stored for just such a question goes before both.
//
// A Library is made of what a prompt tells of a church, and asked with Find. Read answers.go (how that goes), unit.go and library.go (what can
// be found), query.go, want.go and shorthand.go (what is looked for), rank.go, feast.go, elsewhere.go and answering.go (what answers by its
// words), likely.go (what answers by its meaning, and how likely) and passage.go (what is quoted around it).
package ranking
