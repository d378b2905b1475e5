// Package lineartest teaches linear models from examples: logistic regression with AdaGrad, in an order that is always the same.
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

// Head is one score of a model while it is learned.
type Head struct {
	weights []float64
	bias    float64
	mask    uint32
}

// Score is the logarithm of the odds.
func (h *Head) Score(hashes []uint32) float64 {
	var sum float64
	for _, x := range hashes {
		sum += h.weights[x&h.mask]
	}
	return h.bias + sum/math.Sqrt(float64(len(hashes)))
}

// Learn fits a head to tell the examples for which is holds from the others.
func Learn[E any](c Config, examples []E, of func(E) Example, is func(E) bool) *Head {
	h := &Head{weights: make([]float64, 1<<c.Bits), mask: 1<<c.Bits - 1}
	steps, biasSteps := make([]float64, 1<<c.Bits), 1e-8
	var kept []uint32
	random := rand.New(rand.NewPCG(1, 2))
	for range c.Epochs {
		for _, i := range random.Perm(len(examples)) {
			example := of(examples[i])
			wanted := 0.0
			if is(examples[i]) {
				wanted = 1
			}
			kept = kept[:0]
			for _, x := range example.Hashes {
				if random.Float64() >= c.Dropped {
					kept = append(kept, x)
				}
			}
			if len(kept) == 0 {
				continue
			}
			wrong := (1/(1+math.Exp(-h.Score(kept))) - wanted) * example.Weight
			each := wrong / math.Sqrt(float64(len(kept)))
			for _, x := range kept {
				x &= h.mask
				gradient := each + c.Regularised*h.weights[x]
				steps[x] += gradient * gradient
				h.weights[x] -= c.Rate * gradient / math.Sqrt(steps[x]+1e-8)
			}
			biasSteps += wrong * wrong
			h.bias -= c.Rate * wrong / math.Sqrt(biasSteps)
		}
	}
	return h
}

// Rounded gives each weight as a byte, and by what to multiply it.
func (h *Head) Rounded(set func(i int, w int8)) (bias, scale float32) {
	var most float64
	for _, w := range h.weights {
		most = max(most, math.Abs(w))
	}
	for i, w := range h.weights {
		set(i, int8(math.Round(w/most*127)))
	}
	return float32(h.bias), float32(most / 127)
}
