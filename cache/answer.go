package cache

import (
	"errors"
	"time"

	"github.com/google/uuid"
)

// Scope is what a cached answer is valid for. All of it is part of the keys, so a change of any field starts an empty
// cache and what was stored before expires by itself.
type Scope struct {
	ChurchID      uuid.UUID
	Agent         string
	Lens          string
	Language      string
	PromptVersion string
	Embedder      string
	Epoch         int64 // the church's content epoch
}

// Source is a chunk, an FAQ or a fact that an answer was made from.
type Source struct {
	ID         uuid.UUID `json:"id"`
	Kind       string    `json:"kind"`
	Title      string    `json:"title"`
	Similarity float64   `json:"similarity"`
	Excerpt    string    `json:"excerpt,omitempty"`
	Shown      bool      `json:"shown,omitempty"` // to the visitor, beside the answer
}

// Asked is a question as it was asked, and the session it was asked in. Nothing is kept of either but hashes of the words, and nothing
// at all once the session's conversation is forgotten.
type Asked struct {
	Text    string
	Session uuid.UUID // uuid.Nil: of nobody who could have it forgotten
}

// Answer is what is kept: the text that was sent, where it came from, and what people may be shown of the question.
type Answer struct {
	Question string    `json:"question,omitempty"` // without whatever could tell who asked it; empty: nothing is left of it
	Text     string    `json:"text"`
	Sources  []Source  `json:"sources,omitempty"`
	Tier     int       `json:"tier"`
	Created  time.Time `json:"created"`
	Origin   Origin    `json:"origin,omitzero"` // is set by Store; zero: it was stored by an older version
}

// Origin is of the scope that an answer was stored for what people may want to know.
type Origin struct {
	Agent    string `json:"agent"`
	Lens     string `json:"lens"`
	Language string `json:"language"`
	Epoch    int64  `json:"epoch"`
}

// Hit is an answer found.
type Hit struct {
	Answer     Answer
	Similarity float64 // cosine, to a thousandth; 1 for the same words, 0 for others that ask the same and whose vectors were not compared
	Exact      bool    // the same words
}

var (
	// ErrVector says that an embedding has the wrong length, a number that is not finite, or no direction.
	ErrVector = errors.New("not a usable embedding")
	// ErrAnswer says that an answer cannot be stored: no question, no text, or too long.
	ErrAnswer = errors.New("not a storable answer")
	// ErrUnavailable says that Redis was not asked because it did not answer shortly before.
	ErrUnavailable = errors.New("the cache is unavailable")
)

// keptAnswer is what Redis has of an answer.
type keptAnswer struct {
	Answer
	Asked fingerprint `json:"asked"`
}

// maxAnswerBytes bounds the encoded answer. The longest model answer is far below it.
const maxAnswerBytes = 64 << 10
