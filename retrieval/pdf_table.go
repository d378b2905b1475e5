package retrieval

import (
	"math"
	"strings"

	"narthex/retrieval/pdftext"
)

// tableAt returns how many lines, from the first on, form a table: rows of several cells, with lines between them that
// only go on within a cell. 0: the first line begins none.
func (b *pdfBlocks) tableAt(lines []pdftext.Line) int {
	if !isTableRow(lines[0]) {
		return 0
	}
	rows, end := 1, 1
	for i := 1; i < len(lines); i++ {
		previous, line := lines[i-1], lines[i]
		if distance := previous.Y - line.Y; distance <= 0 || distance > 3*max(b.style.leading, 1.15)*line.Size {
			break
		}
		if isTableRow(line) {
			rows++
			end = i + 1
			continue
		}
		if !goesOnInCell(lines[:i], line) {
			break
		}
		end = i + 1
	}
	if rows < 2 {
		return 0
	}
	return end
}

// isTableRow tells a line of several cells; the mark of a list's item is no cell.
func isTableRow(line pdftext.Line) bool {
	return len(line.Cells) > 1 && !isListItem(line.Cells[0].Text+" x")
}

// goesOnInCell tells a line that stands under a cell of the rows above other than the first of its row.
func goesOnInCell(above []pdftext.Line, line pdftext.Line) bool {
	starts := columnStarts(above)
	return len(line.Cells) == 1 && len(starts) > 1 && nearestColumn(starts, line.Cells[0].X0) > 0 &&
		line.Cells[0].X0 > starts[1]-line.Size
}

// columnStarts are the left edges of the cells of the row that has most of them.
func columnStarts(lines []pdftext.Line) []float64 {
	most := lines[0]
	for _, line := range lines {
		if len(line.Cells) > len(most.Cells) {
			most = line
		}
	}
	starts := make([]float64, len(most.Cells))
	for i, cell := range most.Cells {
		starts[i] = cell.X0
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

// tableText is the table row by row, cells parted by bars; what goes on in a cell joins it.
func tableText(lines []pdftext.Line) string {
	starts := columnStarts(lines)
	var rows [][]string
	for _, line := range lines {
		cells := make([]string, len(starts))
		for _, cell := range line.Cells {
			at := nearestColumn(starts, cell.X0)
			cells[at] = strings.TrimSpace(cells[at] + " " + cell.Text)
		}
		if n := len(rows); n > 0 && !isTableRow(line) {
			for i, text := range cells {
				rows[n-1][i] = strings.TrimSpace(rows[n-1][i] + " " + text)
			}
			continue
		}
		rows = append(rows, cells)
	}
	texts := make([]string, len(rows))
	for i, row := range rows {
		texts[i] = strings.TrimRight(strings.Join(row, " | "), " |")
	}
	return strings.Join(texts, "\n")
}
