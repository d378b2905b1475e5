// Package disclosure answers what visitors ask about the assistant itself: is this private, who reads it, are you a person, a
// priest, do you keep this secret, can you call somebody. What people entrust to a church rests on the answer, so no language model
// gives it: the words are the messages of the subject disclosure, and say only what is true of this product.
//
// A question is recognised (recognise.go) by a linear model that has learned from examples (model.go, features.go; the folder model says
// from what, and how good it is), and by rules, where the model does not think it out of the question. The rules are rules/en.txt and
// rules/es.txt, and those of en_open.txt and es_open.txt, which have room for any words around what says that the assistant is meant.
// rules.go reads them into the expressions of expression.go, clause.go cuts messages into clauses, needed.go says which rules a clause
// can be, spelling.go knows words as people type them in a hurry, reached.go who wants to be called themselves. What is said is put together in answer.go. Nothing here needs the
// database, Redis or the network.
package disclosure
