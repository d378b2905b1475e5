package sequence

import (
	"math"

	"gonum.org/v1/gonum/blas/gonum"
)

// dot multiplies and sums. Go works on one number at a time; gonum's is written for the processor, and several times as fast.
func dot(a, b []float32) float32 { return gonum.Implementation{}.Sdot(len(a), a, 1, b, 1) }

// Pass is what a network computed of one message. It is kept so that its memory is used again, and so that learning can go back over it.
type Pass struct {
	Words  int
	In     [Layers + 1][]float32 // the numbers of each word as they go into each layer, and as they come out of the last
	Added  [Layers][]float32     // what each layer added
	Share  [Heads][]float32      // by word, how much of it a head picked: together 1
	Picked [Picked]float32
	Most   [Width]int // the word of which the greatest of each number is
	Hidden [Hidden]float32
	Scores []float32 // logarithms of odds
}

// Start makes room for so many words, whose numbers, all zero, it gives.
func (p *Pass) Start(words int) []float32 {
	p.Words = words
	for i := range p.In {
		p.In[i] = room(p.In[i], words*Width)
	}
	for i := range p.Added {
		p.Added[i] = room(p.Added[i], words*Width)
	}
	for i := range p.Share {
		p.Share[i] = room(p.Share[i], words)
	}
	clear(p.In[0])
	return p.In[0]
}

func room(of []float32, size int) []float32 {
	if cap(of) < size {
		return make([]float32, size, 2*size)
	}
	return of[:size]
}

// Drop is what leaves out some of what a network computes while it learns.
type Drop struct{ Numbers, Units func([]float32) }

// Run computes the scores from the numbers of the words.
//
//go:norace
func (p *Pass) Run(w *Weights, drop Drop) []float32 {
	drop.Numbers(p.In[0])
	for i := range w.Layers {
		p.convolve(i, &w.Layers[i])
		drop.Numbers(p.Added[i])
		for j, added := range p.Added[i] {
			p.In[i+1][j] = p.In[i][j] + added
		}
	}
	p.pick(w)
	drop.Units(p.Picked[:])
	for i := range p.Hidden {
		p.Hidden[i] = max(0, w.HiddenBias[i]+dot(w.Hidden[i*Picked:][:Picked], p.Picked[:]))
	}
	drop.Units(p.Hidden[:])
	p.Scores = room(p.Scores, len(w.OutputBias))
	for i := range p.Scores {
		p.Scores[i] = w.OutputBias[i] + dot(w.Output[i*Hidden:][:Hidden], p.Hidden[:])
	}
	return p.Scores
}

// At gives the word that a tap of a layer reads for a word, if there is one.
func (p *Pass) At(layer, word, tap int) (at int, ok bool) {
	at = word + (tap-1)*reach[layer]
	return at, 0 <= at && at < p.Words
}

//go:norace
func (p *Pass) convolve(i int, layer *Layer) {
	for word := range p.Words {
		added := p.Added[i][word*Width:][:Width]
		copy(added, layer.Bias)
		for tap := range Taps {
			at, ok := p.At(i, word, tap)
			if !ok {
				continue
			}
			in := p.In[i][at*Width:][:Width]
			for out := range added {
				added[out] += dot(layer.Tap(tap, out), in)
			}
		}
		for out := range added {
			added[out] = max(0, added[out])
		}
	}
}

// pick sums the words of each head, and finds the greatest of each number.
//
//go:norace
func (p *Pass) pick(w *Weights) {
	words := p.In[Layers]
	clear(p.Picked[:])
	for head := range Heads {
		share, sum := p.Share[head], float32(0)
		for word := range share {
			share[word] = dot(w.Attention[head*Width:][:Width], words[word*Width:][:Width])
		}
		most := share[0]
		for _, s := range share {
			most = max(most, s)
		}
		for word, s := range share {
			share[word] = float32(math.Exp(float64(s - most)))
			sum += share[word]
		}
		into := p.Picked[head*Width:][:Width]
		for word := range share {
			share[word] /= sum
			for i, number := range words[word*Width:][:Width] {
				into[i] += share[word] * number
			}
		}
	}
	greatest := p.Picked[Heads*Width:]
	for i := range Width {
		p.Most[i], greatest[i] = 0, words[i]
		for word := range p.Words {
			if number := words[word*Width+i]; number > greatest[i] {
				p.Most[i], greatest[i] = word, number
			}
		}
	}
}
