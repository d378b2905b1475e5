// The knowledge that an answer was made from, and how much of that a visitor is shown.

package tier

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/retrieval"
)

// maxShownSources is how many sources a visitor is shown.
const maxShownSources = 4

// sourceThreshold is the similarity from which a passage is plainly the source of an answer to the question.
func sourceThreshold(thresholds retrieval.Thresholds) float64 {
	return min(thresholds.Direct, thresholds.FuzzyFAQ)
}

// shownSources picks, of all sources that the model was given, those that the visitor is shown: the ones that the answer
// names, as the prompt asks the model to, and the ones whose similarity to the question reaches the threshold.
func shownSources(used []chat.Source, answer string, threshold float64) []chat.Source {
	answer = strings.ToLower(answer)
	var shown []chat.Source
	seen := make(map[string]bool)
	for _, source := range used {
		title := strings.ToLower(source.Title)
		if seen[title] || source.Similarity < threshold && !strings.Contains(answer, title) {
			continue
		}
		seen[title] = true
		if shown = append(shown, source); len(shown) == maxShownSources {
			break
		}
	}
	return shown
}

// withoutIDs leaves out the sources that did not fit into the prompt.
func withoutIDs(sources []chat.Source, ids []uuid.UUID) []chat.Source {
	if len(ids) == 0 {
		return sources
	}
	return slices.DeleteFunc(slices.Clone(sources), func(s chat.Source) bool { return slices.Contains(ids, s.ID) })
}

func passageSources(turn *chat.Turn, passages []retrieval.Passage) []chat.Source {
	excerpts := excerptsFor(turn.Church)
	sources := make([]chat.Source, len(passages))
	for i := range passages {
		p := &passages[i]
		sources[i] = chat.Source{ID: p.ID, Kind: p.Kind, Title: p.Title, Similarity: p.Similarity, Excerpt: excerpts.ofPassage(p)}
	}
	return sources
}

func faqSource(match *chat.FAQMatch) chat.Source {
	return chat.Source{ID: match.FAQ.ID, Kind: "faq", Title: match.FAQ.Question, Similarity: match.Similarity, Excerpt: quotable(match.FAQ.Question, match.FAQ.Answer)}
}

// dedupe drops later sources with an id seen before: a FAQ is both matched and found by retrieval.
func dedupe(sources []chat.Source) []chat.Source {
	kept := sources[:0]
	for _, s := range sources {
		if !slices.ContainsFunc(kept, func(k chat.Source) bool { return k.ID == s.ID }) {
			kept = append(kept, s)
		}
	}
	return kept
}

// withShownExcerpts gives the sources that the visitor was shown the excerpts as they were shown, and the others none.
func withShownExcerpts(sources, shown []chat.Source) []chat.Source {
	for i := range sources {
		sources[i].Excerpt = ""
		if at := slices.IndexFunc(shown, func(s chat.Source) bool { return s.ID == sources[i].ID }); at >= 0 {
			sources[i].Excerpt = shown[at].Excerpt
		}
	}
	return sources
}
