package extract

import (
	"slices"
	"unicode/utf8"

	"narthex/retrieval/extract/pdftext"
)

// pdfStyle is what a document's sizes and distances tell.
type pdfStyle struct {
	body    float64         // size of most of the text, in points
	levels  map[float64]int // heading levels of the larger sizes
	leading float64         // distance of the lines of a paragraph, in units of their size
}

// Sizes, in units of the body's, that make a heading.
const (
	headingSize          = 1.12
	uncertainHeadingSize = 1.4
	maxHeadingSizes      = 4
)

func newPDFStyle(pages []pdftext.Page) pdfStyle {
	characters := make(map[float64]int)
	var leadings []float64
	for _, page := range pages {
		for i, line := range page.Lines {
			characters[line.Size] += utf8.RuneCountInString(line.Text())
			if i > 0 && page.Lines[i-1].Size == line.Size && line.Size > 0 {
				if d := (page.Lines[i-1].Y - line.Y) / line.Size; d > 0.9 && d < 2.2 {
					leadings = append(leadings, d)
				}
			}
		}
	}
	s := pdfStyle{leading: 1.25, levels: make(map[float64]int)}
	s.body = median(characters)
	if len(leadings) > 0 {
		slices.Sort(leadings)
		s.leading = leadings[len(leadings)/2]
	}
	s.rank(characters)
	return s
}

// median is the size that half of the characters do not exceed. Unlike the commonest size it holds where scanned text was
// recognised, and every line has a size of its own.
func median(characters map[float64]int) float64 {
	var sizes []float64
	total, below := 0, 0
	for size, count := range characters {
		sizes = append(sizes, size)
		total += count
	}
	slices.Sort(sizes)
	for _, size := range sizes {
		if below += characters[size]; below*2 >= total {
			return size
		}
	}
	return 0
}

// rank gives the largest size level 1, and so on. Sizes that are nearly the same count as one.
func (s pdfStyle) rank(characters map[float64]int) {
	bar := headingSize
	if larger(characters, s.body*bar)*5 > larger(characters, 0) {
		bar = uncertainHeadingSize // a fifth of a text is not headings
	}
	var sizes []float64
	for size := range characters {
		if size >= s.body*bar {
			sizes = append(sizes, size)
		}
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	level, largest := 0, 0.0 // of the level
	for _, size := range sizes {
		if level == 0 || size < 0.96*largest {
			level, largest = min(level+1, maxHeadingSizes), size
		}
		s.levels[size] = level
	}
}

// larger counts the characters of a size or more.
func larger(characters map[float64]int, size float64) (count int) {
	for s, n := range characters {
		if s >= size {
			count += n
		}
	}
	return count
}

// headingLevel returns the level of a line that looks like a heading, or 0: it is larger than the body, or bold and short
// and does not end like a sentence.
func (s pdfStyle) headingLevel(line pdftext.Line) int {
	text := line.Text()
	if utf8.RuneCountInString(text) > MaxHeading || isListItem(text) && !line.Bold {
		return 0
	}
	if level := s.levels[line.Size]; level > 0 {
		return level
	}
	last := text[len(text)-1]
	if line.Bold && len(line.Cells) == 1 && line.Size >= s.body*0.95 && utf8.RuneCountInString(text) <= 90 && last != '.' && last != ',' && last != ';' {
		return s.deepest() + 1
	}
	return 0
}

func (s pdfStyle) deepest() (deepest int) {
	for _, level := range s.levels {
		deepest = max(deepest, level)
	}
	return deepest
}
