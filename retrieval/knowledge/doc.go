// Package knowledge keeps what churches have stored: their documents and FAQs, cut into passages and embedded.
//
// A document travels through it like this: Library.PutDocument (document.go) stores it and queues a job; Library.Ingest
// (ingest.go) has its text extracted, cuts the text into passages, embeds those that are new (embed.go) and puts them in
// the place of the old ones (publish.go). jobs.go runs this on River and finds what was left over (pending.go).
//
// Read library.go first, then document.go and ingest.go.
package knowledge
