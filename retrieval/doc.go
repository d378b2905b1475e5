// Package retrieval holds what a church's assistant knows and finds what bears on a question.
//
// A document travels through it like this: Library.PutDocument (document.go) stores it and queues a job; Library.Ingest
// (ingest.go) has its text extracted in a process of its own, because the file may be hostile (isolated.go, extract.go and
// the formats beside it), cuts the text into passages (chunk.go), embeds those that are new (pending.go) and puts them in
// the place of the old ones (publish.go). jobs.go runs this on River and finds what was left over.
//
// A question travels like this: an Embedder (embedder.go; openai.go or offline.go) turns it into a vector, and
// Searcher.Search (search.go) returns the passages nearest to it in one round trip. How they are chosen and ordered is
// SQL, told above search_church_knowledge in the migrations.
//
// Read embedder.go and search.go first, then document.go and ingest.go.
package retrieval
