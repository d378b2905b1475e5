package retrieval

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Dimensions is the length of every embedding: the width of unified_rag_content's vector columns.
const Dimensions = 1536

// Embedder turns texts into vectors of Dimensions numbers and length 1, so that the cosine of the angle between two of
// them says how alike the texts are.
type Embedder interface {
	// Name identifies the vector space. It is stored with every row; vectors of different names are never compared.
	Name() string
	// Embed returns one vector per text, in the same order. Texts that cannot be embedded get nil and are named in a
	// *PartialError; any other error means that none could be, and that trying later may help.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// EmbeddedText is what is embedded for a passage: its document's title and headings stand before its text, because a
// passage under "Baptism › Preparation" often does not say the word again.
func EmbeddedText(title string, headingPath []string, text string) string {
	if len(headingPath) == 0 {
		return title + "\n\n" + text
	}
	return title + "\n" + strings.Join(headingPath, " › ") + "\n\n" + text
}

// PartialError says which texts could not be embedded, and why. The others were.
type PartialError struct {
	Errs map[int]error // by the text's index
}

func (e *PartialError) Error() string {
	first := slices.Min(slices.Collect(maps.Keys(e.Errs)))
	return fmt.Sprintf("%d texts could not be embedded, the first of them number %d: %v", len(e.Errs), first, e.Errs[first])
}

// Unwrap returns the texts' errors.
func (e *PartialError) Unwrap() []error { return slices.Collect(maps.Values(e.Errs)) }

// Thresholds are the cosine similarities from which a match counts. They belong to an embedder: what one calls 0.9,
// another calls 0.7.
type Thresholds struct {
	ExactFAQ float64 // a question that is a stored FAQ's question, so its answer may be given word for word
	FuzzyFAQ float64 // a FAQ worth putting into the prompt as preferred context
	Cached   float64 // a question that was already answered
	Direct   float64 // a passage that answers the question by itself
	Search   float64 // a passage worth giving the model at all
}

// ThresholdsFor returns the thresholds of the embedder of that name.
func ThresholdsFor(embedderName string) Thresholds {
	if embedderName == offlineName {
		return offlineThresholds
	}
	return defaultThresholds
}

// defaultThresholds are the product's published figures for a semantic embedder.
var defaultThresholds = Thresholds{ExactFAQ: 0.92, FuzzyFAQ: 0.75, Cached: 0.95, Direct: 0.85, Search: 0.35}
