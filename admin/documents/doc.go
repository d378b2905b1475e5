// Package documents is where a church's documents come in and go: Training, Church Knowledge, documents.
//
// The library (retrieval/knowledge) stores a document with the job that reads it, so that what was taken is read, whatever becomes
// of this process. Read upload.go (what comes in), then pages.go.
package documents
