package chat

import (
	"context"
	"iter"
	"strings"

	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// Model streams a chat model's answer; breaking out of the range stops the model.
type Model interface {
	Stream(ctx context.Context, request model.Request) iter.Seq2[model.Chunk, error]
}

// Answer lengths in tokens: the rules ask for two short paragraphs, and a passage's answer for three sentences.
const (
	maxAnswerTokens  = 700
	maxPassageTokens = 300
)

// maxShownSources is how many sources a visitor is shown.
const maxShownSources = 4

// generation is one request to a model and what is to be said of it on the wire.
type generation struct {
	tier       int
	reason     string
	similarity float64
	request    model.Request
	used       []Source // all knowledge in the prompt, best first
	nearness   float64  // see shownSources
	// last says that no tier comes after: the tier event goes out before the model's first word, and what the turn holds
	// for other tiers may go.
	last bool
}

// generate streams a model's answer as the events of a tier, and hands the finished answer to remember.
func generate(ctx context.Context, m Model, turn *Turn, g generation, remember func(Answered)) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		defer turn.Stage("model")()
		announced := false
		announce := func() bool {
			if announced {
				return true
			}
			announced = true
			return yield(tierEvent(g.tier, g.reason, g.similarity), nil)
		}
		if g.last && !announce() {
			return
		}
		var text strings.Builder
		done := Done{}
		answer := m.Stream(ctx, g.request)
		g.request = model.Request{} // thousands of prompts would be kept while their answers stream
		if g.last {
			turn.release()
		}
		for chunk, err := range answer {
			if err != nil {
				yield(Event{}, err)
				return
			}
			if clean := cleanText(chunk.Text); clean != "" {
				text.WriteString(clean)
				if !announce() || !yield(deltaEvent(clean), nil) {
					return
				}
			}
			noteChunk(&done, chunk)
		}
		if strings.TrimSpace(text.String()) == "" {
			yield(Event{}, errEmptyAnswer)
			return
		}
		if shown := shownSources(g.used, text.String(), g.nearness); len(shown) > 0 && !yield(sourcesEvent(shown), nil) {
			return
		}
		if yield(doneEvent(done), nil) && remember != nil {
			remember(Answered{Text: text.String(), Tier: g.tier, Finish: done.Finish, Used: g.used})
		}
	}
}

// sourceNearness is the similarity from which a passage is plainly the source of an answer to the question.
func sourceNearness(thresholds retrieval.Thresholds) float64 {
	return min(thresholds.Direct, thresholds.FuzzyFAQ)
}

// shownSources picks what the visitor is shown of all that the model was given: what the answer names, as the prompt
// asks it to, and what is near enough to the question to be plainly its source. An answer that nothing stored supports
// shows none.
func shownSources(used []Source, answer string, nearness float64) []Source {
	answer = strings.ToLower(answer)
	var shown []Source
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

func noteChunk(done *Done, chunk model.Chunk) {
	if chunk.Model != "" {
		done.Model = chunk.Model
	}
	if chunk.Usage != nil {
		done.Usage = &Usage{PromptTokens: chunk.Usage.PromptTokens, CachedTokens: chunk.Usage.CachedTokens, CompletionTokens: chunk.Usage.CompletionTokens}
	}
	switch chunk.Finish {
	case "":
	case model.FinishLength:
		done.Finish = FinishLength
	default:
		done.Finish = FinishStop
	}
}

// cleanText drops what can be neither stored nor shown: NUL and broken UTF-8.
func cleanText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

func promptInput(turn *Turn, passages []retrieval.Passage) prompt.Input {
	in := prompt.Input{
		Church:   turn.Church,
		Agent:    turn.Agent,
		Lens:     turn.Lens,
		Language: turn.Language,
		Now:      turn.Received,
		Passages: passages,
	}
	if turn.FAQMatch != nil {
		in.FAQ = turn.FAQMatch.FAQ
	}
	return in
}

func passageSources(passages []retrieval.Passage) []Source {
	sources := make([]Source, len(passages))
	for i, p := range passages {
		sources[i] = Source{ID: p.ID, Kind: p.Kind, Title: p.Title, Similarity: p.Similarity}
	}
	return sources
}
