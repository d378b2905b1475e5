// Package retrieval finds what a church has stored that bears on a question.
//
// An Embedder (embedder.go; openai.go or offline.go) turns the question into a vector, and Searcher.Search (search.go)
// returns the passages nearest to it in one round trip. How they are chosen and ordered is SQL, told above
// search_church_knowledge in the migrations. What a small church has stored is cached in memory once it is asked for again
// (passagecache.go; lenscache.go for the curated texts of lenses) and searched there by the same rules (package inmemory).
//
// With the offline embedder, which measures shared words, a question is looked for together with words that mean the same
// (expansion.go, concepts.txt), and what is found is ordered by how well its words fit, and by what package encoder has learned of
// meaning (rank.go).
//
// How documents become passages stands in the packages below: retrieval/extract reads a document's text, retrieval/chunk
// cuts the text into passages, and retrieval/knowledge stores, embeds and publishes them.
package retrieval
