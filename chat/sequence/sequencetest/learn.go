// Package sequencetest teaches the networks of package sequence from examples with Adam, in an order that is always the same.
package sequencetest

import (
	"math"
	"math/rand/v2"
	"sync"

	"narthex/chat/sequence"
	"narthex/chat/wordvectors"
)

// Example is one that a network learns from.
type Example struct {
	Words   [][]uint32          // the features of each
	Vectors []*wordvectors.Word // of each, nil of one that is not known
	Weight  float32
	Wanted  []float32 // of each output, 1 or 0; lineartest.Unknown where nobody knows
}

// Config is how a network learns.
type Config struct {
	Epochs         int
	TableRate      float64 // of the table, at the beginning; both fall to a twentieth
	Rate           float64 // of all else
	Decay          float64 // of all but the table, at each step
	WordsLost      float64 // share of the words left out at each step
	FeaturesLost   float64 // share of the features of those that are left
	LearnedLost    float64 // share of the known words of which all features are left out, so that their vectors are relied on
	NumbersLost    float64 // share of the numbers that stand for words
	UnitsLost      float64 // share of what was picked, and of the hidden units
	TableStart     float64 // deviation of the first numbers of the table
	ExamplesAtOnce int
}

// shards is into how many parts what is learned at once is divided: always as many, so that a machine with more processors learns the same.
const shards = 4

// Learner is a network while it is learned. It has more outputs than are kept: to know them makes its numbers mean more.
type Learner struct {
	config  Config
	weights *sequence.Weights
	all     adam // the weights
	table   adam // by row
	shards  [shards]*shard
	slot    []int32  // by row of the table, where in touched it is; -1
	touched []uint32 // rows that the examples of this step have
	wrong   []float32
	step    int
	steps   int
}

// Learn fits a network with so many outputs.
func Learn(c Config, outputs int, examples []Example) *Learner {
	random := rand.New(rand.NewPCG(1, 11))
	l := &Learner{config: c, table: newAdam(make([]float32, sequence.Width<<sequence.Bits)), slot: make([]int32, 1<<sequence.Bits)}
	w, all := sequence.NewWeights(outputs)
	l.weights, l.all = w, newAdam(all)
	spread := func(numbers []float32, deviation float64) {
		for i := range numbers {
			numbers[i] = float32(random.NormFloat64() * deviation)
		}
	}
	spread(l.table.values, c.TableStart)
	for i := range w.Layers {
		spread(w.Layers[i].Weights, math.Sqrt(2./float64(3*3*sequence.Width)))
	}
	spread(w.Attention, 1/math.Sqrt(sequence.Width))
	spread(w.Hidden, math.Sqrt(1/float64(len(w.Hidden)/sequence.Hidden)))
	spread(w.Output, 1/math.Sqrt(sequence.Hidden))
	for i := range l.shards {
		l.shards[i] = newShard(c, outputs)
	}
	for i := range l.slot {
		l.slot[i] = -1
	}
	batches := (len(examples) + c.ExamplesAtOnce - 1) / c.ExamplesAtOnce
	l.steps = c.Epochs * batches
	for epoch := range c.Epochs {
		order := random.Perm(len(examples))
		for i := range batches {
			l.learn(examples, order[i*c.ExamplesAtOnce:min(len(order), (i+1)*c.ExamplesAtOnce)], uint64(epoch))
		}
	}
	return l
}

// learn takes one step.
func (l *Learner) learn(examples []Example, which []int, epoch uint64) {
	var group sync.WaitGroup
	for i, s := range l.shards {
		from, to := i*len(which)/shards, (i+1)*len(which)/shards
		group.Go(func() {
			s.start()
			for _, example := range which[from:to] {
				s.random.Seed(epoch, uint64(example))
				s.learn(l, &examples[example])
			}
		})
	}
	group.Wait()
	l.step++
	falling := 1 - 0.95*float64(l.step)/float64(l.steps)
	share := 1 / float32(len(which))
	l.find()
	for i := range shards { // the shards of the numbers now
		group.Go(func() {
			from, to := i*len(l.all.values)/shards, (i+1)*len(l.all.values)/shards
			sum := l.shards[0].all
			for _, other := range l.shards[1:] {
				for j := from; j < to; j++ {
					sum[j] += other.all[j]
				}
			}
			step := l.all.at(l.step, l.config.Rate*falling)
			decay := float32(1 - l.config.Rate*falling*l.config.Decay)
			for j := from; j < to; j++ {
				l.all.values[j] *= decay
				step.take(j, sum[j]*share)
			}
			l.learnTable(i*sequence.Width/shards, (i+1)*sequence.Width/shards, share, l.table.at(l.step, l.config.TableRate*falling))
		})
	}
	group.Wait()
	for _, row := range l.touched {
		l.slot[row] = -1
	}
}

// find finds the rows that the examples have.
func (l *Learner) find() {
	l.touched = l.touched[:0]
	for _, s := range l.shards {
		for _, row := range s.rows {
			if l.slot[row] < 0 {
				l.slot[row] = int32(len(l.touched))
				l.touched = append(l.touched, row)
			}
		}
	}
	if size := len(l.touched) * sequence.Width; cap(l.wrong) < size {
		l.wrong = make([]float32, size*2)
	}
	l.wrong = l.wrong[:len(l.touched)*sequence.Width]
}

// learnTable mends some of the numbers of each row.
func (l *Learner) learnTable(from, to int, share float32, step adamStep) {

	for i := range l.touched {
		clear(l.wrong[i*width+from : i*width+to])
	}
	for _, s := range l.shards {
		row := 0
		for word, n := range s.features {
			wrong := s.wrong[word*width+from : word*width+to]
			for range n {
				sum := l.wrong[int(l.slot[s.rows[row]])*width+from:][:len(wrong)]
				for i, x := range wrong {
					sum[i] += x
				}
				row++
			}
		}
	}
	for i, row := range l.touched {
		for j := from; j < to; j++ {
			step.take(int(row)*width+j, l.wrong[i*width+j]*share)
		}
	}
}
