// Package ask reads what people write to a church in a hurry: misspelt, in shorthand, as bare nouns, with other words than the
// church uses, after a sentence about themselves. It knows words and nothing of any church; package facts has the facts.
//
// Read ask.go (what is read in a question), repair.go (shorthand, misspellings, sentences around the question), language.go (what a
// language knows) with english.go and spanish.go, and topics.go (what ministries are for and who does what, in both languages).
//
// It is as strict as package facts: a word that is not understood is left over (Ask.Rest), and is the caller's to explain with a name
// on file, or a reason to be silent.
package ask
