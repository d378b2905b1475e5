package pdftext

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Line is one line of text, or one row of a table.
type Line struct {
	Cells []Cell // several where wide gaps part them
	X0    float64
	X1    float64
	Y     float64 // of the baseline, from the bottom of the page
	Size  float64 // of most of its characters, in points
	Bold  bool    // all of it
}

// Cell is a run of text without a wide gap.
type Cell struct {
	Text   string
	X0, X1 float64
}

// Text is the line's text, its cells parted by spaces.
func (l Line) Text() string {
	texts := make([]string, len(l.Cells))
	for i, c := range l.Cells {
		texts[i] = c.Text
	}
	return strings.Join(texts, " ")
}

// lines puts the page's fragments in reading order: text that runs to the right first, then the other directions.
func (f *fragments) lines() []Line {
	var lines []Line
	for angle := range 4 {
		var same []*fragment
		for _, fragment := range f.all {
			if fragment.angle == angle {
				same = append(same, fragment)
			}
		}
		for _, row := range inColumns(rows(same), 0) {
			if line := row.line(); len(line.Cells) > 0 {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// row is the fragments of one baseline, from left to right.
type row struct {
	fragments []*fragment
	y, size   float64
}

// rows groups fragments by their baselines, from top to bottom. Raised and lowered characters join the line they belong to.
func rows(all []*fragment) []row {
	slices.SortStableFunc(all, func(a, b *fragment) int { return compareFloats(b.y, a.y) })
	var found []row
	for _, f := range all {
		if n := len(found); n > 0 {
			r := &found[n-1]
			if near := 0.4 * max(r.size, f.size); r.y-f.y < near && !r.covers(f) {
				if f.size > r.size { // the larger text is the line, the smaller one its superscript
					r.y, r.size = f.y, f.size
				}
				r.fragments = append(r.fragments, f)
				continue
			}
		}
		found = append(found, row{fragments: []*fragment{f}, y: f.y, size: f.size})
	}
	for _, r := range found {
		slices.SortStableFunc(r.fragments, func(a, b *fragment) int { return compareFloats(a.x0, b.x0) })
	}
	return found
}

// covers tells whether a fragment lies over the row's own text, so that it must be a line of its own, set very close.
func (r row) covers(f *fragment) bool {
	if r.y-f.y < 0.1*f.size {
		return false
	}
	for _, own := range r.fragments {
		if overlap := min(own.x1, f.x1) - max(own.x0, f.x0); overlap > 0.5*(f.x1-f.x0) {
			return true
		}
	}
	return false
}

func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// line joins the row's fragments into cells.
func (r row) line() Line {
	l := Line{Y: r.y, Bold: true}
	var cell strings.Builder
	var x0, x1 float64
	sizes := make(map[float64]int)
	flush := func() {
		if text := tidy(cell.String()); text != "" {
			l.Cells = append(l.Cells, Cell{Text: text, X0: x0, X1: x1})
		}
		cell.Reset()
	}
	for i, f := range r.fragments {
		text := f.text.String()
		sizes[math.Round(f.size*2)/2] += len(text)
		l.Bold = l.Bold && f.bold
		switch gap := f.x0 - x1; {
		case i == 0:
			x0 = f.x0
		case gap > cellGap*r.size:
			flush()
			x0 = f.x0
		case gap > wordGap*r.size:
			cell.WriteByte(' ')
		}
		cell.WriteString(text)
		x1 = max(f.x1, f.x0)
	}
	flush()
	if n := len(l.Cells); n > 0 {
		l.X0, l.X1 = l.Cells[0].X0, l.Cells[n-1].X1
	}
	l.Size = commonest(sizes)
	return l
}

func commonest(counts map[float64]int) (best float64) {
	most := 0
	for value, count := range counts {
		if count > most || count == most && value > best {
			best, most = value, count
		}
	}
	return best
}

// tidy makes a cell's text readable: ligatures as letters, no runs of spaces or of the dots that lead to a page number.
func tidy(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u00a0' || r == '\u200b' {
			return ' '
		}
		return r
	}, text)
	if strings.ContainsFunc(text, isLigature) {
		text = norm.NFKC.String(text)
	}
	return strings.Join(strings.Fields(leaders.ReplaceAllString(text, " ")), " ")
}

// leaders are the dots that lead to a page number, close or spaced, and the lines of forms.
var leaders = regexp.MustCompile(`[.…·_]{4,}|(?: [.·]){3,}`)

func isLigature(r rune) bool { return r >= 0xfb00 && r <= 0xfb06 }
