package crisis

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
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

// head is one score of the model while it is learned.
type head struct {
	weights []float64
	bias    float64
	mask    uint32
}

func (h *head) score(hashes []uint32) float64 {
	var sum float64
	for _, x := range hashes {
		sum += h.weights[x&h.mask]
	}
	return h.bias + sum/math.Sqrt(float64(len(hashes)))
}

// learn fits a head to tell the messages for which is holds from the others.
func learn(lessons []*marked, bits int, learnRate float64, is func(*marked) bool) *head {
	h := &head{weights: make([]float64, 1<<bits), mask: 1<<bits - 1}
	steps, biasSteps := make([]float64, 1<<bits), 1e-8
	var kept []uint32
	random := rand.New(rand.NewPCG(1, 2))
	for range epochs {
		for _, i := range random.Perm(len(lessons)) {
			l := lessons[i]
			wanted := 0.0
			if is(l) {
				wanted = 1
			}
			kept = kept[:0]
			for _, x := range l.hashes {
				if random.Float64() >= droppedShare {
					kept = append(kept, x)
				}
			}
			if len(kept) == 0 {
				continue
			}
			wrong := (1/(1+math.Exp(-h.score(kept))) - wanted) * l.weight
			each := wrong / math.Sqrt(float64(len(kept)))
			for _, x := range kept {
				x &= h.mask
				gradient := each + regularised*h.weights[x]
				steps[x] += gradient * gradient
				h.weights[x] -= learnRate * gradient / math.Sqrt(steps[x]+1e-8)
			}
			biasSteps += wrong * wrong
			h.bias -= learnRate * wrong / math.Sqrt(biasSteps)
		}
	}
	return h
}

// learnModel learns every head, and rounds the weights to bytes.
func learnModel(known *ideas, lessons []*marked) *model {
	m := &model{ideas: known, danger: make([][firstKind]int8, 1<<dangerBits), kinds: make([][kinds]int8, 1<<kindBits)}
	keep := func(head int, h *head) {
		m.bias[head], m.scale[head] = h.rounded(func(i int, w int8) { m.danger[i][head] = w })
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
	keepKind := func(i int, h *head) {
		m.bias[firstKind+i], m.scale[firstKind+i] = h.rounded(func(bucket int, w int8) { m.kinds[bucket][i] = w })
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

// rounded gives each weight as a byte, and by what to multiply it.
func (h *head) rounded(set func(i int, w int8)) (bias, scale float32) {
	var most float64
	for _, w := range h.weights {
		most = max(most, math.Abs(w))
	}
	for i, w := range h.weights {
		set(i, int8(math.Round(w/most*127)))
	}
	return float32(h.bias), float32(most / 127)
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
