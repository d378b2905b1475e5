// FAQs as a CSV file, in and out.

package faqs

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"narthex/admin/access"
	"narthex/admin/transfer"
	"narthex/retrieval/extract"
)

// columns are those of the CSV file, in and out.
var columns = []string{"question", "answer", "faq_category", "visibility", "exact_response"}

// export is GET /admin/training/faqs.csv: all FAQs, or none of them but the head with ?template.
func (h *Handler) export(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	err := h.downloads.CSV(r.Context(), w, a.ChurchID, a.Church.Slug+"-faqs.csv", func(ctx context.Context, out *csv.Writer) error {
		if err := out.Write(columns); err != nil || r.URL.Query().Has("template") {
			return err
		}
		return h.store.each(ctx, a, func(f FAQ) error {
			return out.Write(cellsOf(Draft{f.Question, f.Answer, f.Category, f.Visibility, f.Exact}))
		})
	})
	return transfer.Refused(h.parts.Pages.Asked(r, a.Church.Language), err)
}

// cellsOf is a FAQ as a line of a file has it.
func cellsOf(d Draft) []string {
	return []string{harmless(d.Question), harmless(d.Answer), harmless(d.Category), d.Visibility, strconv.FormatBool(d.Exact)}
}

// harmless has a spreadsheet show a cell rather than compute it. What begins with the mark of that gets another, which is taken off again.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r'", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

// meant is a cell as it was before harmless.
func meant(cell string) string {
	if rest, marked := strings.CutPrefix(cell, "'"); marked && harmless(rest) != rest {
		return rest
	}
	return cell
}

// line is a FAQ in a file.
type line struct {
	Number int // from 1
	Draft
	unsaid unsaid
	Fault  string // why it cannot be stored, the end of a text's key; empty: nothing is known to be the matter
}

// unsaid is what a line leaves empty, or its file has no column for: of a FAQ that is there already, it stays as it is.
type unsaid struct{ category, visibility, exact bool }

// over is the line as a change of a FAQ.
func (l line) over(was Draft) Draft {
	d := l.Draft
	if l.unsaid.category {
		d.Category = was.Category
	}
	if l.unsaid.visibility {
		d.Visibility = was.Visibility
	}
	if l.unsaid.exact {
		d.Exact = was.Exact
	}
	return d
}

// cells is the line as it stood in the file.
func (l line) cells() []string {
	cells := cellsOf(l.Draft)
	if l.unsaid.visibility {
		cells[3] = ""
	}
	if l.unsaid.exact {
		cells[4] = ""
	}
	return cells
}

// mostLines is how many FAQs one file may hold.
const mostLines = 10_000

// fileFault is what is the matter with a whole file.
type fileFault struct {
	code string // the end of a text's key
	line int    // where; 0: nowhere in particular
}

func (f *fileFault) Error() string { return "the file cannot be read: " + f.code }

// headings are the names that columns go by, in lower case.
var headings = map[string]string{
	"question": "question", "answer": "answer", "faq_category": "category", "category": "category", "visibility": "visibility", "exact_response": "exact",
	"pregunta": "question", "respuesta": "answer", "categoría": "category", "categoria": "category", "visibilidad": "visibility", "exacta": "exact",
}

// readCSV reads a file as spreadsheets write it: of whatever encoding, with commas, semicolons or tabs. A line that cannot be stored
// has a fault; nothing is read of a file of which a line cannot even be told from the next.
func readCSV(content []byte) ([]line, error) {
	if slices.ContainsFunc([]string{"PK\x03\x04", "%PDF", "\xd0\xcf\x11\xe0"}, func(mark string) bool { return strings.HasPrefix(string(content[:min(len(content), 8)]), mark) }) {
		return nil, &fileFault{code: "not_csv"}
	}
	text := strings.TrimPrefix(extract.Decode(content), "\ufeff")
	reader, at, err := open(text)
	if err != nil {
		return nil, err
	}
	var lines []line
	known := make(map[string]bool)
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if broken, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, &fileFault{"broken", broken.StartLine}
		}
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			continue
		}
		if len(lines) == mostLines {
			return nil, &fileFault{code: "too_many"}
		}
		read := lineOf(cells, at)
		read.Number, _ = reader.FieldPos(0)
		if asked := strings.ToLower(read.Question); read.Fault == "" {
			if known[asked] {
				read.Fault = "twice"
			}
			known[asked] = true
		}
		lines = append(lines, read)
	}
	if len(lines) == 0 {
		return nil, &fileFault{code: "empty"}
	}
	return lines, nil
}

// open reads a file's first line, and says where it has which column.
func open(text string) (*csv.Reader, map[string]int, error) {
	for _, comma := range []rune{',', ';', '\t'} {
		reader := csv.NewReader(strings.NewReader(text))
		reader.Comma, reader.FieldsPerRecord = comma, -1
		first, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil, nil, &fileFault{code: "empty"}
		}
		at := make(map[string]int)
		for i, name := range first {
			if column := headings[strings.ToLower(strings.TrimSpace(name))]; column != "" {
				at[column] = i
			}
		}
		_, asks := at["question"]
		_, answers := at["answer"]
		if err == nil && asks && answers {
			return reader, at, nil
		}
	}
	return nil, nil, &fileFault{code: "no_columns"}
}

// lineOf reads a line whose columns are at those places.
func lineOf(cells []string, at map[string]int) (read line) {
	cell := func(column string) string {
		if i, ok := at[column]; ok && i < len(cells) {
			return meant(cells[i])
		}
		return ""
	}
	exact, understood := yes(cell("exact"))
	empty := func(column string) bool { return strings.TrimSpace(cell(column)) == "" }
	read.unsaid = unsaid{category: empty("category"), visibility: empty("visibility"), exact: empty("exact")}
	read.Draft = Draft{Question: cell("question"), Answer: cell("answer"), Category: cell("category"), Visibility: strings.ToLower(strings.TrimSpace(cell("visibility"))), Exact: exact}.clean() // what is unsaid: as a new FAQ has it
	faults := read.faults()
	for _, field := range []string{"question", "answer", "faq_category", "visibility"} {
		if key, ok := faults[field]; ok && read.Fault == "" {
			read.Fault = strings.TrimPrefix(key, faultKeys)
		}
	}
	if !understood && read.Fault == "" {
		read.Fault = "exact"
	}
	return read
}

// yes reads whether something is so.
func yes(cell string) (is, understood bool) {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "true", "yes", "y", "1", "x", "sí", "si", "verdadero":
		return true, true
	case "", "false", "no", "n", "0", "falso":
		return false, true
	}
	return false, false
}
