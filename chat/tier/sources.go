// The knowledge that an answer was made from, and how much of that a visitor is shown.

package tier

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/attribution"
	"narthex/chat/tier/excerpt"
	"narthex/retrieval"
)

// maxShownSources is how many sources a visitor is shown.
const maxShownSources = 4

// source is knowledge that the model was given.
type source struct {
	chat.Source
	text attribution.Source // what its text says, after the text itself was freed
}

// plain are the sources without their texts.
func plain(sources []source) []chat.Source {
	all := make([]chat.Source, len(sources))
	for i := range sources {
		all[i] = sources[i].Source
	}
	return all
}

// shownSources picks, of all sources that the model was given, those that the visitor is shown: the ones that the answer
// names, as the prompt asks the model to, and the ones on which it rests.
func shownSources(turn *chat.Turn, used []source, answer string) []chat.Source {
	if len(used) == 0 {
		return nil
	}
	read := attribution.ReadAnswer(answer, turn.Request.Message, turn.Church.Name, turn.Church.Address.Street, turn.Church.Address.City, turn.Church.Phone, turn.Church.Email)
	var shown []chat.Source
	seen := make(map[string]bool)
	for _, source := range used {
		title := strings.ToLower(source.Title)
		if seen[title] || !attribution.Names(answer, source.Title) && !read.RestsOn(source.text) {
			continue
		}
		seen[title] = true
		if shown = append(shown, source.Source); len(shown) == maxShownSources {
			break
		}
	}
	return shown
}

// withoutIDs leaves out the sources that did not fit into the prompt.
func withoutIDs(sources []source, ids []uuid.UUID) []source {
	if len(ids) == 0 {
		return sources
	}
	return slices.DeleteFunc(slices.Clone(sources), func(s source) bool { return slices.Contains(ids, s.ID) })
}

func passageSources(turn *chat.Turn, passages []retrieval.Passage) []source {
	kept := excerpt.For(turn.Church)
	sources := make([]source, len(passages))
	for i := range passages {
		p := &passages[i]
		read := kept.OfPassage(p)
		sources[i] = source{chat.Source{ID: p.ID, Kind: p.Kind, Title: p.Title, Similarity: p.Similarity, Excerpt: read.Excerpt}, read.Text}
	}
	return sources
}

func faqSource(match *chat.FAQMatch) chat.Source {
	return chat.Source{ID: match.FAQ.ID, Kind: "faq", Title: match.FAQ.Question, Similarity: match.Similarity, Excerpt: excerpt.Of(match.FAQ.Question, match.FAQ.Answer)}
}

// readFAQ is the source of a match whose answer a model is given.
func readFAQ(match *chat.FAQMatch) source {
	return source{faqSource(match), attribution.Read(match.FAQ.Question, match.FAQ.Answer)}
}

// dedupe drops later sources with an id seen before: a FAQ is both matched and found by retrieval.
func dedupe(sources []source) []source {
	kept := sources[:0]
	for _, s := range sources {
		if !slices.ContainsFunc(kept, func(k source) bool { return k.ID == s.ID }) {
			kept = append(kept, s)
		}
	}
	return kept
}
