package pdftext

// Columns of prose are read one after the other, the rows of a table from left to right. What both have in common is a
// gap that runs down through several rows; what tells them apart is that prose fills its column.

const (
	minColumnRows = 4   // rows on each side of the gap that have others beside them
	minFill       = 0.6 // how much of its column's width a row of prose takes, on average
	minWords      = 3   // in a row of prose, on average
	maxRowGap     = 2.5 // from one baseline of a run to the next, whichever column they are in, in units of the font size
	maxColumns    = 8
	maxColumnRows = 500 // more are on no page
)

// inColumns returns the rows in reading order, rows cut apart where they run across columns.
func inColumns(all []row, depth int) []row {
	if depth == maxColumns {
		return all
	}
	var ordered []row
	for i := 0; i < len(all); {
		run, gutter := columnRun(all[i:])
		if run == 0 {
			ordered = append(ordered, all[i])
			i++
			continue
		}
		left, right := split(all[i:i+run], gutter)
		ordered = append(ordered, inColumns(left, depth+1)...)
		ordered = append(ordered, inColumns(right, depth+1)...)
		i += run
	}
	return ordered
}

// gap is a stretch of a row that holds nothing.
type gap struct{ x0, x1 float64 }

// columnRun returns how many of the rows, from the first on, stand in columns, and the gap between the first column and
// the rest; 0 when the first row does not begin columns.
func columnRun(all []row) (int, gap) {
	for _, g := range gaps(all) {
		run, common := extend(all, g)
		left, right := split(all[:run], common)
		if beside(left, right) >= minColumnRows && beside(right, left) >= minColumnRows && isProse(left) && isProse(right) {
			return run, common
		}
	}
	return 0, gap{}
}

// lookAhead is how many rows further down the other column's first line is looked for: two columns seldom have their
// baselines in common.
const lookAhead = 3

// gaps returns the stretches that may part columns at the first row: within it, or between it and one of the next rows.
func gaps(all []row) []gap {
	first := all[0]
	var found []gap
	for i := 1; i < len(first.fragments); i++ {
		if g := (gap{first.fragments[i-1].x1, first.fragments[i].x0}); g.x1-g.x0 > cellGap*first.size {
			found = append(found, g)
		}
	}
	x0, x1 := first.extent()
	for _, r := range all[1:min(len(all), lookAhead+1)] {
		nextX0, nextX1 := r.extent()
		for _, g := range []gap{{x1, nextX0}, {nextX1, x0}} {
			if g.x1-g.x0 > cellGap*first.size {
				found = append(found, g)
			}
		}
	}
	return found
}

// extent returns how far the row goes to the left and right.
func (r row) extent() (x0, x1 float64) {
	x0, x1 = r.fragments[0].x0, r.fragments[0].x1
	for _, f := range r.fragments {
		x1 = max(x1, f.x1)
	}
	return x0, x1
}

// beside counts the rows that lie between the first and the last of the others.
func beside(rows, others []row) (count int) {
	if len(others) == 0 {
		return 0
	}
	top, bottom := others[0].y+others[0].size, others[len(others)-1].y-others[0].size
	for _, r := range rows {
		if r.y <= top && r.y >= bottom {
			count++
		}
	}
	return count
}

// extend goes down as long as no row runs across the gap, which narrows to what all rows leave free.
func extend(all []row, g gap) (int, gap) {
	all = all[:min(len(all), maxColumnRows)]
	for i, r := range all {
		if i > 0 && all[i-1].y-r.y > maxRowGap*all[i-1].size {
			return i, g // a band of white across all columns ends them
		}
		narrowed := g
		for _, f := range r.fragments {
			narrowed = narrowed.without(f)
		}
		if narrowed.x1-narrowed.x0 < 0.6*r.size {
			return i, g
		}
		g = narrowed
	}
	return len(all), g
}

// without is what a fragment leaves of the gap, on the side it does not belong to; nothing when it runs across.
func (g gap) without(f *fragment) gap {
	switch {
	case f.x1 <= g.x0 || f.x0 >= g.x1:
		return g
	case f.x0 < g.x0 && f.x1 > g.x1:
		return gap{g.x0, g.x0}
	case f.x0 <= g.x0 || f.x1 < g.x1 && f.x0-g.x0 < g.x1-f.x1:
		return gap{f.x1, g.x1}
	default:
		return gap{g.x0, f.x0}
	}
}

// split cuts rows at a gap.
func split(all []row, g gap) (left, right []row) {
	middle := (g.x0 + g.x1) / 2
	for _, r := range all {
		cut := 0
		for cut < len(r.fragments) && r.fragments[cut].x0 < middle {
			cut++
		}
		if cut > 0 {
			left = append(left, row{fragments: r.fragments[:cut:cut], y: r.y, size: r.size})
		}
		if cut < len(r.fragments) {
			right = append(right, row{fragments: r.fragments[cut:], y: r.y, size: r.size})
		}
	}
	return left, right
}

// isProse tells rows that fill the width they have together.
func isProse(rows []row) bool {
	if len(rows) < minColumnRows {
		return false
	}
	var x0, x1, filled float64
	words := 0
	for i, r := range rows {
		first, last := r.fragments[0], r.fragments[len(r.fragments)-1]
		if i == 0 {
			x0, x1 = first.x0, last.x1
		}
		x0, x1 = min(x0, first.x0), max(x1, last.x1)
		for _, f := range r.fragments {
			filled += f.x1 - f.x0
			words += wordsIn(f.text.String())
		}
	}
	return filled >= minFill*(x1-x0)*float64(len(rows)) && words >= minWords*len(rows)
}

func wordsIn(text string) int {
	words, inWord := 0, false
	for _, r := range text {
		blank := r <= ' ' || r == '\u00a0'
		if !blank && !inWord {
			words++
		}
		inWord = !blank
	}
	return words
}
