package prompt

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"narthex/retrieval"
)

func writeTheology(out *bytes.Buffer, in Input) {
	for i := range in.Passages {
		if passage := &in.Passages[i]; passage.Kind == retrieval.KindTheology {
			writePassage(out, passage)
		}
	}
}

func writeKnowledge(out *bytes.Buffer, in Input) {
	introduced := false
	for i := range in.Passages {
		passage := &in.Passages[i]
		if passage.Kind == retrieval.KindTheology {
			continue
		}
		if !introduced {
			out.WriteString("What this church has written down. It comes before anything you know in general. Name the title of what you use.\n")
			introduced = true
		}
		writePassage(out, passage)
	}
}

func writePassage(out *bytes.Buffer, passage *retrieval.Passage) {
	openFence(out, "passage")
	attribute(out, "id", passage.ID.String())
	attribute(out, "title", passage.Title)
	attribute(out, "kind", passage.Kind)
	beginAttribute(out, "similarity")
	out.Write(strconv.AppendFloat(out.AvailableBuffer(), passage.Similarity, 'f', 2, 64))
	out.WriteByte('"')
	if len(passage.HeadingPath) > 0 {
		attribute(out, "section", strings.Join(passage.HeadingPath, " › "))
	}
	if passage.Page > 0 {
		beginAttribute(out, "page")
		out.Write(strconv.AppendInt(out.AvailableBuffer(), int64(passage.Page), 10))
		out.WriteByte('"')
	}
	closeFence(out, "passage", passage.Content)
}

func writeFAQ(out *bytes.Buffer, in Input) {
	if in.FAQ == nil {
		return
	}
	out.WriteString("Prefer this answer where it fits the question.\n")
	openFence(out, "faq")
	attribute(out, "id", in.FAQ.ID.String())
	attribute(out, "question", in.FAQ.Question)
	closeFence(out, "faq", in.FAQ.Answer)
}

func writeProduct(out *bytes.Buffer, in Input) {
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
