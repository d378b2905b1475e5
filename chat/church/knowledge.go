package church

import "github.com/google/uuid"

// FAQ is a question that the church has answered itself. A snapshot holds only those that a visitor may be shown:
// public, approved, and embedded by the embedder now in use.
type FAQ struct {
	ID                uuid.UUID
	Question          string
	Answer            string
	Category          string
	Language          string // ISO 639-1
	Exact             bool   // to be returned word for word
	QuestionEmbedding Embedding
}

// MaxFAQs is how many FAQs one snapshot holds at most: exact ones first, then the oldest. The rest are found by
// retrieval like any other passage. At 2 KB for each it bounds a snapshot to about 2 MB.
const MaxFAQs = 1000

// ProductEntry is a question and answer about the platform itself.
type ProductEntry struct {
	Topic    string
	Question string
	Answer   string
}

// MaxProductEntries is how many entries of product knowledge a snapshot holds, by priority.
const MaxProductEntries = 20
