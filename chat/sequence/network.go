package sequence

import "narthex/chat/wordvectors"

// The size of a network.
const (
	Bits    = 16 // a feature has its row in the table by the lowest Bits of its hash
	Width   = 64 // how many numbers stand for a word
	Heads   = 4  // in how many ways words are picked out
	Layers  = 3
	Hidden  = 64 // units between what was picked out and the outputs
	Outputs = 2

	// Taps is how many words a convolution reads: one before, the word itself, and one after.
	Taps   = 3
	Picked = (Heads + 1) * Width // what the heads pick, and the greatest of each number
)

// reach is by layer how far away the word before and the word after are.
var reach = [Layers]int{1, 2, 4}

// Layer is a convolution: for each word it gives as many numbers as came in.
type Layer struct {
	Weights []float32 // by tap, number that comes out, number that goes in
	Bias    []float32
}

// Tap gives the weights of one word read for one number that comes out.
func (l *Layer) Tap(tap, out int) []float32 { return l.Weights[(tap*Width+out)*Width:][:Width] }

// Weights are all numbers of a network but its table.
type Weights struct {
	Layers     [Layers]Layer
	Attention  []float32 // by head
	Hidden     []float32 // by unit, of what was picked
	HiddenBias []float32
	Output     []float32 // by output, of the hidden units
	OutputBias []float32
}

// NewWeights lays weights out one after another, all of them zero, and gives them in one piece as well.
func NewWeights(outputs int) (w *Weights, numbers []float32) {
	w = new(Weights)
	sizes, pieces := []int{}, []*[]float32{}
	piece := func(at *[]float32, size int) { sizes, pieces = append(sizes, size), append(pieces, at) }
	for i := range w.Layers {
		piece(&w.Layers[i].Weights, Taps*Width*Width)
		piece(&w.Layers[i].Bias, Width)
	}
	piece(&w.Attention, Heads*Width)
	piece(&w.Hidden, Hidden*Picked)
	piece(&w.HiddenBias, Hidden)
	piece(&w.Output, outputs*Hidden)
	piece(&w.OutputBias, outputs)
	total := 0
	for _, size := range sizes {
		total += size
	}
	numbers = make([]float32, total)
	rest := numbers
	for i, size := range sizes {
		*pieces[i], rest = rest[:size:size], rest[size:]
	}
	return w, numbers
}

// Network is one that has learned. It may be asked by many at once.
type Network struct {
	rows    [][Width]int8 // by feature
	scale   float32       // of the rows
	weights *Weights
	numbers []float32 // the weights in one piece
}

// New makes a network of its rows, by what to multiply them, and all other weights, laid out as NewWeights does.
func New(rows [][Width]int8, scale float32, numbers []float32) *Network {
	n := &Network{rows: rows, scale: scale}
	n.weights, n.numbers = NewWeights(Outputs)
	copy(n.numbers, numbers)
	return n
}

// Words are the words of a message in their order.
type Words struct {
	Features []uint32            // of all words
	Ends     []int32             // by word, where its features end
	Vectors  []*wordvectors.Word // by word, nil of one that is not known
}

// VectorWeight is how much the vector of a word counts beside what is learned of it.
const VectorWeight = 2

// AddVector adds what is known of a word to the numbers that stand for it.
//
//go:norace
func AddVector(numbers []float32, w *wordvectors.Word) {
	if w == nil {
		return
	}
	for i, number := range w.Vector {
		numbers[i] += VectorWeight * wordvectors.Scale * float32(number)
	}
}

// Read gives the outputs for words, of which there is one at least. What it gives is part of the pass.
//
//go:norace
func (n *Network) Read(words *Words, p *Pass) []float32 {
	numbers := p.Start(len(words.Ends))
	from := int32(0)
	for word, to := range words.Ends {
		var sum [Width]int32
		for _, feature := range words.Features[from:to] {
			for i, number := range &n.rows[feature&(1<<Bits-1)] {
				sum[i] += int32(number)
			}
		}
		for i, number := range sum {
			numbers[word*Width+i] = n.scale * float32(number)
		}
		AddVector(numbers[word*Width:][:Width], words.Vectors[word])
		from = to
	}
	return p.Run(n.weights, Drop{Numbers: all, Units: all})
}

// all leaves nothing out.
func all([]float32) {}
