package encoder

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/gonum"
)

// How it is learned which sentence answers: of the sentences of some sections of a church, those that answer a question are to have, together,
// the greatest share of what Score gives them all (a softmax), beside a score that stands for no answer at all. What is learned are the
// rows, and how much a word counts.
const (
	sectionsAtATime  = 16  // of the passages of a church: all have to be told apart, and each costs time
	questionsAtATime = 48  // of those
	questionsOfPages = 128 // of a church whose sentences are known to answer: nearly all
	nowhereShare     = 8   // one of so many questions is one that nothing answers
	wordsDroppedHalf = 0.5 // of the rows of a word at each step
	nowhereStart     = 8
)

// dropping is a text while a step is taken: some of its rows.
type dropping struct {
	whole place
	words []place
	lie   []float32 // where the words lie, one behind the other
}

// place is where the sum of some rows lies, and how that should change.
type place struct {
	rows      []uint32
	sum       [Dimensions]float32
	length    float32
	direction [Dimensions]float32

	turn    []float32 // how the direction should not change
	sumTurn []float32 // how the sum should not change
}

func (l *learned) drop(rows []uint32, share float64) (p place) {
	for _, row := range rows {
		if l.random.Float64() >= share {
			p.rows = append(p.rows, row)
		}
	}
	return p
}

func (l *learned) dropped(t *pageText) *dropping {
	d := &dropping{whole: l.drop(t.rows, droppedShare), words: make([]place, len(t.words))}
	for i, rows := range t.words {
		d.words[i] = l.drop(rows, wordsDroppedHalf)
	}
	return d
}

func (p *place) find(rows [][Dimensions]float32) {
	for _, row := range p.rows {
		addTo(p.sum[:], 1, rows[row][:])
	}
	p.length = float32(math.Sqrt(float64(dot(p.sum[:], p.sum[:])))) + 1e-6
	for k, x := range p.sum {
		p.direction[k] = x / p.length
	}
}

func (d *dropping) find(rows [][Dimensions]float32) {
	d.whole.find(rows)
	for i := range d.words {
		d.words[i].find(rows)
		d.lie = append(d.lie, d.words[i].direction[:]...)
	}
}

func addTo(sum []float32, times float32, of []float32) {
	gonum.Implementation{}.Saxpy(len(of), times, of, 1, sum, 1)
}

// apartBy notes that the cosine of two places should fall by so much; what is negative, rise.
func apartBy(p, other *place, slope float32) {
	for _, of := range [2]*place{p, other} {
		if of.turn == nil {
			of.turn = make([]float32, Dimensions)
		}
	}
	addTo(p.turn, slope, other.direction[:])
	addTo(other.turn, slope, p.direction[:])
}

// won is the word of a text that lies nearest to one of a question, -1 for none, and how near.
type won struct {
	near float32
	word int32
}

func (d *dropping) nearest(p *place) won {
	best := won{-1, -1}
	for i := range d.words {
		if near := dot(p.direction[:], d.lie[i*Dimensions:][:Dimensions]); near > best.near {
			best = won{near, int32(i)}
		}
	}
	return best
}

// asking is a question while a step is taken. Its texts are the sentences, and behind them the titles.
type asking struct {
	*dropping
	answers []int
	texts   []*dropping
	counts  []float32 // by word
	all     float32   // of them together
	nearest [][]won   // by text and word
	byWords []float32 // by sentence
	scores  []float32 // by sentence
	slopes  []float32 // by sentence: how the score should not change
	nowhere float32   // the same, of that of no answer
	loss    float64
}

// neighbour is a text that stands at a sentence, and what it counts.
type neighbour struct {
	text         int
	whole, words float32
}

// neighbours are those of a sentence, itself first.
func (c *pages) neighbours(sentence int) []neighbour {
	found := append(make([]neighbour, 0, 4), neighbour{sentence, byWhole, 1})
	if len(c.titles) > 0 {
		found = append(found, neighbour{len(c.sentences) + c.section[sentence], byTitle, inTitle})
	}
	if sentence > 0 && c.section[sentence-1] == c.section[sentence] {
		found = append(found, neighbour{sentence - 1, byBefore, inBefore})
	}
	if sentence+1 < len(c.sentences) && c.section[sentence+1] == c.section[sentence] {
		found = append(found, neighbour{sentence + 1, byNext, inNext})
	}
	return found
}

// best is the word that lies nearest to one of the question at a sentence, where it is, and what that counts.
func (a *asking) best(at []neighbour, word int) (best won, where neighbour) {
	best, where = a.nearest[at[0].text][word], at[0]
	for _, n := range at[1:] {
		if w := a.nearest[n.text][word]; w.word >= 0 && w.near*n.words > best.near*where.words {
			best, where = w, n
		}
	}
	return best, where
}

// score is Question.Score, over rows that are being learned.
func (a *asking) score(l *learned, c *pages) {
	a.counts, a.all = make([]float32, len(a.words)), 1e-4
	for i := range a.words {
		a.counts[i] = softplus(l.base + dot(l.by[:], a.words[i].sum[:]))
		a.all += a.counts[i]
	}
	a.nearest = make([][]won, len(a.texts))
	wholes := make([]float32, len(a.texts))
	for t, text := range a.texts {
		wholes[t] = dot(a.whole.direction[:], text.whole.direction[:])
		for i := range a.words {
			a.nearest[t] = append(a.nearest[t], text.nearest(&a.words[i]))
		}
	}
	a.byWords, a.scores = make([]float32, len(c.sentences)), make([]float32, len(c.sentences))
	for s := range c.sentences {
		at := c.neighbours(s)
		for i := range a.words {
			w, where := a.best(at, i)
			a.byWords[s] += a.counts[i] / a.all * w.near * where.words
		}
		a.scores[s] = byWords * a.byWords[s]
		for _, n := range at {
			a.scores[s] += n.whole * wholes[n.text]
		}
	}
	a.judge(l.nowhere)
}

