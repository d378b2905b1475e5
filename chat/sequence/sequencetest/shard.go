package sequencetest

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/gonum"

	"narthex/chat/linear/lineartest"
	"narthex/chat/sequence"
)

const width = sequence.Width

// add adds so many times b to a.
func add(a []float32, times float32, b []float32) {
	gonum.Implementation{}.Saxpy(len(a), times, b, 1, a, 1)
}

func dot(a, b []float32) float32 { return gonum.Implementation{}.Sdot(len(a), a, 1, b, 1) }

// shard learns from some of the examples of a step: what is wrong with each weight, and with each word.
type shard struct {
	config Config
	random *rand.PCG
	pass   sequence.Pass

	weights  *sequence.Weights // what is wrong with them
	all      []float32         // the same in one piece
	rows     []uint32          // of the table, of all words
	features []int             // by word, how many of the rows are its
	wrong    []float32         // by word, what is wrong with its numbers

	now, before    []float32 // what is wrong with what comes out of a layer, and with what goes in
	picked, hidden []float32
}

func newShard(c Config, outputs int) *shard {
	s := &shard{config: c, random: rand.NewPCG(0, 0), picked: make([]float32, sequence.Picked), hidden: make([]float32, sequence.Hidden)}
	s.weights, s.all = sequence.NewWeights(outputs)
	return s
}

func (s *shard) start() {
	clear(s.all)
	s.rows, s.features, s.wrong = s.rows[:0], s.features[:0], s.wrong[:0]
}

// chance tells whether something happens that happens in so large a share of the cases.
func (s *shard) chance(share float64) bool { return float64(s.random.Uint64()>>11)/(1<<53) < share }

// drop leaves out some numbers, and makes the others greater for it: what is zero afterwards was left out.
func (s *shard) drop(share float64) func([]float32) {
	less, more := uint32(share*(1<<32)), kept(share)
	return func(numbers []float32) {
		for i := 0; i < len(numbers); i += 2 {
			two := s.random.Uint64()
			for j, random := range [2]uint32{uint32(two), uint32(two >> 32)} {
				if i+j >= len(numbers) {
					break
				}
				if random < less {
					numbers[i+j] = 0
				} else {
					numbers[i+j] *= more
				}
			}
		}
	}
}

// kept is by what is multiplied what is not left out.
func kept(share float64) float32 { return float32(1 / (1 - share)) }

// learn notes what is wrong for one example.
func (s *shard) learn(l *Learner, example *Example) {
	numbers := s.pass.Start(len(example.Words))
	for i, features := range example.Words {
		n := len(s.rows)
		if !s.chance(s.config.WordsLost) {
			known := example.Vectors[i]
			sequence.AddVector(numbers[i*width:][:width], known)
			if known == nil || !s.chance(s.config.LearnedLost) {
				for _, feature := range features {
					if !s.chance(s.config.FeaturesLost) {
						s.rows = append(s.rows, feature&(1<<sequence.Bits-1))
					}
				}
			}
		}
		for _, row := range s.rows[n:] {
			add(numbers[i*width:][:width], 1, l.table.values[row*width:][:width])
		}
		s.features = append(s.features, len(s.rows)-n)
	}
	scores := s.pass.Run(l.weights, sequence.Drop{Numbers: s.drop(s.config.NumbersLost), Units: s.drop(s.config.UnitsLost)})
	clear(s.hidden)
	for i, wanted := range example.Wanted {
		if wanted == lineartest.Unknown {
			continue
		}
		wrong := (1/(1+float32(math.Exp(-float64(scores[i])))) - wanted) * example.Weight
		add(s.weights.Output[i*sequence.Hidden:][:sequence.Hidden], wrong, s.pass.Hidden[:])
		s.weights.OutputBias[i] += wrong
		add(s.hidden, wrong, l.weights.Output[i*sequence.Hidden:][:sequence.Hidden])
	}
	s.backHidden(l.weights)
	size := len(example.Words) * width
	s.now, s.before = sized(s.now, size), sized(s.before, size)
	clear(s.now)
	s.backPicked(l.weights)
	for layer := sequence.Layers - 1; layer >= 0; layer-- {
		s.backLayer(l.weights, layer)
	}
	s.left(s.now, s.pass.In[0], s.config.NumbersLost)
	s.wrong = append(s.wrong, s.now...)
}

func sized(of []float32, size int) []float32 {
	if cap(of) < size {
		return make([]float32, size)
	}
	return of[:size]
}

// left takes what is wrong with numbers that were left out for nothing.
func (s *shard) left(wrong, numbers []float32, share float64) {
	more := kept(share)
	for i, number := range numbers {
		if number == 0 {
			wrong[i] = 0
		} else {
			wrong[i] *= more
		}
	}
}

func (s *shard) backHidden(w *sequence.Weights) {
	s.left(s.hidden, s.pass.Hidden[:], s.config.UnitsLost)
	clear(s.picked)
	for i, wrong := range s.hidden {
		if wrong == 0 {
			continue
		}
		add(s.weights.Hidden[i*sequence.Picked:][:sequence.Picked], wrong, s.pass.Picked[:])
		s.weights.HiddenBias[i] += wrong
		add(s.picked, wrong, w.Hidden[i*sequence.Picked:][:sequence.Picked])
	}
	s.left(s.picked, s.pass.Picked[:], s.config.UnitsLost)
}

func (s *shard) backPicked(w *sequence.Weights) {
	words := s.pass.In[sequence.Layers]
	for i, wrong := range s.picked[sequence.Heads*width:] {
		s.now[s.pass.Most[i]*width+i] += wrong
	}
	for head := range sequence.Heads {
		picked, attention := s.picked[head*width:][:width], w.Attention[head*width:][:width]
		var mean float32
		for word, share := range s.pass.Share[head] {
			mean += share * dot(picked, words[word*width:][:width])
		}
		for word, share := range s.pass.Share[head] {
			numbers, wrong := words[word*width:][:width], s.now[word*width:][:width]
			ofShare := share * (dot(picked, numbers) - mean)
			add(wrong, share, picked)
			add(wrong, ofShare, attention)
			add(s.weights.Attention[head*width:][:width], ofShare, numbers)
		}
	}
}

// backLayer goes back over a layer: now is what is wrong with what came out of it, and then with what went in.
func (s *shard) backLayer(w *sequence.Weights, layer int) {
	copy(s.before, s.now)
	s.left(s.now, s.pass.Added[layer], s.config.NumbersLost)
	of, wrongOf := &w.Layers[layer], &s.weights.Layers[layer]
	for word := range s.pass.Words {
		wrong := s.now[word*width:][:width]
		add(wrongOf.Bias, 1, wrong)
		for tap := range sequence.Taps {
			at, ok := s.pass.At(layer, word, tap)
			if !ok {
				continue
			}
			in, before := s.pass.In[layer][at*width:][:width], s.before[at*width:][:width]
			for out, x := range wrong {
				if x != 0 {
					add(wrongOf.Tap(tap, out), x, in)
					add(before, x, of.Tap(tap, out))
				}
			}
		}
	}
	s.now, s.before = s.before, s.now
}
