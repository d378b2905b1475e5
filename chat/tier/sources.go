package tier

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/retrieval"
)

// sourceNearness is the similarity from which a passage is plainly the source of an answer to the question.
func sourceNearness(thresholds retrieval.Thresholds) float64 {
	return min(thresholds.Direct, thresholds.FuzzyFAQ)
}

// shownSources picks what the visitor is shown of all that the model was given: what the answer names, as the prompt
// asks it to, and what is near enough to the question to be plainly its source. An answer that nothing stored supports
// shows none.
func shownSources(used []chat.Source, answer string, nearness float64) []chat.Source {
	answer = strings.ToLower(answer)
	var shown []chat.Source
	seen := make(map[string]bool)
	for _, source := range used {
		title := strings.ToLower(source.Title)
		if seen[title] || source.Similarity < nearness && !strings.Contains(answer, title) {
			continue
		}
		seen[title] = true
		if shown = append(shown, source); len(shown) == maxShownSources {
			break
		}
	}
	return shown
}

// withoutIDs leaves out the sources that the model was not shown after all.
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
		sources[i] = chat.Source{ID: p.ID, Kind: p.Kind, Title: p.Title, Similarity: p.Similarity, Excerpt: excerpts.of(p)}
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
