package party

import "slices"

// item is what a phrase says of who comes, or a word between two phrases.
type item struct {
	kind kind // of whom it counts: person and ofUs (all of them), number (whoever it is), grownup, child, relative (anybody else), family, self; or of the word
	n    int  // 0: nobody knows how many
}

// phrases reads a message phrase by phrase.
type phrases []token

// items are the phrases of a message, without what says nothing.
func items(said phrases) (found []item) {
	for at := 0; at < len(said); {
		if it, end := said.counted(at); end > at {
			found, at = append(found, it), end
			continue
		}
		switch kind := said.kind(at); kind {
		case filler, date, the, possessive, article, adjective, ordinal, weekday, month, clock, years, yearOld:
		case number, of, ofThem: // of something else
			found = append(found, item{kind: other})
		case span:
			found = append(found, item{kind: vague})
		case more, ofUs: // others; many of us
			found = append(found, item{kind: relative})
		default:
			found = append(found, item{kind, said[at].n})
		}
		at++
	}
	return found
}

func (p phrases) kind(at int) kind {
	if at < 0 || at >= len(p) {
		return stop
	}
	return p[at].kind
}

// past is the first word from one on that is none of these.
func (p phrases) past(at int, kinds ...kind) int {
	for slices.Contains(kinds, p.kind(at)) && at < len(p) {
		at++
	}
	return at
}

// counted reads a phrase that counts somebody, and where it ends: where it begins, if there is none.
//
//	phrase = [the | my] [number] [of (the | my)] {adjective} noun {name | adjective}
//	       | [we | the] number [of us | more] | number [of them | are] children
func (p phrases) counted(from int) (it item, end int) {
	at, n := p.past(from, the, possessive), 0
	isWe := p.kind(from) == us
	if isWe { // "us two"
		at = from + 1
	}
	switch p.kind(at) {
	case number, article:
		n, at = p[at].n, at+1
	default:
		if isWe {
			return item{}, from
		}
	}
	if whose := p.past(at+1, the, possessive); n > 0 && p.kind(at) == of && whose > at+1 {
		at = whose
	}
	if it, end := p.noun(at, n); end > at {
		return it, end
	}
	if n == 0 {
		return item{}, from
	}
	return p.number(from, at, n, isWe)
}

// noun reads a noun of people from a word on, of whom there are n; 0: that is not said.
func (p phrases) noun(from, n int) (it item, end int) {
	at := p.past(from, adjective, possessive, more, date)
	switch {
	case p.kind(at) == only && n == 1 && p.kind(at+1) != number: // una sola persona
		at++
	case p.kind(at) == number && n < 2: // "a 2 year old"
		n, at = p[at].n, at+1
	}
	kind := p.kind(at)
	switch kind {
	case person, grownup, child, children, relative, relatives, couple, family:
	default:
		return item{}, from
	}
	if p[at].text == "her" && p.kind(at+1) != and && p.kind(at+1) != stop {
		return p.noun(at+1, n)
	}
	if kind == person && n == 0 {
		return item{}, from
	}
	if p[at].text == "pareja" && p.kind(at-1) == article { // and not "mi pareja"
		kind, n = couple, 2
	} else if each := p[at].n; each > 0 {
		n = max(n, 1) * each
	}
	switch {
	case kind == family:
		it = item{kind: family}
	case n == 0:
		it = item{kind: relative}
	default:
		it = item{whoever[kind], n}
	}
	at = p.past(at+1, adjective)
	for names := 0; n == 1 && names < 2 && p.kind(at) == other && p[at].named; names++ {
		at++
	}
	return it, at
}

// whoever is of whom a noun is one.
var whoever = map[kind]kind{person: person, grownup: grownup, couple: grownup, child: child, children: child, relative: relative, relatives: relative}

// number reads a number that has no noun behind it.
func (p phrases) number(from, at, n int, isWe bool) (it item, end int) {
	if next := p.past(at, ofThem, verb); next > at && (p.kind(next) == children || p.kind(next) == child) {
		return item{among, n}, next + 1
	}
	switch next := p.kind(at); next {
	case ofUs:
		return item{ofUs, n}, at + 1
	case more:
		return item{number, n}, at + 1
	case plus:
		if p.kind(at+1) == stop || p.kind(at+1) == comma { // "2 más"
			return item{number, n}, at + 1
		}
	case other, of, ofThem, whole, possessive, years, yearOld:
		return item{}, from
	}
	switch {
	case isWe:
		return item{ofUs, n}, at
	case p.kind(at-1) == article && p[at-1].text != "una" && p[at-1].text != "un" && p[at-1].text != "one":
		return item{}, from
	case p.kind(from-1) == other && p.kind(from) == number:
		return item{}, from
	}
	return item{number, n}, at
}

// names reports whether an item is somebody, or several.
func (it item) names() bool {
	switch it.kind {
	case person, ofUs, number, grownup, child, relative, family, self, i, us:
		return true
	}
	return it.kind == among && it.n > 0
}
