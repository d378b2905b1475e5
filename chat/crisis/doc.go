// Package crisis is the gate that stands before everything else in a turn: it tells whether a message speaks of a life or a
// person in danger. It needs neither the database, Redis nor the network. What is then said is in package reply.
//
// Read assess.go (what it is asked), finding.go (what it finds) and look.go (the order of its work), then rules/README.txt
// and the rules beside it: what is a crisis is written there, for a counsellor to read. A message is levelled (fold.go: case,
// accents, look-alikes), its words are known again however they are spelled (spelling.go, guess.go) or written in pieces (apart.go), and patterns of words
// are looked for (pattern.go); rule.go, element.go and compile.go make the rules into patterns. What no rule foresaw is found
// by a model that has learned from examples, in the files that begin with model: model/README.md says how it works, learns
// and how good it is. What it lets pass and is in doubt about package
// review has read once more, where there is a chat model. What it finds in words that say nothing of it is let pass: party.go (a list of
// people, and who wants no call), denied.go (who says that nobody is hurt, and ordinary troubles), letdown.go (whom a church has let down) and immigration.go (who lives in fear of it), burden.go
// (bills, a bed in a car, the care of who forgets), minded.go (whose parents are away), hope.go (to see the dead again some day), testimony.go (what is long over) and
// figure.go (what sport and the like say in the words of danger).
// What a danger that was told of before makes of what is found now is in earlier.go.
//
// The rules speak English and Spanish. phrasebook.go knows the plainest phrases of twelve more languages, phrasebook_words.go reads them
// in their scripts; phrases/README.txt says which, and why.
package crisis
