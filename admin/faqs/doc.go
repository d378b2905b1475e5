// Package faqs is where a church keeps its questions with their answers: Training, FAQs.
//
// A FAQ is screened and embedded while its author waits, so that the next visitor who asks is answered by it. Where the embedder is
// away it is stored all the same, and embedded by the jobs of retrieval/knowledge as soon as that is back.
//
// A file of them is read while its sender waits (csv.go), its lines are stored, and a job makes FAQs of them (importer.go): what cannot
// be one is shown with why, and can be mended and sent again.
//
// Read draft.go (what is written, and what is the matter with it), then api.go and pages.go, store.go, and similar.go (which other
// FAQs ask the same, and whether they say something else); for files, importpage.go, csv.go, imports.go and importer.go.
package faqs
