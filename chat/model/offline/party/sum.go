package party

// sum is who is counted together.
type sum struct {
	grownups, kids, others int
	self                   bool
	several                bool // of whom nobody knows how many they are
	family                 bool // which is either who is named beside it, or several
}

func (s *sum) add(it item) {
	switch it.kind {
	case grownup:
		s.grownups += it.n
	case child:
		s.kids += it.n
	case self:
		s.self = true
	case family:
		s.family = true
	default:
		s.others += it.n
		s.several = s.several || it.n == 0
	}
}

// people is how many they are, where that is known. Adults who are counted may be those who are named as well, "2 adults, my mom and me", or
// others.
func (s sum) people(plus bool) (n int, known bool) {
	n = s.others
	if s.self {
		n++
	}
	switch {
	case s.several, s.family && s.grownups == 0:
		return 0, false
	case s.grownups == 0, n == 0:
		n += s.grownups
	case s.grownups == n: // the same
	case s.grownups == 1, plus:
		n += s.grownups
	default:
		return 0, false
	}
	return n + s.kids, true
}

// plus is both.
func (s sum) plus(t sum) sum {
	return sum{s.grownups + t.grownups, s.kids + t.kids, s.others + t.others, s.self || t.self, s.several || t.several, s.family || t.family}
}
