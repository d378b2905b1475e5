package party

import (
	"slices"
	"strings"
)

// Count is how many come.
type Count struct {
	People   int // children among them; 0: that is not said
	Children int
}

// In is how many come by a message that may say so.
func In(message string) Count { return countOf(message, false) }

// Answered is how many come by an answer to that question.
func Answered(answer string) Count { return countOf(answer, true) }

// Number is the number that an answer gives, of whomever was asked about; 0: none, or several.
func Number(answer string) (n int) {
	for _, it := range items(tokens(answer)) {
		if it.n == 0 || it.kind != number && it.kind != child && it.kind != person && it.kind != ofUs {
			continue
		}
		if n > 0 && n != it.n {
			return 0
		}
		n = it.n
	}
	return n
}

func countOf(message string, answer bool) Count {
	r := listsOf(coming(items(tokens(message)), answer), answer)
	if r.corrected == len(r.lists) { // by nothing
		r.corrected = 0
	}
	if r.unclear {
		return Count{Children: r.children()}
	}
	if l, found := r.withTotal(); found {
		people, kids := l.ofTotal()
		return Count{people, kids}
	}
	people, kids := r.oneByOne()
	return Count{people, kids}
}

// children are those that a message numbers, whoever else comes.
func (r *reader) children() (n int) {
	for _, l := range r.lists {
		n = max(n, l.named.kids, l.added.kids)
	}
	return n
}

// withTotal is the list that says how many come in all. A number by itself does so in an answer alone, and only if nothing says more.
func (r *reader) withTotal() (found list, ok bool) {
	if found, ok = r.total(false); !ok && r.answer {
		found, ok = r.total(true)
	}
	if !ok {
		return found, false
	}
	if begins := r.lists[0]; r.answer && r.corrected == 0 && begins.bare && begins.total > found.total { // "4. Two of us use wheelchairs"
		found = begins
	}
	for at, l := range r.lists {
		if at >= r.corrected && l.total == 0 && (l.lead == with || l.isAnchored(r.answer) || l.named.grownups > 0 || l.named.kids > 0) && !l.clause.past {
			found.named = l.named // who they are
			found.unclear = found.unclear || l.unclear
		}
	}
	return found, true
}

// total is the list that gives a number of all, bare or not; the last, where one was taken back.
func (r *reader) total(bare bool) (found list, ok bool) {
	from := 0
	for at, l := range r.lists {
		switch {
		case l.total == 0 || l.bare != bare:
		case !ok || from < r.corrected:
			found, from, ok = l, at, true
		case found.total != l.total:
			found.unclear = true
		}
	}
	return found, ok
}

// ofTotal is how many come by a list that says it of all, and is checked by whom it names.
func (l *list) ofTotal() (people, kids int) {
	kids = l.named.kids + l.added.kids
	if l.unclear {
		return 0, kids
	}
	total := l.total
	named, known := l.named.people(false)
	switch {
	case known && l.named.self && named != total && !l.partial:
		return 0, kids
	case known && named > total && l.named.grownups+l.named.others == 0, known && l.named.kids >= total && l.named.grownups == 0 && !l.named.self:
		total += l.named.kids // "2 people, 3 kids"
	case known && named > total:
		return 0, kids
	}
	added, known := l.added.people(l.plus)
	switch {
	case l.added == sum{}:
	case known && (l.plus || total <= 2 || l.added.kids >= total && l.added.kids == added):
		total += added
	default:
		return 0, kids
	}
	return total, kids
}

// isAnchored reports whether a list says that those whom it names come: with who writes, or counted as adults.
func (l *list) isAnchored(answer bool) bool {
	return l.solo || l.named.grownups > 0 || l.named.self && (l.named != sum{self: true}) || answer && l.lead == with
}

// oneByOne counts whom the lists name: those with who writes, and whoever is joined to them.
func (r *reader) oneByOne() (people, kids int) {
	var all sum
	known, added := false, false
	for at, l := range r.lists {
		beside := l.lead == with || l.lead == and || l.lead == plus
		switch {
		case at < r.corrected, l.clause.past, l.bareNumber():
		case l.unclear:
			return 0, r.children()
		case l.isAnchored(r.answer) && !known:
			all, known = l.named, true
			all.self = all.self || l.lead == with
		case l.isAnchored(r.answer):
			if l.named != all {
				return 0, r.children()
			}
		case known && beside && (l.lead == with || l.named == sum{kids: l.named.kids}):
			all = all.plus(l.named)
		case known && beside && l.named != sum{self: true}:
			return 0, r.children()
		case l.lead == with && l.clause.moves && l.clause.single && !l.clause.plural:
			all, known = l.named, true
			all.self = true
		}
		added = added || l.plus
	}
	if !known && r.answer && !r.foreign && len(r.lists) == 1 && r.lists[0].named == (sum{self: true}) {
		return 1, 0 // "me"
	}
	if people, ok := all.people(added); known && ok {
		return people, all.kids
	}
	return 0, r.children()
}

// bareNumber reports whether a list is a number that may be of anything.
func (l *list) bareNumber() bool { return l.bare && l.named == sum{} }

// Only reports whether an answer says nothing but who comes, however many that are: "no, just me", "como cinco", "no voy sola". A question
// does if it names a number.
func Only(answer string) bool {
	found := items(tokens(answer))
	if slices.ContainsFunc(found, func(it item) bool {
		return it.kind == other || it.kind == past || it.kind == talk || it.kind == verb && it.n > 0
	}) {
		return false
	}
	if strings.ContainsAny(answer, "?") {
		return Answered(answer).People > 0
	}
	return slices.ContainsFunc(found, func(it item) bool {
		return it.names() && it.kind != i && it.kind != us || it.kind == only || it.kind == alone || it.kind == vague
	})
}
