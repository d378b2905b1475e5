package party

// list is who is named without anything but "and" between them.
type list struct {
	total   int  // it gives of all; 0: none
	bare    bool // the total is a number and nothing else
	named   sum  // one by one, among the total where there is one
	added   sum  // beside the total
	plus    bool // said so: "4 plus 2 kids"
	beside  bool // who is named next is beside the total
	settled bool // beside is known
	ours    bool // the total is said of us
	partial bool // the total is said with some of them: "4 counting me"
	solo    bool // somebody comes alone
	unclear bool // "or", or two numbers
	lead    kind // the word before it: with, and, plus; else stop
	clause  clause
}

// clause is what was said in a clause so far.
type clause struct{ moves, single, plural, past, doubtful bool }

// reader groups whom a message names into lists.
type reader struct {
	answer    bool // to how many come
	lists     []list
	open      bool // the last list goes on
	link      kind // from it to the next; stop: none
	clause    clause
	unclear   bool // whether somebody comes
	corrected int  // how many lists were taken back by "no wait"
	foreign   bool // it says something else as well
	muted     bool // with whom somebody talks
}

func listsOf(all []item, answer bool) *reader {
	r := &reader{answer: answer, link: stop}
	for at := range all {
		prior, next := kind(stop), kind(stop)
		if at > 0 {
			prior = all[at-1].kind
		}
		if at+1 < len(all) {
			next = all[at+1].kind
		}
		r.read(all[at], prior, next)
	}
	return r
}

func (r *reader) read(it item, prior, next kind) {
	if r.muted = r.muted && (it.names() || it.kind == with); r.muted {
		return // "talk with my wife"
	}
	switch it.kind {
	case i, us:
		r.pronoun(it, prior, next)
	case person, ofUs, number, grownup, child, relative, family, self:
		r.add(it, prior)
	case among:
		r.link = among
		if it.n > 0 && len(r.lists) > 0 {
			r.last().named.kids += it.n
		}
	case and, plus, with, comma, or:
		r.joined(it.kind)
	case total:
		if len(r.lists) > 0 {
			r.last().bare = false
		}
	case only, alone:
		r.unaccompanied(it, prior, next)
	case doubt:
		r.clause.doubtful = len(r.lists) > 0
		r.unclear = r.unclear || r.clause.doubtful && (prior == relative || prior == family)
	case vague:
		r.vague(next)
	case correct:
		r.apart()
		r.corrected = len(r.lists)
	case motion, verb:
		r.clause.moves = r.clause.moves || it.kind == motion
		r.clause.single, r.clause.plural = r.clause.single || it.n == 1, r.clause.plural || it.n == 2
	case whole:
		r.apart()
		r.clause.plural = true
	case stop:
		r.apart()
		r.clause = clause{}
	case past:
		r.clause.past = true
		r.strangers(prior)
	case talk:
		r.apart()
		r.muted = true
	default:
		r.foreign = true
		r.strangers(prior)
	}
}

func (r *reader) last() *list { return &r.lists[len(r.lists)-1] }

func (r *reader) apart() { r.open, r.link = false, stop }

func (r *reader) joined(by kind) {
	if by != comma || r.link == stop {
		r.link = by
	}
}

// strangers leaves out people who do something else: "two people told me".
func (r *reader) strangers(prior kind) {
	if prior == person && !r.answer && r.open && !r.last().ours {
		r.lists = r.lists[:len(r.lists)-1]
	}
	r.apart()
}

// pronoun takes "I" and "we" for whoever is named with them, unless they are what a sentence is about.
func (r *reader) pronoun(it item, prior, next kind) {
	joins := func(k kind) bool { return k == and || k == plus }
	switch {
	case it.kind == i && (joins(prior) || prior == only || joins(next) || next == with || next == only || next == alone || next == stop || next == comma):
		r.add(item{self, 1}, prior)
	case it.kind == i:
		r.clause.single = true
	case joins(next), (joins(prior) || prior == with) && (next == stop || next == comma):
		r.add(item{kind: relative}, prior)
	default:
		r.clause.plural = true
	}
}

// unaccompanied takes "just me", "voy solo" and "alone" for one.
func (r *reader) unaccompanied(it item, prior, next kind) {
	ends := next == stop || next == comma || next == with || next == and || next == plus
	switch {
	case it.kind == only && it.n == 1 && ends && (prior == self || prior == i) && r.open:
		r.last().solo = true
	case it.kind == only && it.n == 1 && ends && prior == motion,
		it.kind == only && r.answer && prior == stop && next == with,
		it.kind == only && it.n == 1 && r.answer && prior == stop && ends,
		it.kind == alone && (prior == motion || r.answer && !r.foreign):
		r.add(item{self, 1}, only)
	}
}

// vague takes "a few friends" for several, and "more than 4" for what nobody knows.
func (r *reader) vague(next kind) {
	switch {
	case next == number:
		r.unclear = true
	case r.open && r.link != stop:
		r.add(item{kind: relative}, other)
	default:
		r.apart()
	}
}

// add puts somebody into the list that is open, or begins one.
func (r *reader) add(it item, prior kind) {
	r.unclear = r.unclear || r.clause.doubtful
	if !r.open {
		r.lists = append(r.lists, list{lead: r.link, clause: r.clause})
		r.open, r.link = true, stop
	}
	r.last().add(it, r.link, prior)
	r.link = stop
}

func (l *list) add(it item, link, prior kind) {
	besides := link == and || link == plus
	l.plus = l.plus || link == plus
	l.unclear = l.unclear || link == or
	l.partial = l.partial || link == among
	l.ours = l.ours || prior == whole
	l.solo = l.solo || it.kind == self && prior == only
	switch {
	case prior == whole && it.kind == relative && it.n > 1: // "we are three sisters"
		l.total = it.n
		return
	case it.kind == person || it.kind == ofUs || it.kind == number:
		if l.count(it, besides, prior) {
			return
		}
	}
	if l.total > 0 && !l.settled {
		l.settled, l.beside = true, besides
	}
	if l.beside {
		l.added.add(it)
	} else {
		l.named.add(it)
	}
}

// count takes a number for the total of its list, unless it is of others than who is named there.
func (l *list) count(it item, besides bool, prior kind) bool {
	switch {
	case besides && (l.total > 0 || l.named != sum{}):
		return false
	case l.total == 0:
		l.total, l.bare = it.n, it.kind == number && prior != whole
	case l.total != it.n:
		l.unclear = true
	}
	return true
}
