// Package redact takes names, numbers and addresses out of what visitors asked, so that a question can be shown to people who are not
// to know who asked it. It knows the words of English and Spanish.
//
// It errs on the side of silence. A word is shown if it is known to be a word, if the church itself has published it, or if the caller
// knows that several people use it; what is known as a name is shown only if the church has published it. A list of names would miss
// the names that nobody thought of.
//
// Read redact.go, then tokens.go (what a text is made of), judge.go (what each part of it is), and lexicon.go.
package redact
