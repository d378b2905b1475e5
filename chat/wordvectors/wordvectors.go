package wordvectors

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"
)

// Width is how many numbers a vector has.
const Width = 64

// Scale is by what a number of a vector is multiplied for the vector to be of length 1.
const Scale = 0.5 / 127

// Word is what is known of a word and those that share its row, such as a Spanish word and the English one that it means.
type Word struct {
	Vector [Width]int8
	group  [2]byte
	field  [2]byte
}

// Group is the number of the group of words, a dozen of them, that are used alike: "petrol", "diesel", "kerosene".
func (w *Word) Group() uint32 { return uint32(binary.LittleEndian.Uint16(w.group[:])) }

// Field is the number of one of some five hundred wider groups.
func (w *Word) Field() uint32 { return uint32(binary.LittleEndian.Uint16(w.field[:])) }

//go:embed vectors.bin
var file []byte

// words are the words of the file: hashes in rising order, of which those that begin with the same 16 bits lie between two of the starts.
type words struct {
	hashes []uint32
	rows   []uint16 // by hash
	starts [1<<16 + 1]uint32
	all    []Word
}

// known is what the file holds. It cannot fail but by a damaged file, which every test would show.
var known = sync.OnceValue(func() *words {
	w, err := read(file)
	if err != nil {
		panic(fmt.Sprintf("the vectors of words: %v", err))
	}
	return w
})

const (
	headerBytes = 8
	keyBytes    = 6
	wordBytes   = Width + 4
)

// read reads a file: how many words there are and how many rows, the words in rising order of their hashes, each with the number of its row,
// and the rows, which stay where they are.
func read(file []byte) (*words, error) {
	if len(file) < headerBytes {
		return nil, errors.New("the file is cut off")
	}
	keys, rows := int(binary.LittleEndian.Uint32(file)), int(binary.LittleEndian.Uint32(file[4:]))
	if len(file) != headerBytes+keys*keyBytes+rows*wordBytes {
		return nil, errors.New("the file has another size than it says")
	}
	w := &words{hashes: make([]uint32, keys), rows: make([]uint16, keys)}
	for i := range keys {
		key := file[headerBytes+i*keyBytes:]
		w.hashes[i], w.rows[i] = binary.LittleEndian.Uint32(key), binary.LittleEndian.Uint16(key[4:])
		if int(w.rows[i]) >= rows {
			return nil, errors.New("a word has a row that there is not")
		}
		w.starts[w.hashes[i]>>16+1]++
	}
	for i := range w.starts[1:] {
		w.starts[i+1] += w.starts[i]
	}
	if !slices.IsSorted(w.hashes) {
		return nil, errors.New("the words are in no order")
	}
	w.all = unsafe.Slice((*Word)(unsafe.Pointer(&file[headerBytes+keys*keyBytes])), rows)
	return w, nil
}

// Find gives what is known of a word by its hash (linear.HashOf), nil of a word that is not known.
func Find(hash uint32) *Word {
	w := known()
	for i := w.starts[hash>>16]; i < w.starts[hash>>16+1]; i++ {
		if w.hashes[i] == hash {
			return &w.all[w.rows[i]]
		}
	}
	return nil
}
