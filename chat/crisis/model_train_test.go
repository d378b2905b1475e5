package crisis

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"narthex/chat/linear/lineartest"
)

//go:generate go test -v -run TestTheWeightsAreThoseOfTheMessages -train .

var train = flag.Bool("train", false, "learn the weights of the model anew")

// How the model learns: logistic regression, AdaGrad, in an order that is always the same. The figures were chosen by
// cross-validation on the messages of testdata/labelled and testdata/learned.yaml.
const (
	epochs       = 15
	learnRate    = 0.1
	kindRate     = 0.1
	regularised  = 1e-4 // L2, at each step for the weights that it touches
	droppedShare = 0.3  // of a message's features at each step, so that no single one is relied on
)

// marked is a lesson with the features of its text.
type marked struct {
	lesson
	hashes []uint32
}

func markAll(t testing.TB, known *ideas, lessons []lesson) (all []marked) {
	t.Helper()
	for _, l := range lessons {
		all = append(all, marked{l, featuresOf(known, strings.Join(append(slices.Clone(l.earlier), l.text), "\n"))})
	}
	return all
}

func featuresOf(known *ideas, text string) []uint32 {
	var f folded
	f.fold(text)
	var marks features
	marks.read(f.text, known.say(&f, nil))
	return marks.hashes
}

// learn fits a head to tell the messages for which is holds from the others.
func learn(lessons []*marked, bits int, rate float64, is func(*marked) bool) *lineartest.Head {
	config := lineartest.Config{Bits: bits, Epochs: epochs, Rate: rate, Regularised: regularised, Dropped: droppedShare}
	return lineartest.Learn(config, lessons, func(l *marked) lineartest.Example { return lineartest.Example{Hashes: l.hashes, Weight: l.weight} }, is)
}

// learnModel learns every head, and rounds the weights to bytes.
func learnModel(known *ideas, lessons []*marked) *model {
	m := &model{ideas: known, danger: make([][firstKind]int8, 1<<dangerBits), kinds: make([][kinds]int8, 1<<kindBits)}
	keep := func(head int, h *lineartest.Head) {
		m.bias[head], m.scale[head] = h.Rounded(func(i int, w int8) { m.danger[i][head] = w })
	}
	keep(dangerHead, learn(lessons, dangerBits, learnRate, func(l *marked) bool { return l.category != "" }))
	keep(sureHead, learn(lessons, dangerBits, learnRate, func(l *marked) bool { return l.category != "" && !l.unsure }))
	var dangerous []*marked
	for _, l := range lessons {
		if l.category != "" && l.category != unnamed {
			of := *l
			dangerous = append(dangerous, &of)
		}
	}
	weighEvenly(dangerous)
	keepKind := func(i int, h *lineartest.Head) {
		m.bias[firstKind+i], m.scale[firstKind+i] = h.Rounded(func(bucket int, w int8) { m.kinds[bucket][i] = w })
	}
	for i, category := range categories {
		keepKind(i, learn(dangerous, kindBits, kindRate, func(l *marked) bool { return l.category == category }))
	}
	dangerous = slices.DeleteFunc(dangerous, func(l *marked) bool { return l.about == "" })
	keepKind(ofOthers, learn(dangerous, kindBits, kindRate, func(l *marked) bool { return l.about == Other }))
	return m
}

// weighEvenly makes every category count more alike, or what most messages are about would be found in all of them.
func weighEvenly(lessons []*marked) {
	number := make(map[Category]float64)
	for _, l := range lessons {
		number[l.category] += l.weight
	}
	for _, l := range lessons {
		l.weight *= 1500 / number[l.category]
	}
}

// file gives the model as it is stored.
func (m *model) file(sum [sumBytes]byte) []byte {
	file := slices.Clone(sum[:])
	for _, floats := range [][heads]float32{m.scale, m.bias} {
		for _, f := range floats {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(f))
		}
	}
	for _, weights := range m.danger {
		for _, w := range weights {
			file = append(file, byte(w))
		}
	}
	for _, weights := range m.kinds {
		for _, w := range weights {
			file = append(file, byte(w))
		}
	}
	return file
}

// sumOf is a checksum of all that the weights depend on: what the messages are, what they are taken for, and which
// features are seen in them.
func sumOf(lessons []marked) (sum [sumBytes]byte) {
	hash := sha256.New()
	for _, l := range lessons {
		hash.Write([]byte(l.category))
		hash.Write([]byte(l.about))
		for _, x := range append([]uint32{math.Float32bits(float32(l.weight)), uint32(len(l.earlier)), uint32(len(l.hashes))}, l.hashes...) {
			var b [4]byte
			binary.LittleEndian.PutUint32(b[:], x)
			hash.Write(b[:])
		}
		if l.unsure {
			hash.Write([]byte("unsure"))
		}
	}
	hash.Sum(sum[:0])
	return sum
}

func TestTheWeightsAreThoseOfTheMessages(t *testing.T) {
	known, err := readIdeas(ideasText)
	if err != nil {
		t.Fatal(err)
	}
	lessons := markAll(t, known, readLessons(t))
	sum := sumOf(lessons)
	if !*train {
		if !bytes.HasPrefix(weightsBytes, sum[:]) {
			t.Error("the messages, the ideas or the features changed: go generate ./chat/crisis")
		}
		return
	}
	all := pointers(lessons)
	crossValidate(t, known, all)
	if err := os.WriteFile("model/weights.bin", learnModel(known, all).file(sum), 0o644); err != nil {
		t.Fatal(err)
	}
}

func pointers(lessons []marked) (all []*marked) {
	for i := range lessons {
		all = append(all, &lessons[i])
	}
	return all
}
