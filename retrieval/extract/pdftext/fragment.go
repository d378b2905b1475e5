package pdftext

import (
	"math"
	"strings"
	"unicode/utf8"
)

// fragment is text that was drawn without a gap on one baseline. Coordinates are those of the displayed page, turned so
// that the text runs to the right.
type fragment struct {
	text   strings.Builder
	x0, x1 float64
	y      float64 // of the baseline, upwards
	size   float64
	bold   bool
	angle  int // quarter turns by which the coordinates were turned
}

// fragments gathers a page's glyphs.
type fragments struct {
	width, height float64
	all           []*fragment
	glyphs        int
	seen          map[drawn][2]float64
}

// drawn says about where a glyph was drawn: text that was drawn twice, for a shadow or to look bold, counts once.
type drawn struct {
	text         string
	column, line int32
}

const maxGlyphs = 400_000 // of one page

// Gaps in units of the font size.
const (
	wordGap = 0.17 // a gap this wide parts words; fonts' spaces are 0.2 to 0.35
	cellGap = 1.1  // one this wide parts the cells of a row, or columns
)

// glyph adds one glyph drawn by a text rendering matrix whose unit is the font size.
func (f *fragments) glyph(text string, trm matrix, width float64, bold bool) {
	size := trm.size()
	if text == "" || size < 0.5 || size > 2000 || f.glyphs >= maxGlyphs {
		return
	}
	x, y := trm.apply(0, 0)
	if x < -size || y < -size || x > f.width+size || y > f.height+size {
		return // off the page
	}
	angle := trm.angle()
	x, y = turned(x, y, angle)
	advance := math.Hypot(trm[0], trm[1]) * width
	blank := strings.TrimSpace(text) == ""
	if !blank && f.repeated(text, x, y, size) {
		return
	}
	f.glyphs++
	last := f.last()
	if last == nil || !last.continues(x, y, size, angle) {
		if blank {
			return
		}
		last = &fragment{x0: x, y: y, size: size, bold: bold, angle: angle}
		f.all = append(f.all, last)
	} else if gap := (x - last.x1) / size; gap > wordGap && !blank && !endsBlank(&last.text) {
		last.text.WriteByte(' ')
	}
	last.text.WriteString(text)
	last.bold = last.bold && (bold || blank)
	last.x1 = max(last.x1, x+advance)
}

func (f *fragments) last() *fragment {
	if len(f.all) == 0 {
		return nil
	}
	return f.all[len(f.all)-1]
}

// continues tells whether a glyph goes on from where the fragment ended.
func (f *fragment) continues(x, y, size float64, angle int) bool {
	return angle == f.angle && math.Abs(y-f.y) < 0.1*f.size && math.Abs(size-f.size) < 0.2*f.size &&
		x > f.x1-0.6*size && x < f.x1+cellGap*size
}

func endsBlank(b *strings.Builder) bool {
	r, _ := utf8.DecodeLastRuneInString(b.String())
	return r == ' ' || r == '\u00a0'
}

// repeated tells whether the same glyph was drawn within a tenth of its size, and notes it if not.
func (f *fragments) repeated(text string, x, y, size float64) bool {
	near := max(size*0.1, 0.3)
	column, line := int32(math.Floor(x/near)), int32(math.Floor(y/near))
	for dx := int32(-1); dx <= 1; dx++ {
		for dy := int32(-1); dy <= 1; dy++ {
			if at, ok := f.seen[drawn{text, column + dx, line + dy}]; ok && math.Hypot(at[0]-x, at[1]-y) < near {
				return true
			}
		}
	}
	if f.seen == nil {
		f.seen = make(map[drawn][2]float64)
	}
	f.seen[drawn{text, column, line}] = [2]float64{x, y}
	return false
}

// turned gives the coordinates in which text that runs upwards, leftwards or downwards runs to the right.
func turned(x, y float64, angle int) (float64, float64) {
	switch angle {
	case 1:
		return y, -x
	case 2:
		return -x, -y
	case 3:
		return -y, x
	}
	return x, y
}
