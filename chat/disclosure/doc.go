// Package disclosure answers what visitors ask about the assistant itself: is this private, who reads it, are you a person, a
// priest, do you keep this secret, can you call somebody. What people entrust to a church rests on the answer, so no model
// gives it: the words are the messages of the subject disclosure, and say only what is true of this product.
//
// A question is known by all of its words (recognise.go), cut into clauses by clause.go: a clause with a word that no rule
// has a place for asks something of the church, and is left to the tiers. The rules are rules/en.txt and rules/es.txt, and those of
// en_open.txt and es_open.txt, which have room for any words around what says that the assistant is meant. rules.go reads them into the
// expressions of expression.go; spelling.go knows words as people type them in a hurry. What is said is put together in answer.go. Nothing here needs the database, Redis or the network.
package disclosure
