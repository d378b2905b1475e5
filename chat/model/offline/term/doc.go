// Package term is what texts are compared by: their words as stems, without those that say nothing, and one concept for words that mean the
// same to a church, in English and in Spanish.
//
// Read term.go (what a term is), then stopwords.go (which words say nothing or little) and concepts.go (which mean the same). The package
// imports nothing of ours but chat/words.
package term
