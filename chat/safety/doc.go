// Package safety keeps visitors safe, and what is said to them right: the crisis gate, the guard on the answer's terms,
// the measure of a visitor's conduct, and the moderation of what a visitor wrote. Nothing in it needs the database or
// Redis, and only moderation needs the network.
//
// The crisis gate stands before everything else in a turn. Read assess.go (what it is asked), finding.go (what it finds)
// and look.go (the order of its work), then rules/README.txt and the rules beside it: what is a crisis is written there,
// for a counsellor to read. A message is levelled (fold.go: case, accents, look-alikes), its words are known again
// however they are spelled (spelling.go, guess.go), and patterns of words are looked for (pattern.go); rule.go,
// element.go and compile.go make the rules into patterns. What is then said is in answer.go,
// the messages of the subject crisis, and lines.go (whom to call in which country). What no rule foresaw is found by a model that has learned from examples,
// in the files that begin with model: model/README.md says how it works, learns and how good it is.
//
// The guard, which keeps terms that a church's tradition forbids out of an answer while it streams, pieces of our own
// instructions, and what no assistant may claim (claims.go), is in guard.go and the files that begin with guard_. The sieve (sieve.go,
// pointer_scan.go) takes out the links, addresses and numbers that are not among a church's pointers (pointers.go).
// Conduct, which tells a rude or harassing visitor, is in abuse.go. The client of the moderation endpoint is in
// moderation.go.
package safety
