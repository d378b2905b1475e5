package party

// dated takes the numbers of days, times and ages for what they are: they count nobody. A child may be called by its age alone, though.
func dated(said []token) []token {
	for n := range said {
		if said[n].kind != number {
			continue
		}
		switch last, aged := agesFrom(said, n); {
		case aged:
			leaveAges(said, n, last)
		case isDay(said, n):
			said[n].kind = date
		}
	}
	return said
}

// before and behind are the kinds of the words beside one, stop at either end of a message.
func before(said []token, n int) kind {
	if n < 1 {
		return stop
	}
	return said[n-1].kind
}

func behind(said []token, n int) kind {
	if n+1 >= len(said) {
		return stop
	}
	return said[n+1].kind
}

// isDay reports whether a number is one of a day or a time, or of a room or a year of school.
func isDay(said []token, n int) bool {
	prior, next := before(said, n), behind(said, n)
	switch {
	case next == clock, next == verb && said[n+1].text == "am", next == ordinal, next == month, prior == month, next == of && behind(said, n+1) == month:
		return true
	case countsPeople(said, n):
		return false
	case prior == at, prior == weekday, prior == the && before(said, n-1) == weekday:
		return true
	}
	return prior == the && (said[n-1].text == "el" || said[n-1].text == "the" && said[n].text[0] <= '9')
}

// countsPeople reports whether people are named behind a number.
func countsPeople(said []token, n int) bool {
	for n++; n < len(said); n++ {
		switch said[n].kind {
		case person, grownup, child, children, relative, relatives, couple, ofUs, ofThem:
			return true
		case adjective, more:
			continue
		}
		return false
	}
	return false
}

// agesFrom reports whether the numbers from one on are ages, as in "4 and 6 years old", and where that is said.
func agesFrom(said []token, from int) (last int, aged bool) {
	for n := from; n < len(said); n++ {
		switch said[n].kind {
		case number, date, and, comma:
			continue
		case yearOld:
			return n, true
		case years:
			return n, before(said, from) == of || before(said, from) == at
		}
		return 0, false
	}
	return 0, false
}

// leaveAges leaves of ages what they count: "my 4 and 6 year olds" are two children, "my 3 year old son" is a son, and "de 5 años" is
// nobody more.
func leaveAges(said []token, from, last int) {
	count := 0
	for n := from; n <= last; n++ {
		if said[n].kind == number {
			count++
		}
		said[n].kind = date
	}
	if next := behind(said, last); next == child || next == children {
		return
	}
	switch before(said, from) {
	case of:
		said[from-1].kind = date
	case possessive, article, the, with, and, only, stop:
		said[from].kind, said[from].n, said[last].kind, said[last].n = number, count, children, 0
	case number: // "two 5 year olds"
		said[last].kind, said[last].n = children, 0
	}
}
