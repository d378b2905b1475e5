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
	"narthex/chat/wordvectors"
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
	var words sequence.Words
	for _, word := range wordsOf(sentence) {
		words.Features = append(words.Features, word...)
		words.Ends = append(words.Ends, int32(len(words.Features)))
		words.Vectors = append(words.Vectors, nil)
	}
	return slices.Clone(n.Read(&words, p))
}

// example is one of which nothing is known but what it teaches.
func example(sentence string, wanted ...float32) sequencetest.Example {
	words := wordsOf(sentence)
	return sequencetest.Example{Words: words, Vectors: make([]*wordvectors.Word, len(words)), Weight: 1, Wanted: wanted}
}

// learned is a network that tells whether the man bites.
var learned = sync.OnceValue(learn)

func learn() *sequence.Network {
	var examples []sequencetest.Example
	for _, animal := range animals[2:] { // of the first two nothing is learned together with the man
		for range 8 {
			examples = append(examples,
				example(who("man", animal), 1, 0, 1), example(who(animal, "man"), 0, 1, 0))
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

// What is learned of a word is known of one that lies near it, though nothing was learned of that.
func TestAWordThatIsNearToALearnedOneIsUnderstood(t *testing.T) {
	sayings := func(words string) (examples []sequencetest.Example) {
		for word := range strings.FieldsSeq(words) {
			hash := linear.HashOf(word)
			examples = append(examples, sequencetest.Example{Words: [][]uint32{{hash}}, Vectors: []*wordvectors.Word{wordvectors.Find(hash)}, Weight: 1})
		}
		return examples
	}
	var examples []sequencetest.Example
	teach := func(words string, wanted float32) {
		for _, e := range sayings(words) {
			e.Wanted = []float32{wanted, 1 - wanted}
			for range 8 {
				examples = append(examples, e)
			}
		}
	}
	teach("petrol diesel gasoline fuel oil", 1)
	teach("choir hymn psalm organ sermon", 0)
	n := sequencetest.Learn(sequencetest.Config{
		Epochs: 40, ExamplesAtOnce: 8, TableRate: 0.01, Rate: 0.003, Decay: 0.01, TableStart: 0.03, LearnedLost: 0.3, NumbersLost: 0.1, UnitsLost: 0.1,
	}, 2, examples).Network()
	score := func(e sequencetest.Example) float32 {
		var p sequence.Pass
		return n.Read(&sequence.Words{Features: e.Words[0], Ends: []int32{1}, Vectors: e.Vectors}, &p)[0]
	}
	for _, e := range sayings("kerosene propane") {
		if score(e) < 0 {
			t.Errorf("a fuel scores %.2f", score(e))
		}
	}
	for _, e := range sayings("gospel soprano") {
		if score(e) > 0 {
			t.Errorf("what is sung scores %.2f", score(e))
		}
	}
}

func BenchmarkRead(b *testing.B) {
	rows := make([][sequence.Width]int8, 1<<sequence.Bits)
	_, numbers := sequence.NewWeights(sequence.Outputs)
	n := sequence.New(rows, 1, numbers)
	for _, words := range []int{10, 40} {
		b.Run(map[int]string{10: "ten words", 40: "forty words"}[words], func(b *testing.B) {
			b.ReportAllocs()
			known := wordvectors.Find(linear.HashOf("word"))
			message := sequence.Words{Features: make([]uint32, 16*words)}
			for i := range words {
				message.Ends, message.Vectors = append(message.Ends, int32(16*(i+1))), append(message.Vectors, known)
			}
			var p sequence.Pass
			for b.Loop() {
				n.Read(&message, &p)
			}
		})
	}
}
