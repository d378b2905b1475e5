package lineartest

import (
	"math"
	"math/rand/v2"
	"slices"
)

// NetworkConfig is how a network learns.
type NetworkConfig struct {
	Bits           int // the table has 2^Bits rows
	Hidden         int // units, each of which has a weight in every row
	Outputs        int
	Epochs         int
	Rate           float64 // at the beginning; it falls to a tenth
	Dropped        float64 // share of an example's features left out at each step
	UnitsDropped   float64 // share of the hidden units left out at each step
	FirstDeviation float64 // of the weights of the rows, before anything is learned
}

// NetworkExample is one that a network learns from.
type NetworkExample struct {
	Hashes []uint32
	Weight float64
	Wanted []float32 // of each output, 1 or 0; Unknown where nobody knows
}

// Network is a hidden layer of rectified units over hashed features, and outputs over those, while it is learned.
type Network struct {
	config       NetworkConfig
	rows         []parameter // Hidden of each
	bias         []parameter
	weights      []parameter // Hidden of each output
	outputs      []parameter // biases
	random       *rand.Rand
	kept         []uint32
	units, wrong []float32
	on           []float32 // by unit, what it is multiplied by: 0 where it is left out
	rate         float32
}

// parameter is a number that is learned, and the sum of the squares of its gradients, by which AdaGrad slows it down.
type parameter struct{ value, squares float32 }

func newParameters(n int, random func() float64) []parameter {
	p := make([]parameter, n)
	for i := range p {
		p[i].value = float32(random())
	}
	return p
}

func (p *parameter) step(gradient, rate float32) {
	p.squares += gradient * gradient
	p.value -= rate * gradient / float32(math.Sqrt(float64(p.squares)+1e-8))
}

// LearnNetwork fits a network to the examples, in an order that is always the same.
func LearnNetwork[E any](c NetworkConfig, examples []E, of func(E) NetworkExample) *Network {
	random := rand.New(rand.NewPCG(1, 7))
	normal := func(deviation float64) func() float64 {
		return func() float64 { return random.NormFloat64() * deviation }
	}
	zero := func() float64 { return 0 }
	n := &Network{
		config: c, random: random,
		rows: newParameters(c.Hidden<<c.Bits, normal(c.FirstDeviation)), weights: newParameters(c.Outputs*c.Hidden, normal(1/math.Sqrt(float64(c.Hidden)))),
		bias: newParameters(c.Hidden, zero), outputs: newParameters(c.Outputs, zero),
		units: make([]float32, c.Hidden), wrong: make([]float32, c.Hidden), on: make([]float32, c.Hidden),
	}
	steps, all := 0, c.Epochs*len(examples)
	for range c.Epochs {
		for _, i := range random.Perm(len(examples)) {
			n.rate = float32(c.Rate * (1 - 0.9*float64(steps)/float64(all)))
			n.learn(of(examples[i]))
			steps++
		}
	}
	return n
}

// learn takes one step.
func (n *Network) learn(example NetworkExample) {
	n.kept = n.kept[:0]
	for _, x := range example.Hashes {
		if n.random.Float64() >= n.config.Dropped {
			n.kept = append(n.kept, x&(1<<n.config.Bits-1))
		}
	}
	if len(n.kept) == 0 {
		return
	}
	root := float32(1 / math.Sqrt(float64(len(n.kept))))
	n.turnOn(root)
	for j, wanted := range example.Wanted {
		if wanted != Unknown {
			n.correct(j, wanted, float32(example.Weight))
		}
	}
	for k, wrong := range n.wrong {
		if wrong != 0 {
			n.bias[k].step(wrong, n.rate)
		}
		n.wrong[k] = wrong * root
	}
	for _, x := range n.kept {
		row := n.rows[int(x)*n.config.Hidden:][:n.config.Hidden]
		for k, wrong := range n.wrong {
			if wrong != 0 {
				row[k].step(wrong, n.rate)
			}
		}
	}
}

// turnOn computes the hidden units, and leaves some of them out.
func (n *Network) turnOn(root float32) {
	clear(n.units)
	for _, x := range n.kept {
		for k, w := range n.rows[int(x)*n.config.Hidden:][:n.config.Hidden] {
			n.units[k] += w.value
		}
	}
	for k := range n.units {
		n.wrong[k], n.on[k] = 0, 0
		n.units[k] = n.units[k]*root + n.bias[k].value
		if n.units[k] > 0 && n.random.Float64() >= n.config.UnitsDropped {
			n.on[k] = float32(1 / (1 - n.config.UnitsDropped))
		}
	}
}

// correct mends an output, and notes what was wrong with each unit.
func (n *Network) correct(output int, wanted, weight float32) {
	score, at := n.outputs[output].value, output*n.config.Hidden
	for k, on := range n.on {
		score += n.weights[at+k].value * n.units[k] * on
	}
	gradient := (1/(1+float32(math.Exp(-float64(score)))) - wanted) * weight
	for k, on := range n.on {
		if on > 0 {
			n.wrong[k] += gradient * n.weights[at+k].value * on
			n.weights[at+k].step(gradient*n.units[k]*on, n.rate)
		}
	}
	n.outputs[output].step(gradient, n.rate)
}

// mostRounded is the share of the weights that are rounded to a byte as they are; the few that are greater become the greatest.
const mostRounded = 0.9999

// Rows gives each weight of the rows as a byte, and by what to multiply it.
func (n *Network) Rows(set func(i int, w int8)) (scale float32) {
	sizes := make([]float32, len(n.rows))
	for i, w := range n.rows {
		sizes[i] = max(w.value, -w.value)
	}
	slices.Sort(sizes)
	most := sizes[int(mostRounded*float64(len(sizes)-1))]
	for i, w := range n.rows {
		set(i, int8(math.Round(float64(max(-1, min(1, w.value/most)))*127)))
	}
	return most / 127
}

// Bias is what a hidden unit begins with.
func (n *Network) Bias(unit int) float32 { return n.bias[unit].value }

// Output is what an output begins with, and its weight for each hidden unit.
func (n *Network) Output(output int) (bias float32, weights []float32) {
	for _, w := range n.weights[output*n.config.Hidden:][:n.config.Hidden] {
		weights = append(weights, w.value)
	}
	return n.outputs[output].value, weights
}
