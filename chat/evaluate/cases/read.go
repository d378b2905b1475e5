package cases

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"narthex/chat/church"
)

// FileFault is what is the matter with a file of cases.
type FileFault struct {
	Case  int    // which of them, from 1; 0: the file itself
	Field string // see Fault
	Code  string // see Fault; of the file: unreadable, empty, many, no_question or not_utf8
	Why   string // where the file cannot be read, in the reader's English
}

func (f *FileFault) Error() string {
	if f.Case == 0 {
		return strings.TrimSpace("cases cannot be read: " + f.Code + " " + f.Why)
	}
	return fmt.Sprintf("case %d: %s: %s", f.Case, f.Field, f.Code)
}

// LargestFile is how large a file of cases may be, in bytes.
const LargestFile = 4 << 20

// Read reads a file of cases in YAML or JSON. An error is a *FileFault.
func Read(content []byte) ([]Case, error) {
	if len(content) > LargestFile {
		return nil, &FileFault{Code: "many"}
	}
	if !utf8.Valid(content) {
		return nil, &FileFault{Code: "not_utf8"}
	}
	var all []Case
	if err := yaml.UnmarshalWithOptions(content, &all, yaml.Strict()); err != nil {
		return nil, &FileFault{Code: "unreadable", Why: err.Error()}
	}
	return checked(all)
}

func checked(all []Case) ([]Case, error) {
	switch {
	case len(all) == 0:
		return nil, &FileFault{Code: "empty"}
	case len(all) > MostCases:
		return nil, &FileFault{Code: "many"}
	}
	for i := range all {
		all[i] = all[i].Clean()
		if faults := all[i].Faults(); len(faults) > 0 {
			return nil, &FileFault{Case: i + 1, Field: faults[0].Field, Code: faults[0].Code}
		}
	}
	return all, nil
}

// Columns are those of a file in CSV.
var Columns = []string{"question", "agent", "language", "tier", "must_say", "must_not_say"}

// separator stands between several sayings of a cell.
const separator = "|"

// ReadCSV reads a file of cases in CSV, with commas, semicolons or tabs, text in UTF-8. An error is a *FileFault.
func ReadCSV(text string) ([]Case, error) {
	reader, at, err := openCSV(strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		return nil, err
	}
	var all []Case
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return checked(all)
		}
		if err != nil {
			return nil, &FileFault{Code: "unreadable", Why: err.Error()}
		}
		if len(all) > MostCases {
			return nil, &FileFault{Code: "many"}
		}
		cell := func(column string) string {
			if i, there := at[column]; there && i < len(cells) {
				return meant(strings.TrimSpace(cells[i]))
			}
			return ""
		}
		if !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }) {
			continue
		}
		all = append(all, Case{
			Question: cell("question"), Agent: church.Agent(strings.ToLower(cell("agent"))), Language: cell("language"), Tier: Tier(cell("tier")),
			MustSay: strings.Split(cell("must_say"), separator), MustNotSay: strings.Split(cell("must_not_say"), separator),
		})
	}
}

// openCSV reads the first line, and says where the file has which column.
func openCSV(text string) (*csv.Reader, map[string]int, error) {
	for _, comma := range []rune{',', ';', '\t'} {
		reader := csv.NewReader(strings.NewReader(text))
		reader.Comma, reader.FieldsPerRecord = comma, -1
		first, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil, nil, &FileFault{Code: "empty"}
		}
		at := make(map[string]int)
		for i, name := range first {
			at[strings.ToLower(strings.TrimSpace(name))] = i
		}
		if _, asks := at["question"]; err == nil && asks {
			return reader, at, nil
		}
	}
	return nil, nil, &FileFault{Code: "no_question"}
}

// WriteCSV writes cases as ReadCSV reads them. What was said before is not in it.
func WriteCSV(w io.Writer, all []Case) error {
	out := csv.NewWriter(w)
	if err := out.Write(Columns); err != nil {
		return err
	}
	for _, c := range all {
		err := out.Write([]string{
			harmless(c.Question), string(c.Agent), c.Language, string(c.Tier),
			harmless(strings.Join(c.MustSay, separator)), harmless(strings.Join(c.MustNotSay, separator)),
		})
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// meant is a cell as it was before harmless.
func meant(cell string) string {
	if rest, marked := strings.CutPrefix(cell, "'"); marked && harmless(rest) != rest {
		return rest
	}
	return cell
}

// harmless has a spreadsheet show a cell rather than compute it.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r'", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
