// Package encoder turns short texts about the life of a church into vectors: a question lies near to what answers it, though they share
// no word and are of two languages. It is what the offline search and the offline model know of meaning. README.md says how it was
// learned, and how far it can be trusted.
package encoder

import (
	"crypto/sha256"
	_ "embed"
	"math"

	"narthex/chat/linear"
	"narthex/chat/words"
)

// Dimensions is the length of a vector.
const Dimensions = 256

// rowBits says how many rows the table has: a feature of a text has the row of the lowest bits of its hash.
const rowBits = 16

// weightsFile is a checksum of what was learned from, then the rows, a signed byte for each number, and then what statement.go weighs words by,
// four bytes for each.
//
//go:embed weights.bin
var weightsFile string

const weightsBytes = sha256.Size + rowBytes + 4*(Dimensions+1)

const rowBytes = Dimensions << rowBits

// rows and weights are where the program has them: only what is looked at is ever brought into memory. A text that no row is known of has
// no direction.
var rows, weights = func() (string, string) {
	file := weightsFile
	if len(file) != weightsBytes {
		file = string(make([]byte, weightsBytes)) // as while they are being learned; a test holds the file to its size
	}
	return file[sha256.Size:][:rowBytes], file[sha256.Size+rowBytes:]
}()

// Vector is the direction of a text, of length 1; or all zero, of a text that says nothing.
type Vector [Dimensions]float32

// Encode gives the direction of a text. It costs about a tenth of a microsecond for each letter.
func Encode(text string) Vector {
	var f features
	f.read(text)
	sum := sumOfRows(f.rows)
	return directionOf(&sum)
}

//go:norace
func sumOfRows(of []uint32) (sum [Dimensions]int32) {
	for _, row := range of {
		numbers := rows[int(row)*Dimensions:][:Dimensions]
		for i := range sum {
			sum[i] += int32(int8(numbers[i]))
		}
	}
	return sum
}

//go:norace
func directionOf(sum *[Dimensions]int32) (v Vector) {
	var squares float64
	for _, x := range sum {
		squares += float64(x) * float64(x)
	}
	if squares == 0 {
		return v
	}
	length := 1 / float32(math.Sqrt(squares))
	for i, x := range sum {
		v[i] = float32(x) * length
	}
	return v
}

// Similarity is the cosine of the angle between two vectors.
//
//go:norace
func (v *Vector) Similarity(w *Vector) float64 {
	var sum float32
	for i, x := range v {
		sum += x * w[i]
	}
	return float64(sum)
}

// features are the rows of what is seen in a text, each once: its words, pairs of words beside each other, and the rows of three to
// five letters of each word, which know a misspelled one again.
type features struct {
	rows []uint32
	seen [1 << rowBits / 64]uint64
}

// The kinds of features.
const (
	word uint32 = iota + 1
	pair
	letters
)

func (f *features) read(text string) {
	var before uint32
	var hashes []uint32
	for one := range words.Split(words.Fold(text)) {
		hash := linear.HashOf(one)
		hashes = append(hashes[:0], linear.Mix(word, hash, 0))
		if before != 0 {
			hashes = append(hashes, linear.Mix(pair, before, hash))
		}
		hashes = linear.AppendLetters(hashes, letters, []byte(one))
		before = hash
		for _, hash := range hashes {
			f.add(hash & (1<<rowBits - 1))
		}
	}
}

func (f *features) add(row uint32) {
	if f.seen[row/64]&(1<<(row%64)) == 0 {
		f.seen[row/64] |= 1 << (row % 64)
		f.rows = append(f.rows, row)
	}
}
