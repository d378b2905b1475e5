package retrieval

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/google/uuid"

	"narthex/chat/words"
	"narthex/retrieval/encoder"
)

// How passages are ordered for a question by their words: each word of the question counts by how few of the passages have it
// (BM25), and a passage that has another word of the same concept instead counts for less. More counts how well the sentence of it that answers best
// answers (package encoder), and the passage as a whole. The shares were found with the seen corpus of questions.
const (
	saturation = 1.2 // how soon more of the same word counts no more
	byConcept  = 0.6 // what another word of the same concept counts beside the word itself
	byVector   = 0.5 // what the similarity of the embeddings counts beside the words
	byTerms    = 0.3 // what all words together count, of which the most is 1
	bySentence = 0.1 // what the score of the best sentence counts, which is some 10 to 20
	byPassage  = 0.05
)

// terms are what a passage is compared by.
type terms struct {
	counts map[uint64]uint16 // of its stems, by their hashes, and of its concepts, by their numbers
	words  int
	vector []float32 // its embedding

	title, whole *encoder.Statement
	sentences    []*encoder.Statement
}

func termsOf(p *Passage) terms {
	text := EmbeddedText(p.Title, p.HeadingPath, p.Content)
	found := contentWords(text)
	t := terms{
		counts: make(map[uint64]uint16, 2*len(found)), words: len(found), vector: embedWords(text),
		title: encoder.Read(p.Title + " " + strings.Join(p.HeadingPath, " ")), whole: encoder.Read(p.Content),
	}
	for line := range strings.Lines(p.Content) {
		for _, sentence := range words.Sentences(strings.TrimSpace(line)) {
			t.sentences = append(t.sentences, encoder.Read(sentence))
		}
	}
	for _, word := range found {
		stems := stemsOf(word)
		t.counts[stemKey(stems[0])]++
		if stems[1] != stems[0] {
			t.counts[stemKey(stems[1])]++
		}
		for _, concept := range concepts.ofWord(stems) {
			t.counts[uint64(concept)]++
		}
	}
	return t
}

// stemKey is above all numbers of concepts.
func stemKey(stem string) uint64 { return xxhash.Sum64String(stem) | 1<<63 }

// weight is how much of something n times in a passage counts.
func (t terms) weight(n uint16, averageWords float64) float64 {
	count := float64(n)
	return count * (1 + saturation) / (count + saturation*(0.5+0.5*float64(t.words)/averageWords))
}

// scoresOf scores the passages for a question, at most 1 for its words, and byVector and byMeaning for how near they are.
func scoresOf(question string, passages []terms, similarities []float64) []float64 {
	scores, average := make([]float64, len(passages)), 1.0
	for _, t := range passages {
		average += float64(t.words) / float64(len(passages))
	}
	var seen []string
	for _, word := range contentWords(question) {
		if !slices.Contains(seen, word) {
			seen = append(seen, word)
			addScores(scores, stemsOf(word), passages, average)
		}
	}
	if best := slices.Max(scores); best > 0 {
		for i := range scores {
			scores[i] /= best
		}
	}
	asked := encoder.Ask(question)
	for i, t := range passages {
		scores[i] = byTerms*scores[i] + byVector*similarities[i] + bySentence*t.bestSentence(asked) + byPassage*asked.Score(encoder.Place{Is: t.whole, Title: t.title})
	}
	return scores
}

// bestSentence is the score of the sentence that answers best.
func (t terms) bestSentence(asked *encoder.Question) float64 {
	best := 0.0
	for i, sentence := range t.sentences {
		place := encoder.Place{Is: sentence, Title: t.title}
		if i > 0 {
			place.Before = t.sentences[i-1]
		}
		if i+1 < len(t.sentences) {
			place.Next = t.sentences[i+1]
		}
		best = max(best, asked.Score(place))
	}
	return best
}

// addScores adds what a word of the question counts for each of the passages.
func addScores(scores []float64, stems [2]string, passages []terms, average float64) {
	counts := make([]uint16, len(passages))
	for i, t := range passages {
		counts[i] = max(t.counts[stemKey(stems[0])], t.counts[stemKey(stems[1])])
	}
	best := make([]float64, len(passages))
	add := func(share float64) {
		rarity := share * rarityOf(counts)
		for i, t := range passages {
			best[i] = max(best[i], rarity*t.weight(counts[i], average))
		}
	}
	add(1)
	for _, concept := range concepts.ofWord(stems) {
		for i, t := range passages {
			counts[i] = t.counts[uint64(concept)]
		}
		add(byConcept)
	}
	for i := range scores {
		scores[i] += best[i]
	}
}

// rarityOf grows with how few have any.
func rarityOf(counts []uint16) float64 {
	having := 0
	for _, n := range counts {
		if n > 0 {
			having++
		}
	}
	return math.Log(1 + (float64(len(counts)-having)+0.5)/(float64(having)+0.5))
}

// A ranker remembers the terms of passages: reading them takes longer than all the rest.
type ranker struct {
	mu         sync.Mutex
	remembered map[uuid.UUID]remembered
	seed       maphash.Seed
}

type remembered struct {
	of    uint64 // the text
	terms terms
}

// mostRemembered bounds the memory of a ranker to some 40 MB.
const mostRemembered = 2048

func newRanker() *ranker {
	return &ranker{remembered: make(map[uuid.UUID]remembered), seed: maphash.MakeSeed()}
}

func (r *ranker) termsOf(p *Passage) terms {
	of := maphash.String(r.seed, EmbeddedText(p.Title, p.HeadingPath, p.Content))
	r.mu.Lock()
	known, ok := r.remembered[p.ID]
	r.mu.Unlock()
	if ok && known.of == of {
		return known.terms
	}
	found := termsOf(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.remembered) >= mostRemembered {
		clear(r.remembered)
	}
	r.remembered[p.ID] = remembered{of, found}
	return found
}

// rank orders passages that were found near to an expanded question by how well they fit the question itself, tells how
// similar they are to that, and returns at most limit of them.
func (r *ranker) rank(question string, passages []Passage, limit int) []Passage {
	if len(passages) == 0 {
		return nil
	}
	asked, all := embedWords(question), make([]terms, len(passages))
	similarities := make([]float64, len(passages))
	for i := range passages {
		all[i] = r.termsOf(&passages[i])
		similarities[i] = dot(asked, all[i].vector)
	}
	for i, score := range scoresOf(question, all, similarities) {
		passages[i].Similarity, passages[i].Score = similarities[i], score
	}
	slices.SortStableFunc(passages, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	return passages[:min(limit, len(passages))]
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
