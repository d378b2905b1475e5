package encoder

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/blas/gonum"

	"narthex/cache/bounded"
	"narthex/chat/linear"
	"narthex/chat/words"
)

// Statement is a text that may answer questions, or stand beside one that does.
type Statement struct {
	whole Vector
	words []*meaning
}

// meaning is where a word lies by itself, and how much it counts in a question.
type meaning struct {
	lies   Vector
	counts float32
}

// meanings are those of words, which come again and again: some 8 MB.
var meanings = bounded.New(bounded.Config[string, *meaning]{Most: 8192, Inline: true})

// Read makes a statement of a text.
func Read(text string) *Statement {
	s := &Statement{whole: Encode(text)}
	for one := range words.Split(words.Fold(text)) {
		s.words = append(s.words, meaningFor(one))
	}
	return s
}

// longestKept is of a word whose meaning is kept, in bytes: what is longer is hardly one, and does not come again.
const longestKept = 64

// meaningFor is the meaning of a word, kept under a copy: the word is a piece of a text, all of which would stay in memory with it.
func meaningFor(one string) *meaning {
	if kept, ok := meanings.Get(one); ok {
		return kept
	}
	if len(one) > longestKept {
		return meaningOf(one)
	}
	return meanings.GetOrMake(strings.Clone(one), func() *meaning { return meaningOf(one) })
}

// rowsOfWord are the rows of a word by itself, each once: its own, and those of its letters.
func rowsOfWord(one string) []uint32 {
	rows := linear.AppendLetters([]uint32{linear.Mix(word, linear.HashOf(one), 0)}, letters, []byte(one))
	for i := range rows {
		rows[i] &= 1<<rowBits - 1
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

func meaningOf(one string) *meaning {
	sum := sumOfRows(rowsOfWord(one))
	counts := weight(Dimensions)
	for i, x := range sum {
		counts += weight(i) * float32(x)
	}
	return &meaning{lies: directionOf(&sum), counts: softplus(counts)}
}

// weight is one of the numbers behind the rows: by what each number of a word is multiplied to tell how much the word counts, and what is
// added to that.
func weight(i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32([]byte(weights[4*i : 4*i+4])))
}

// softplus is never negative, and nearly x where that is great.
func softplus(x float32) float32 {
	if x > 15 {
		return x
	}
	return float32(math.Log1p(math.Exp(float64(x))))
}

// dot multiplies and sums. Go works on one number at a time; gonum's is written for the processor.
func dot(a, b []float32) float32 { return gonum.Implementation{}.Sdot(len(a), a, 1, b, 1) }
