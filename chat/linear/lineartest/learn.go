// Package lineartest teaches models from examples with AdaGrad, in an order that is always the same: linear ones (logistic regression),
// and small networks over the same features.
package lineartest

import (
	"math"
	"math/rand/v2"
)

// Example is one that a model learns from.
type Example struct {
	Hashes []uint32 // of its features
	Weight float64  // how much it counts
}

// Config is how a model learns.
type Config struct {
	Bits        int // the table has 2^Bits weights
	Epochs      int
	Rate        float64
	Regularised float64 // L2, at each step for the weights that it touches
	Dropped     float64 // share of an example's features left out at each step, so that no single one is relied on
}

// Unknown is what is wanted of a score that an example says nothing about.
const Unknown float32 = -1

// Heads are scores of a model while they are learned. Each is learned by itself, but in one go, since it is the way to the weights
// that takes the time.
type Heads struct {
	config Config
	mask   uint32
	cells  []cell // of each place in the table, one for each head
	bias   []cell
	wrong  []float64 // by head, at this step
}

// cell is a weight, and the sum of the squares of its gradients, by which AdaGrad slows it down.
type cell struct{ weight, squares float64 }

// Learn fits a head to tell the examples for which is holds from the others.
func Learn[E any](c Config, examples []E, of func(E) Example, is func(E) bool) *Heads {
	return LearnHeads(c, 1, examples, of, func(e E) []float32 {
		if is(e) {
			return []float32{1}
		}
		return []float32{0}
	})
}

// LearnHeads fits so many heads. wanted gives 1 or 0 for each, or Unknown.
func LearnHeads[E any](c Config, heads int, examples []E, of func(E) Example, wanted func(E) []float32) *Heads {
	h := &Heads{
		config: c, mask: 1<<c.Bits - 1, cells: make([]cell, heads<<c.Bits), bias: make([]cell, heads), wrong: make([]float64, heads),
	}
	for i := range h.bias {
		h.bias[i].squares = 1e-8
	}
	var kept []uint32
	random := rand.New(rand.NewPCG(1, 2))
	for range c.Epochs {
		for _, i := range random.Perm(len(examples)) {
			example := of(examples[i])
			kept = kept[:0]
			for _, x := range example.Hashes {
				if random.Float64() >= c.Dropped {
					kept = append(kept, x&h.mask)
				}
			}
			if len(kept) > 0 {
				h.step(kept, example.Weight, wanted(examples[i]))
			}
		}
	}
	return h
}

// step takes one step, for one example.
func (h *Heads) step(kept []uint32, weight float64, wanted []float32) {
	n, root := len(h.bias), math.Sqrt(float64(len(kept)))
	clear(h.wrong)
	for _, x := range kept {
		for i := range h.wrong {
			h.wrong[i] += h.cells[int(x)*n+i].weight
		}
	}
	for i, sum := range h.wrong {
		if h.wrong[i] = 0; wanted[i] == Unknown {
			continue
		}
		h.wrong[i] = (1/(1+math.Exp(-(h.bias[i].weight+sum/root))) - float64(wanted[i])) * weight
		bias := &h.bias[i]
		bias.squares += h.wrong[i] * h.wrong[i]
		bias.weight -= h.config.Rate * h.wrong[i] / math.Sqrt(bias.squares)
		h.wrong[i] /= root
	}
	for _, x := range kept {
		for i, wrong := range h.wrong {
			if wrong == 0 {
				continue
			}
			c := &h.cells[int(x)*n+i]
			gradient := wrong + h.config.Regularised*c.weight
			c.squares += gradient * gradient
			c.weight -= h.config.Rate * gradient / math.Sqrt(c.squares+1e-8)
		}
	}
}

// Score is the logarithm of the odds that one of the heads gives.
func (h *Heads) Score(head int, hashes []uint32) float64 {
	var sum float64
	for _, x := range hashes {
		sum += h.cells[int(x&h.mask)*len(h.bias)+head].weight
	}
	return h.bias[head].weight + sum/math.Sqrt(float64(len(hashes)))
}

// Rounded gives each weight of a head as a byte, and by what to multiply it.
func (h *Heads) Rounded(head int, set func(i int, w int8)) (bias, scale float32) {
	var most float64
	for i := head; i < len(h.cells); i += len(h.bias) {
		most = max(most, math.Abs(h.cells[i].weight))
	}
	for i := head; i < len(h.cells); i += len(h.bias) {
		set(i/len(h.bias), int8(math.Round(h.cells[i].weight/most*127)))
	}
	return float32(h.bias[head].weight), float32(most / 127)
}
