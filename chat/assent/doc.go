// Package assent hears a yes and a no in words: to a card, to an offer, and where nothing was asked at all.
//
// It is a small grammar. A message is cut into phrases that each agree, refuse, acknowledge, praise, turn what is said round, or stand
// beside and change nothing: thanks, blessings, courtesy. What they come to together is an answer only where every word is in such a
// phrase. A yes that is heard wrongly sends what nobody wanted: in doubt there is no answer.
//
// Read heard.go (what phrases come to), then phrases.go (which there are, in all languages). consent.go hears a yes with more behind it.
package assent
