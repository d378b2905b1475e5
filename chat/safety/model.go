package safety

import (
	_ "embed" // of the weights
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

//go:embed model/weights.bin
var weightsBytes []byte

// The sizes of the model's tables: a feature has its place by the lowest bits of its hash.
const (
	dangerBits = 17
	headBits   = 14
)

// softHead is the last of the heads that say what a dangerous message is about. Before it they stand in the order of
// categories.
const (
	softHead = 7
	heads    = softHead + 1
)

// model is a linear model (logistic regression) over the features of a message: one score tells whether anybody is in
// danger, the others of what kind. Its weights are learned, see README.md in the folder model.
type model struct {
	ideas  *ideas
	danger []int8        // by the lowest dangerBits of a feature
	kinds  [][heads]int8 // by the lowest headBits
	bias   [heads + 1]float32
	scale  [heads + 1]float32 // of the weights; the last is of danger
}

// Windows of a long message are looked at by themselves: one sentence in a long story may be what matters.
const (
	windowWords  = 28
	windowStride = 7
	longMessage  = 40 // words
)

// learned is the model. It cannot fail but by a damaged file, which every test would show.
var learned = sync.OnceValue(func() *model {
	m, err := readModel(weightsBytes)
	if err != nil {
		panic(fmt.Sprintf("the model of the crisis gate: %v", err))
	}
	return m
})

// The file of weights: the checksum of what they were learned from, then scales and biases, then the tables.
const (
	sumBytes    = 32
	headerBytes = sumBytes + 2*4*(heads+1)
	modelBytes  = headerBytes + 1<<dangerBits + heads<<headBits
)

func readModel(file []byte) (*model, error) {
	known, err := readIdeas(ideasText)
	if err != nil {
		return nil, fmt.Errorf("read the ideas: %w", err)
	}
	if len(file) != modelBytes {
		return nil, errors.New("the file of weights has another size than the model")
	}
	m := &model{ideas: known, danger: make([]int8, 1<<dangerBits), kinds: make([][heads]int8, 1<<headBits)}
	float := func(i int) float32 {
		return math.Float32frombits(binary.LittleEndian.Uint32(file[sumBytes+4*i:]))
	}
	for i := range m.scale {
		m.scale[i], m.bias[i] = float(i), float(len(m.scale)+i)
	}
	for i, b := range file[headerBytes:][:1<<dangerBits] {
		m.danger[i] = int8(b)
	}
	for i, b := range file[headerBytes+1<<dangerBits:] {
		m.kinds[i/heads][i%heads] = int8(b)
	}
	return m, nil
}

// reading is what the model needs to read one text.
type reading struct {
	words    []said
	features features
	sums     []int32 // of the weights up to each word
}

// stretch is a part of a text, from one feature up to another.
type stretch struct{ from, to int32 }

// score is how likely it is that somebody is in danger, as the logarithm of the odds, and the part of the text that says
// so.
type score struct {
	danger float32
	where  stretch
}

// read scores a text.
func (m *model) read(f *folded, r *reading) score {
	r.words = m.ideas.say(f, r.words[:0])
	r.features.read(r.words)
	r.sums = slices.Grow(r.sums[:0], len(r.words)+1)[:1]
	r.sums[0] = 0
	var sum, from int32
	for _, to := range r.features.ends {
		for _, h := range r.features.hashes[from:to] {
			sum += int32(m.danger[h&(1<<dangerBits-1)])
		}
		from = to
		r.sums = append(r.sums, sum)
	}
	best := m.over(r, 0, len(r.words))
	if len(r.words) < longMessage {
		return best
	}
	for i := 0; i+windowWords < len(r.words)+windowStride; i += windowStride {
		part := m.over(r, i, min(i+windowWords, len(r.words)))
		if part.danger -= windowDiscount; part.danger > best.danger {
			best = part
		}
	}
	return best
}

// over gives the score of the words from i up to j.
func (m *model) over(r *reading, i, j int) score {
	where := stretch{0, r.features.ends[j-1]}
	if i > 0 {
		where.from = r.features.ends[i-1]
	}
	sum := float32(r.sums[j] - r.sums[i])
	return score{m.bias[heads] + m.scale[heads]*sum/sqrt(where.to-where.from), where}
}

func sqrt(n int32) float32 { return float32(math.Sqrt(float64(n))) }

// kind tells what a dangerous part of a text is about: its category, and how soft it sounds.
func (m *model) kind(r *reading, where stretch) (Category, float32) {
	var sums [heads]int32
	for _, h := range r.features.hashes[where.from:where.to] {
		for i, w := range &m.kinds[h&(1<<headBits-1)] {
			sums[i] += int32(w)
		}
	}
	var scores [heads]float32
	for i := range scores {
		scores[i] = m.bias[i] + m.scale[i]*float32(sums[i])/sqrt(where.to-where.from)
	}
	best := 0
	for i := range softHead {
		if scores[i] > scores[best] {
			best = i
		}
	}
	return categories[best], scores[softHead]
}
