package conduct

import (
	"slices"
)

// phrases are looked for together.
type phrases struct {
	all  []phrase
	with [][]int32 // by word: those that it may begin
}

// index notes which phrases each word may begin, given the sets that it is in.
func (p *phrases) index(sets []uint64) {
	p.with = make([][]int32, len(sets))
	for word := range sets {
		w := spoken{id: int32(word), sets: sets[word]}
		for i := range p.all {
			if p.all[i].mayBeginWith(w) {
				p.with[word] = append(p.with[word], int32(i))
			}
		}
	}
}

// startAt reports whether one of the phrases stands in a message from word i on.
func (p *phrases) startAt(m []spoken, i int) bool {
	for _, j := range p.with[m[i].id] {
		if p.all[j].startsAt(m, i) {
			return true
		}
	}
	return false
}

// phrase is a row of parts, any of which may stand for several words or none.
type phrase struct {
	parts  []part
	before part // what must not stand before it; its zero value: anything may
	after  part // what must not follow
	opens  bool // it stands at the beginning of a clause
	closes bool // and at the end of one
	told   bool // its sentence is no question
	alone  bool // its sentence says nothing else
}

// part stands for some words.
type part struct {
	any         bool // any word but I and you, which would change who is speaking
	words       []int32
	sets        uint64
	least, most int
}

func (p *part) fits(w spoken) bool {
	if p.any {
		return w.sets&speakers == 0
	}
	return p.sets&w.sets != 0 || w.id != 0 && slices.Contains(p.words, w.id)
}

func (p *phrase) mayBeginWith(w spoken) bool {
	for i := range p.parts {
		if p.parts[i].fits(w) {
			return true
		}
		if p.parts[i].least > 0 {
			return false
		}
	}
	return false
}

// startsAt reports whether the phrase stands in a message from word i on. It does not step over the end of a sentence.
func (p *phrase) startsAt(m []spoken, i int) bool {
	if p.opens && !m[i].opens || p.told && m[i].asked || p.alone && i > 0 && m[i-1].sentence == m[i].sentence {
		return false
	}
	if i > 0 && m[i-1].sentence == m[i].sentence && p.before.fits(m[i-1]) {
		return false
	}
	return p.goesOn(m, i, i, 0)
}

func (p *phrase) goesOn(m []spoken, from, i, n int) bool {
	if n == len(p.parts) {
		ended := i == len(m) || m[i].opens
		goesOn := i < len(m) && m[i].sentence == m[from].sentence
		followed := goesOn && (p.alone || p.after.fits(m[i]))
		return i > from && (!p.closes || ended) && !followed
	}
	for taken := 0; ; taken++ {
		if taken >= p.parts[n].least && p.goesOn(m, from, i+taken, n+1) {
			return true
		}
		next := i + taken
		if taken == p.parts[n].most || next == len(m) || m[next].sentence != m[from].sentence || !p.parts[n].fits(m[next]) {
			return false
		}
	}
}
