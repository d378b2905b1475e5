package extract

import (
	"math"
	"strings"

	"narthex/retrieval/extract/pdftext"
)

// tableRow is the lines of one row of a table: one, or several that stand closer than lines of prose do, as they come when
// cells of one and of two lines are centred beside each other.
type tableRow struct {
	lines []pdftext.Line
	cells []tableCell // from left to right
}

// tableCell is the text that the row's lines have in one stretch of the page's width.
type tableCell struct {
	text   string
	x0, x1 float64
}

// closeLines is the distance, in units of what is usual, below which two lines cannot be lines of one paragraph.
const closeLines = 0.85

// rowAt gathers the row that begins with the first line.
func (b *pdfBlocks) rowAt(lines []pdftext.Line) tableRow {
	n := 1
	for n < len(lines) {
		if d := lines[n-1].Y - lines[n].Y; d <= 0 || d > closeLines*b.style.leading*lines[n].Size {
			break
		}
		n++
	}
	r := tableRow{lines: lines[:n]}
	for _, line := range r.lines {
		for _, cell := range line.Cells {
			r.take(cell)
		}
	}
	return r
}

// take adds text to the cell that it stands under or over, or puts a new cell in its place.
func (r *tableRow) take(cell pdftext.Cell) {
	at := 0
	for ; at < len(r.cells); at++ {
		own := &r.cells[at]
		if cell.X0 < own.x1 && cell.X1 > own.x0 {
			own.text += " " + cell.Text
			own.x0, own.x1 = min(own.x0, cell.X0), max(own.x1, cell.X1)
			return
		}
		if cell.X1 <= own.x0 {
			break
		}
	}
	r.cells = append(r.cells, tableCell{})
	copy(r.cells[at+1:], r.cells[at:])
	r.cells[at] = tableCell{cell.Text, cell.X0, cell.X1}
}

// isRow tells a row of several cells; the mark of a list's item is no cell.
func (r tableRow) isRow() bool {
	return len(r.cells) > 1 && !isListItem(r.cells[0].text+" x")
}

// tableAt returns the rows of the table that begins with the first line, and how many lines they are. A line that stands
// under a cell other than the first of its row goes on in that cell.
func (b *pdfBlocks) tableAt(lines []pdftext.Line) (rows []tableRow, used int) {
	if len(lines[0].Cells) < 2 && (len(lines) < 2 || len(lines[1].Cells) < 2) {
		return nil, 0 // the common case, decided cheaply
	}
	for at := 0; at < len(lines); {
		row := b.rowAt(lines[at:])
		if at > 0 {
			d := lines[at-1].Y - lines[at].Y
			if d <= 0 || d > 3*max(b.style.leading, 1.15)*lines[at].Size {
				break
			}
		}
		at += len(row.lines)
		if row.isRow() {
			rows, used = append(rows, row), at
			continue
		}
		if len(rows) == 0 || !goesOnInCell(rows, row) {
			break
		}
		for _, cell := range row.lines[0].Cells {
			rows[len(rows)-1].take(cell)
		}
		used = at
	}
	if len(rows) < 2 {
		return nil, 0
	}
	return rows, used
}

func goesOnInCell(rows []tableRow, row tableRow) bool {
	starts := columnStarts(rows)
	return len(row.cells) == 1 && len(row.lines) == 1 && len(starts) > 1 &&
		nearestColumn(starts, row.cells[0].x0) > 0 && row.cells[0].x0 > starts[1]-row.lines[0].Size
}

// columnStarts are the left edges of the cells of the row that has most of them.
func columnStarts(rows []tableRow) []float64 {
	most := rows[0]
	for _, row := range rows {
		if len(row.cells) > len(most.cells) {
			most = row
		}
	}
	starts := make([]float64, len(most.cells))
	for i, cell := range most.cells {
		starts[i] = cell.x0
	}
	return starts
}

func nearestColumn(starts []float64, x float64) int {
	best := 0
	for i, start := range starts {
		if math.Abs(start-x) < math.Abs(starts[best]-x) {
			best = i
		}
	}
	return best
}

// tableText is the table row by row, cells parted by bars.
func tableText(rows []tableRow) string {
	starts := columnStarts(rows)
	texts := make([]string, len(rows))
	for i, row := range rows {
		cells := make([]string, len(starts))
		for _, cell := range row.cells {
			at := nearestColumn(starts, cell.x0)
			cells[at] = strings.TrimSpace(cells[at] + " " + cell.text)
		}
		texts[i] = strings.TrimRight(strings.Join(cells, " | "), " |")
	}
	return strings.Join(texts, "\n")
}
