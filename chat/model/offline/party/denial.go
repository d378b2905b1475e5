package party

import "slices"

// coming leaves out whom a message says do not come. What is denied is the piece of a sentence around it, up to a comma or a "just": "my
// husband can't come". A bare no answers what was asked, or takes back what was said before it, and "no kids" is about kids alone.
func coming(all []item, isAnswer bool) (found []item) {
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to].kind != stop && all[to].kind != comma && !(all[to].kind == only && all[to-1].kind != no && all[to-1].kind != motion) {
			to++
		}
		found = append(found, affirmed(all[from:to], isAnswer && from == 0)...)
		from = to
	}
	return found
}

// affirmed is a piece without whom it denies.
func affirmed(piece []item, answers bool) []item {
	at := slices.IndexFunc(piece, func(it item) bool { return it.kind == no || it.kind == without })
	if at < 0 {
		return piece
	}
	next := item{kind: stop}
	if at+1 < len(piece) {
		next = piece[at+1]
	}
	switch {
	case answers && at == 0 && piece[0].n == 0 && next.kind == only: // "no just me"
		return piece[1:]
	case piece[at].kind == without, next.names() && next.kind != number && next.kind != self && next.kind != i && next.kind != us:
		return piece[:at]
	case slices.ContainsFunc(piece, func(it item) bool { return it.names() || it.kind == only || it.kind == alone }):
		return []item{piece[0].separator(), {kind: other}}
	case answers:
		return piece[:at]
	}
	return []item{piece[0].separator(), {kind: correct}}
}

// separator is an item that ends a clause, or one that says nothing.
func (it item) separator() item {
	if it.kind == stop || it.kind == comma {
		return it
	}
	return item{kind: verb}
}
