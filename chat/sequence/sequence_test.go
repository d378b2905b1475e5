package sequence_test

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"

	"narthex/chat/linear"
	"narthex/chat/sequence"
	"narthex/chat/sequence/sequencetest"
)

// who are sentences in which all words are known, and of which only the order says who is meant.
func who(did, whom string) string {
	return strings.Join([]string{"and", did, "bit", whom, "there"}, " ")
}

var animals = strings.Fields("dog cat horse cow goat sheep mouse fox")

func wordsOf(sentence string) (words [][]uint32) {
	for word := range strings.FieldsSeq(sentence) {
		words = append(words, linear.AppendLetters([]uint32{linear.HashOf(word)}, 1, []byte(word)))
	}
	return words
}

func read(n *sequence.Network, sentence string, p *sequence.Pass) []float32 {
	var features []uint32
	var ends []int32
	for _, word := range wordsOf(sentence) {
		features = append(features, word...)
		ends = append(ends, int32(len(features)))
	}
	return slices.Clone(n.Read(features, ends, p))
}

// learned is a network that tells whether the man bites.
var learned = sync.OnceValue(learn)

func learn() *sequence.Network {
	var examples []sequencetest.Example
	for _, animal := range animals[2:] { // of the first two nothing is learned together with the man
		for range 8 {
			examples = append(examples,
				sequencetest.Example{Words: wordsOf(who("man", animal)), Weight: 1, Wanted: []float32{1, 0, 1}},
				sequencetest.Example{Words: wordsOf(who(animal, "man")), Weight: 1, Wanted: []float32{0, 1, 0}})
		}
	}
	config := sequencetest.Config{
		Epochs: 40, ExamplesAtOnce: 8, TableRate: 0.01, Rate: 0.003, Decay: 0.01, TableStart: 0.03,
		WordsLost: 0.02, FeaturesLost: 0.02, NumbersLost: 0.1, UnitsLost: 0.1,
	}
	return sequencetest.Learn(config, 3, examples).Network()
}

func TestTheOrderOfWordsIsLearned(t *testing.T) {
	n := learned()
	var p sequence.Pass
	for _, animal := range animals {
		bites, bitten := read(n, who("man", animal), &p), read(n, who(animal, "man"), &p)
		if bites[0] < 0 || bites[1] > 0 {
			t.Errorf("%q: %v", who("man", animal), bites)
		}
		if bitten[0] > 0 || bitten[1] < 0 {
			t.Errorf("%q: %v", who(animal, "man"), bitten)
		}
	}
}

func TestTheSameExamplesTeachTheSame(t *testing.T) {
	if !bytes.Equal(learned().File(), learn().File()) {
		t.Error("two networks that learned the same are not the same")
	}
}

func TestANetworkIsReadAsItWasStored(t *testing.T) {
	n := learned()
	file := n.File()
	again, err := sequence.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p, fresh sequence.Pass
	read(again, strings.Repeat("a longer sentence before ", 20), &p) // leaves its numbers in the pass
	for _, sentence := range []string{"man", who("man", "dog"), who("dog", "man")} {
		if got, want := read(again, sentence, &p), read(n, sentence, &fresh); !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v before it was stored", sentence, got, want)
		}
	}
	if _, err := sequence.ReadFile(file[:len(file)-1]); err == nil {
		t.Error("a file with a byte missing is read")
	}
}

func BenchmarkRead(b *testing.B) {
	rows := make([][sequence.Width]int8, 1<<sequence.Bits)
	_, numbers := sequence.NewWeights(sequence.Outputs)
	n := sequence.New(rows, 1, numbers)
	for _, words := range []int{10, 40} {
		b.Run(map[int]string{10: "ten words", 40: "forty words"}[words], func(b *testing.B) {
			b.ReportAllocs()
			features, ends := make([]uint32, 16*words), make([]int32, words)
			for i := range ends {
				ends[i] = int32(16 * (i + 1))
			}
			var p sequence.Pass
			for b.Loop() {
				n.Read(features, ends, &p)
			}
		})
	}
}
