package prompt

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"narthex/retrieval"
)

func writeKnowledge(out *strings.Builder, in Input) {
	for _, passage := range in.Passages {
		if passage.Kind == "theology" {
			continue
		}
		if out.Len() == 0 {
			out.WriteString("What this church has written down. It comes before anything you know in general. Name the title of what you use.\n")
		}
		writePassage(out, passage)
	}
}

func writePassage(out *strings.Builder, passage retrieval.Passage) {
	attributes := []string{
		"id", passage.ID.String(),
		"title", passage.Title,
		"kind", passage.Kind,
		"similarity", fmt.Sprintf("%.2f", passage.Similarity),
	}
	if len(passage.HeadingPath) > 0 {
		attributes = append(attributes, "section", strings.Join(passage.HeadingPath, " › "))
	}
	if passage.Page > 0 {
		attributes = append(attributes, "page", fmt.Sprint(passage.Page))
	}
	fence(out, "passage", attributes, passage.Content)
}

func writeFAQ(out *strings.Builder, in Input) {
	if in.FAQ == nil {
		return
	}
	out.WriteString("Prefer this answer where it fits the question.\n")
	fence(out, "faq", []string{"id", in.FAQ.ID.String(), "question", in.FAQ.Question}, in.FAQ.Answer)
}

func writeProduct(out *strings.Builder, in Input) {
	for _, entry := range in.Church.ProductKnowledge {
		fmt.Fprintf(out, "Q: %s\nA: %s\n", oneLine(entry.Question), oneLine(entry.Answer))
	}
}

// sorted ranges over a map in the order of its keys: a prompt must be the same each time for the provider's own cache.
func sorted[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
