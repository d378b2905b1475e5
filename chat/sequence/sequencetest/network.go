package sequencetest

import (
	"math"
	"slices"

	"narthex/chat/sequence"
)

// mostRounded is the share of the numbers of the table that are rounded to a byte as they are; the few that are greater become the greatest.
const mostRounded = 0.9999

// Network gives what was learned, with the first of the outputs alone.
func (l *Learner) Network() *sequence.Network {
	sizes := make([]float32, len(l.table.values))
	for i, number := range l.table.values {
		sizes[i] = max(number, -number)
	}
	slices.Sort(sizes)
	most := sizes[int(mostRounded*float64(len(sizes)-1))]
	rows := make([][width]int8, 1<<sequence.Bits)
	for i, number := range l.table.values {
		rows[i/width][i%width] = int8(math.Round(float64(max(-1, min(1, number/most)) * 127)))
	}
	kept, numbers := sequence.NewWeights(sequence.Outputs)
	copy(numbers, l.all.values) // what the two have in common stands first
	copy(kept.Output, l.weights.Output)
	copy(kept.OutputBias, l.weights.OutputBias)
	return sequence.New(rows, most/127, numbers)
}
