package days

import (
	"slices"

	"narthex/chat/words"
)

// deny finds which days are not meant: not this Sunday, any but the 13th, este domingo no.
func (r *reader) deny() {
	for i := range r.found {
		m := &r.found[i]
		m.denied = r.deniedBefore(m.from) || r.deniedBehind(m.to) || i > 0 && r.found[i-1].denied && r.joined(r.found[i-1].to, m.from)
	}
}

// answered are words before which a no answers what was asked: "no, we want to come on Sunday".
var answered = words.Set("the i we im it is")

// deniedBefore reports whether a denial stands before a word, with nothing between but what goes with it: we can't come on.
func (r *reader) deniedBefore(at int) bool {
	for at--; at >= 0; at-- {
		switch k := r.kind(at); {
		case k == no && answered[r.at(at+1).text]:
			return false
		case k == not || k == no || k == except:
			return true
		case r.said[at].text == "but" && (r.kind(at-1) == weekday || r.kind(at-1) == day) && r.kind(at-2) == any:
			return true
		case !has([]kind{article, this, next, on, in, any, carried, bound, before, of, subject}, k):
			return false
		}
	}
	return false
}

// deniedBehind reports whether a denial stands behind a day and is about it: Sunday doesn't work, este domingo no. "Sunday, not Monday" and
// "Sunday not Monday" deny the Monday.
func (r *reader) deniedBehind(to int) bool {
	at := r.skip(to, subject)
	if k := r.kind(at); k != not && k != no {
		return false
	}
	for behind := at + 1; behind < len(r.said); behind++ {
		for _, m := range r.found {
			if m.from == behind && !has([]kind{anaphor, following, next}, r.kind(r.skip(behind, article))) {
				return false
			}
		}
		if !has([]kind{article, this, on, carried, no}, r.kind(behind)) {
			if ofAnHour[r.at(behind).text] && !r.isNamed(r.skip(behind+1, on)) {
				return false // "on Sunday we won't be late"
			}
			break
		}
	}
	return true
}

// isNamed reports whether a day is named from a word on.
func (r *reader) isNamed(from int) bool {
	return slices.ContainsFunc(r.found, func(m mention) bool { return m.from == from })
}

// joined reports whether two days are named together: the 13th and the 20th.
func (r *reader) joined(from, to int) bool {
	if from >= to {
		return false
	}
	for _, t := range r.said[from:to] {
		if t.kind != or && t.kind != article && t.kind != on && t.text != "and" && t.text != "y" && t.text != "ni" && t.text != "nor" {
			return false
		}
	}
	return true
}
