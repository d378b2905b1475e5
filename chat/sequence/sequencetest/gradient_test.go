package sequencetest

import (
	"math"
	"math/rand/v2"
	"testing"

	"narthex/chat/linear"
	"narthex/chat/linear/lineartest"
	"narthex/chat/wordvectors"
)

// What is wrong with each weight must be what a small change of it does to the loss: the mean of the logistic losses of the outputs.
func TestWhatIsWrongIsWhatAChangeWouldDo(t *testing.T) {
	example := Example{Words: [][]uint32{{1, 2}, {3}, {4, 5}, {6}, {1}, {7, 3}, {8}}, Vectors: make([]*wordvectors.Word, 7), Weight: 0.7, Wanted: []float32{1, 0, lineartest.Unknown}}
	example.Vectors[2] = wordvectors.Find(linear.HashOf("word"))
	config := Config{Epochs: 1, ExamplesAtOnce: 1, TableStart: 0.5}
	l := Learn(config, len(example.Wanted), []Example{example}) // at rates of zero: nothing is learned
	s := newShard(config, len(example.Wanted))
	loss := func() (sum float64) {
		s.start()
		s.learn(l, &example)
		for i, wanted := range example.Wanted[:2] {
			score := float64(s.pass.Scores[i])
			sum += float64(example.Weight) * (math.Log1p(math.Exp(-math.Abs(score))) + max(score, 0) - float64(wanted)*score)
		}
		return sum
	}
	random := rand.New(rand.NewPCG(1, 1))
	check := func(what string, number *float32, wrong func() float32) {
		t.Helper()
		loss()
		got, before := float64(wrong()), *number
		const little = 1e-3
		*number = before + little
		more := loss()
		*number = before - little
		less := loss()
		*number = before
		if want := (more - less) / (2 * little); math.Abs(got-want) > 0.02*math.Abs(want)+2e-3 {
			t.Errorf("%s: %.5f, but a change of it would do %.5f", what, got, want)
		}
	}
	for range 400 {
		i := random.IntN(len(l.all.values))
		check("a weight", &l.all.values[i], func() float32 { return s.all[i] })
	}
	for _, features := range example.Words {
		for range 20 {
			i := random.IntN(width)
			check("a number of a word", &l.table.values[int(features[0])*width+i], func() (wrong float32) {
				row := 0
				for other, n := range s.features {
					for range n {
						if s.rows[row] == features[0] {
							wrong += s.wrong[other*width+i]
						}
						row++
					}
				}
				return wrong
			})
		}
	}
}
