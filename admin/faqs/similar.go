package faqs

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Similar is a FAQ that asks what another one asks.
type Similar struct {
	ID          uuid.UUID `json:"id"`
	Question    string    `json:"question"`
	Answer      string    `json:"-"`
	Contradicts bool      `json:"contradicts"` // its answer names other numbers or times
}

// mostSimilar is how many are named.
const mostSimilar = 3

// alike are the FAQs of the same church whose questions are as near to a FAQ's as from, a cosine similarity.
func alike(ctx context.Context, tx pgx.Tx, to FAQ, from float64) ([]Similar, error) {
	rows, err := tx.Query(ctx, `
		select other.id, other.title as question, other.content as answer, false as contradicts
		from unified_rag_content own join unified_rag_content other on other.organization_id = own.organization_id
		where own.id = $1 and other.id <> own.id and other.content_type = 'faq' and other.curation_status = 'approved'
			and other.metadata ->> 'embedder' = own.metadata ->> 'embedder'
			and 1 - (other.question_embedding <=> own.question_embedding) >= $2
		order by other.question_embedding <=> own.question_embedding, other.id limit $3`, to.ID, from, mostSimilar)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[Similar])
	if err != nil {
		return nil, fmt.Errorf("look for FAQs that ask the same: %w", err)
	}
	for i := range found {
		found[i].Contradicts = differ(to.Answer, found[i].Answer)
	}
	return found, nil
}

// figures are numbers and times: "9", "10:30", "$14.95".
var figures = regexp.MustCompile(`\d+(?:[:.,]\d+)*`)

// differ reports whether two answers both name figures, and not the same ones.
func differ(a, b string) bool {
	first, second := figuresIn(a), figuresIn(b)
	return len(first) > 0 && len(second) > 0 && !slices.Equal(first, second)
}

func figuresIn(text string) []string {
	found := figures.FindAllString(strings.ReplaceAll(text, ":00", ""), -1)
	slices.Sort(found)
	return slices.Compact(found)
}
