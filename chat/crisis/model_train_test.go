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
	"narthex/chat/sequence"
	"narthex/chat/sequence/sequencetest"
	"narthex/chat/wordvectors"
)

//go:generate go test -v -timeout 1h -run TestTheWeightsAreThoseOfTheMessages -train .

var (
	train    = flag.Bool("train", false, "learn the weights of the model anew")
	validate = flag.Bool("validate", false, "tell how a model would do on messages that it has not learned from")
)

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
		all = append(all, marked{l, featuresOf(known, l.whole())})
	}
	return all
}

// whole is a message together with those before it.
func (l *lesson) whole() string { return strings.Join(append(slices.Clone(l.earlier), l.text), "\n") }

func featuresOf(known *ideas, text string) []uint32 {
	var f folded
	f.fold(text)
	var marks features
	words, letters := known.say(&f, nil, nil)
	marks.read(letters, words)
	return marks.hashes
}

// learn fits heads to tell what is wanted of each.
func learn(lessons []*marked, bits, heads int, rate float64, wanted func(*marked) []float32) *lineartest.Heads {
	config := lineartest.Config{Bits: bits, Epochs: epochs, Rate: rate, Regularised: regularised, Dropped: droppedShare}
	return lineartest.LearnHeads(config, heads, lessons,
		func(l *marked) lineartest.Example { return lineartest.Example{Hashes: l.hashes, Weight: l.weight} }, wanted)
}

// learnModel learns every head, and rounds the weights to bytes.
func learnModel(known *ideas, lessons []*marked) *model {
	m := &model{ideas: known, danger: make([][firstKind]int8, 1<<dangerBits), kinds: make([][kinds]int8, 1<<kindBits)}
	learned := learn(lessons, dangerBits, firstKind, learnRate, (*marked).wanted)
	for head := range firstKind {
		m.bias[head], m.scale[head] = learned.Rounded(head, func(i int, w int8) { m.danger[i][head] = w })
	}
	m.network = learnNetwork(lessons)
	m.ordered = learnOrdered(known, lessons)
	var dangerous []*marked
	for _, l := range lessons {
		if l.category != "" && l.category != unnamed {
			of := *l
			dangerous = append(dangerous, &of)
		}
	}
	weighEvenly(dangerous)
	learned = learn(dangerous, kindBits, kinds, kindRate, (*marked).kindsWanted)
	for i := range kinds {
		m.bias[firstKind+i], m.scale[firstKind+i] = learned.Rounded(i, func(bucket int, w int8) { m.kinds[bucket][i] = w })
	}
	return m
}

// kindsWanted gives what the heads for the categories should be, and last whether somebody else is in danger.
func (l *marked) kindsWanted() []float32 {
	heads := append(l.wanted()[firstKind:], 0)
	switch l.about {
	case "":
		heads[ofOthers] = lineartest.Unknown
	case Other:
		heads[ofOthers] = 1
	}
	return heads
}

// How the network learns. It learns the categories besides, of which it keeps nothing: to know them makes its units mean more.
const (
	networkEpochs    = 12
	networkRate      = 0.05
	networkUnitsLost = 0.5  // share of the units left out at each step
	networkStart     = 0.03 // deviation of the first weights
)

func learnNetwork(lessons []*marked) *network {
	config := lineartest.NetworkConfig{
		Bits: networkBits, Hidden: hiddenUnits, Outputs: firstKind + len(categories), Epochs: networkEpochs, Rate: networkRate,
		Dropped: droppedShare, UnitsDropped: networkUnitsLost, FirstDeviation: networkStart,
	}
	learned := lineartest.LearnNetwork(config, lessons, func(l *marked) lineartest.NetworkExample {
		return lineartest.NetworkExample{Hashes: l.hashes, Weight: l.weight, Wanted: l.wanted()}
	})
	n := &network{rows: make([][hiddenUnits]byte, 1<<networkBits)}
	n.scale = learned.Rows(func(i int, w int8) { n.rows[i/hiddenUnits][i%hiddenUnits] = byte(w) })
	for k := range n.bias {
		n.bias[k] = learned.Bias(k)
	}
	for i := range n.outputs {
		bias, weights := learned.Output(i)
		n.outputs[i].bias = bias
		copy(n.outputs[i].weights[:], weights)
	}
	return n
}

// How the network learns that reads in order.
var orderedConfig = sequencetest.Config{
	Epochs: 8, ExamplesAtOnce: 64, TableRate: 0.002, Rate: 0.001, Decay: 0.01, TableStart: 0.03,
	WordsLost: 0.1, FeaturesLost: 0.1, LearnedLost: 0.15, NumbersLost: 0.2, UnitsLost: 0.4,
}

// mostOrdered is how many words of a message it learns from: the last ones.
const mostOrdered = 64

func learnOrdered(known *ideas, lessons []*marked) *sequence.Network {
	var examples []sequencetest.Example
	for _, l := range lessons {
		examples = append(examples, sequencetest.Example{
			Weight: float32(l.weight) / weightLabelled, Wanted: l.wanted(),
		})
		last := &examples[len(examples)-1]
		last.Words, last.Vectors = l.inOrder(known)
	}
	return sequencetest.Learn(orderedConfig, firstKind+len(categories), examples).Network()
}

// inOrder gives the features of each word of a message with those before it, and what is known of it.
func (l *marked) inOrder(known *ideas) (all [][]uint32, vectors []*wordvectors.Word) {
	var f folded
	f.fold(l.whole())
	words, letters := known.say(&f, nil, nil)
	for _, s := range words[max(0, len(words)-mostOrdered):] {
		all, vectors = append(all, s.features(nil, letters)), append(vectors, s.known)
	}
	return all, vectors
}

// wanted gives what the outputs of the networks should be: danger, sure, and each category.
func (l *marked) wanted() []float32 {
	outputs := make([]float32, firstKind+len(categories))
	if l.category != "" {
		outputs[dangerHead] = 1
	}
	if l.category != "" && !l.unsure {
		outputs[sureHead] = 1
	}
	for i, category := range categories {
		switch l.category {
		case category:
			outputs[firstKind+i] = 1
		case unnamed:
			outputs[firstKind+i] = lineartest.Unknown
		}
	}
	return outputs
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
	return slices.Concat(file, m.network.file(), m.ordered.File())
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
	switch {
	case *validate:
		crossValidate(t, known, pointers(lessons))
	case *train:
		if err := os.WriteFile("model/weights.bin", learnModel(known, pointers(lessons)).file(sum), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		if !bytes.HasPrefix(weightsBytes, sum[:]) {
			t.Error("the messages, the ideas or the features changed: go generate ./chat/crisis")
		}
	}
}

func pointers(lessons []marked) (all []*marked) {
	for i := range lessons {
		all = append(all, &lessons[i])
	}
	return all
}