// judge finds how the scores should change, beside that of no answer.
func (a *asking) judge(nowhere float32) {
	scores := append(slices.Clone(a.scores), nowhere)
	most := slices.Max(scores)
	right, total, rights := 0., 0., 0.
	shares := make([]float64, len(scores))
	for i, score := range scores {
		shares[i] = math.Exp(float64(score - most))
		total += shares[i]
	}
	answers := a.answers
	if len(answers) == 0 {
		answers = []int{len(a.scores)}
	}
	for _, answer := range answers {
		rights += shares[answer]
	}
	right = max(rights, 1e-20)
	a.loss = -math.Log(right / total)
	slopes := make([]float32, len(scores))
	for i, share := range shares {
		slopes[i] = float32(share / total)
	}
	for _, answer := range answers {
		slopes[answer] -= float32(shares[answer] / right)
	}
	a.slopes, a.nowhere = slopes[:len(a.scores)], slopes[len(a.scores)]
}

// back notes how all should change that the scores come from.
func (a *asking) back(l *learned, c *pages) {
	counts := make([]float32, len(a.words))
	for s, slope := range a.slopes {
		if slope > -smallestSlope && slope < smallestSlope {
			continue
		}
		at := c.neighbours(s)
		for _, n := range at {
			apartBy(&a.whole, &a.texts[n.text].whole, n.whole*slope)
		}
		for i := range a.words {
			w, where := a.best(at, i)
			counts[i] += slope * byWords * (w.near*where.words - a.byWords[s]) / a.all
			if w.word >= 0 {
				apartBy(&a.words[i], &a.texts[where.text].words[w.word], byWords*slope*a.counts[i]/a.all*where.words)
			}
		}
	}
	for i, slope := range counts {
		slope *= 1 - float32(math.Exp(-float64(a.counts[i]))) // of softplus
		p := &a.words[i]
		p.sumTurn = make([]float32, Dimensions)
		addTo(p.sumTurn, slope, l.by[:])
		addTo(l.byTurn[:], slope, p.sum[:])
		l.baseTurn += slope
	}
	l.nowhereTurn += a.nowhere
}

// read learns which sentences of a church answer some of its questions.
func (l *learned) read(c *pages, questions int) {
	c = l.some(c, sectionsAtATime)
	var texts []*dropping
	for _, of := range [][]pageText{c.sentences, c.titles} {
		for i := range of {
			texts = append(texts, l.dropped(&of[i]))
		}
	}
	var askings []*asking
	for _, i := range first(l.random.Perm(len(c.questions)), questions) {
		askings = append(askings, &asking{dropping: l.dropped(&c.questions[i].pageText), answers: c.questions[i].answers, texts: texts})
	}
	for _, i := range first(l.random.Perm(len(c.nowhere)), questions/nowhereShare) {
		askings = append(askings, &asking{dropping: l.dropped(&c.nowhere[i]), texts: texts})
	}
	all := slices.Clone(texts)
	for _, a := range askings {
		all = append(all, a.dropping)
	}
	each(len(all), func(i int) { all[i].find(l.rows) })
	each(len(askings), func(i int) { askings[i].score(l, c) })
	for _, a := range askings {
		a.back(l, c)
	}
	l.mend(all)
}

func first(of []int, most int) []int { return of[:min(len(of), most)] }

// each does something so many times, on two processors: what is done must not depend on the order.
func each(n int, do func(int)) {
	var group sync.WaitGroup
	for start := range 2 {
		group.Go(func() {
			for i := start; i < n; i += 2 {
				do(i)
			}
		})
	}
	group.Wait()
}

// mend takes the step for the rows of some texts, and for what words count.
func (l *learned) mend(texts []*dropping) {
	at, order := make(map[uint32]int), []uint32(nil)
	var turns [][Dimensions]float32 // by row
	note := func(p *place) {
		if p.turn == nil && p.sumTurn == nil {
			return
		}
		var turn [Dimensions]float32
		if p.turn != nil {
			copy(turn[:], p.turn)
			addTo(turn[:], -dot(p.turn, p.direction[:]), p.direction[:]) // only what turns it
			for k := range turn {
				turn[k] /= p.length
			}
		}
		if p.sumTurn != nil {
			addTo(turn[:], 1, p.sumTurn)
		}
		for _, row := range p.rows {
			i, known := at[row]
			if !known {
				i = len(order)
				at[row], order, turns = i, append(order, row), append(turns, [Dimensions]float32{})
			}
			addTo(turns[i][:], 1, turn[:])
		}
	}
	for _, text := range texts {
		note(&text.whole)
		for i := range text.words {
			note(&text.words[i])
		}
	}
	for _, row := range order {
		l.known[row] = true
	}
	each(len(order), func(i int) { l.adjust(l.rows[order[i]][:], l.squares[order[i]][:], turns[i][:]) })
	l.adjust(l.by[:], l.bySquares[:], l.byTurn[:])
	others, squares := []float32{l.base, l.nowhere}, l.otherSquares[:]
	l.adjust(others, squares, []float32{l.baseTurn, l.nowhereTurn})
	l.base, l.nowhere = others[0], others[1]
	l.byTurn, l.baseTurn, l.nowhereTurn = [Dimensions]float32{}, 0, 0
}

// adjust is a step of AdaGrad.
func (l *learned) adjust(numbers, squares, gradient []float32) {
	for k, g := range gradient {
		squares[k] += g * g
		numbers[k] -= l.rate * g / (float32(math.Sqrt(float64(squares[k]))) + 1e-4)
	}
}
