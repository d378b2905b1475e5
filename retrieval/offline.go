package retrieval

import (
	"context"
	"math"
	"strings"
	"unicode"

	"github.com/cespare/xxhash/v2"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/spanish"
	"golang.org/x/text/unicode/norm"
)

// Offline embeds without a model and without a network: for trying the product, for tests, and for places that may send
// nothing outside. It measures how many words two texts share, not what they mean: "When is Mass?" and "What time are
// services?" are strangers to it. Inflections (stems in English and Spanish), misspellings (character n-grams) and word
// order (pairs) it does see. The same text always gives the same vector.
type Offline struct{}

// NewOffline returns the offline embedder.
func NewOffline() *Offline { return &Offline{} }

const offlineName = "offline:v1"

// offlineThresholds were calibrated on the question pairs of calibration_test.go, whose report prints what each accepts.
var offlineThresholds = Thresholds{ExactFAQ: 0.82, FuzzyFAQ: 0.50, Cached: 0.85, Direct: 0.40, Search: 0.13}

// Name returns "offline:v1". The number changes whenever the same text would get another vector.
func (*Offline) Name() string { return offlineName }

// Embed never fails but by the context's end.
func (*Offline) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = embedWords(text)
	}
	return vectors, nil
}

// The share each kind of feature has in a word's weight. Stems carry most; n-grams only have to join what a misspelling
// parts, and pairs to prefer the text that has the words next to each other.
const (
	stemWeight     = 1.0
	everydayWeight = 0.5
	pairWeight     = 0.45
	gramWeight     = 0.30
	// A stop word says little, but "before" and "after" should not make the same question either.
	stopWeight = 0.15
	// What is asked for: when, where and who make different questions of the same words.
	askWeight = 0.8
)

// spread is how many dimensions a stem or pair is hashed to: one collision then spoils only a part of it.
const spread = 3

// features collects a text's weighted features in the order they are met, so that the sums that follow are made in the
// same order each time.
type features struct {
	index map[uint64]int
	found []feature
}

type feature struct {
	hash   uint64
	weight float64
	count  int
	spread int
}

func (f *features) add(kind byte, name string, weight float64, spread int) {
	hash := xxhash.Sum64String(string(kind) + name)
	if at, ok := f.index[hash]; ok {
		f.found[at].count++
		return
	}
	f.index[hash] = len(f.found)
	f.found = append(f.found, feature{hash: hash, weight: weight, count: 1, spread: spread})
}

func embedWords(text string) []float32 {
	f := &features{index: make(map[uint64]int)}
	previous := ""
	for _, word := range foldWords(text) {
		if weight := framingWeight(word); weight > 0 {
			f.add('s', word, weight, 1)
			continue
		}
		en, es := americanStem(english.Stem(word, false)), spanish.Stem(word, false)
		weight := stemWeight
		if everyday[en] || everyday[es] {
			weight = everydayWeight
		}
		// Which language a word is in is not known, and need not be: both stems count, half each.
		f.add('e', en, weight*math.Sqrt(0.5), spread)
		f.add('p', es, weight*math.Sqrt(0.5), spread)
		addGrams(f, word, weight)
		if previous != "" {
			f.add('2', previous+" "+en, pairWeight, spread)
		}
		previous = en
	}
	if len(f.found) == 0 {
		f.add('0', "", 1, 1) // a text without words is still a direction of its own, alike only to its kind
	}
	return f.vector()
}

// americanStem makes one of "baptise" and "baptize".
func americanStem(stem string) string {
	if head, ok := strings.CutSuffix(stem, "is"); ok && len(head) > 3 {
		return head + "iz"
	}
	return stem
}

// addGrams adds the word's character 3-grams, its borders included; together they weigh gramWeight, however long it is.
func addGrams(f *features, word string, weight float64) {
	runes := []rune("^" + word + "$")
	if len(runes) < 5 {
		return // a short word's n-grams are mostly chance
	}
	n := len(runes) - 2
	for i := range n {
		f.add('g', string(runes[i:i+3]), weight*gramWeight/math.Sqrt(float64(n)), 1)
	}
}

// vector hashes the features into signed dimensions and brings the sum to length 1. A feature's weight grows with the
// logarithm of how often it occurs.
func (f *features) vector() []float32 {
	sum := make([]float64, Dimensions)
	for _, feature := range f.found {
		weight := feature.weight * (1 + math.Log(float64(feature.count))) / math.Sqrt(float64(feature.spread))
		hash := feature.hash
		for range feature.spread {
			if hash&(1<<63) != 0 {
				sum[hash%Dimensions] -= weight
			} else {
				sum[hash%Dimensions] += weight
			}
			hash = hash*0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d // the next place: a step of a linear congruential generator
			hash ^= hash >> 32
		}
	}
	return normalised(sum)
}

func normalised(sum []float64) []float32 {
	var squares float64
	for _, x := range sum {
		squares += x * x
	}
	vector := make([]float32, len(sum))
	if squares == 0 { // signed places cancelled each other exactly
		vector[0] = 1
		return vector
	}
	length := math.Sqrt(squares)
	for i, x := range sum {
		vector[i] = float32(x / length)
	}
	return vector
}

// maxWordRunes bounds what one word may cost; nothing longer is a word anybody asks for.
const maxWordRunes = 64

// foldWords splits text into words as the database's fold_words does: without case and accents, letters and digits only,
// and a border between a digit and the letter after it.
func foldWords(text string) []string {
	var words []string
	var word strings.Builder
	runes, digit := 0, false
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
		runes = 0
	}
	for _, r := range norm.NFD.String(strings.ToLower(strings.ToValidUTF8(text, " "))) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			if digit && unicode.IsLetter(r) || runes == maxWordRunes {
				flush()
			}
			word.WriteRune(r)
			runes++
			digit = unicode.IsNumber(r)
		default:
			flush()
		}
	}
	flush()
	return words
}
