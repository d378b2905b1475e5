// Package speech makes of a text that is written for the eye one for the ear: what a caller hears. No Markdown, link, list or emoji
// is ever spoken, and numbers, times, dates, telephone numbers and references to Scripture are said as people say them, in English
// and Spanish. In other languages only what is meant for the eye is left out: their voices read numbers themselves.
//
// Read stream.go first (a text that comes in pieces, and how far it can be said already), filter.go (what no voice can say), markup.go
// (lists, links, tables) and rules.go (what is said otherwise than it is written, first that fits; spot.go: what a rule knows of its place). The rules: telephone.go, date.go,
// clock.go, scripture.go, money.go, address.go, quantity.go and word.go. How a language counts and what it calls things is a tongue:
// tongue.go, english.go and spanish.go. portion.go cuts what is said into as much as a caller takes in at once.
package speech
