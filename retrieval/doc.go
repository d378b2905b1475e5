// Package retrieval holds what a church's assistant knows and finds what bears on a question.
//
// A document travels through it like this: Library.PutDocument stores it and queues a job; the job extracts its text (in
// a process of its own, because the file may be hostile), cuts the text into passages, embeds those that are new, and puts
// them in place of the old ones. A question travels like this: an Embedder turns it into a vector, Searcher.Search
// returns the passages nearest to it in one round trip to Postgres.
//
// Read embedder.go and search.go first, then offline.go; the search itself is SQL, in the migration that makes
// search_church_knowledge.
package retrieval
