package settings

// control is what a field is edited in. The template decides what it looks like by Input.
type control struct {
	Path, ID    string
	Label, Hint string
	// Input is text, email, tel, url, number, date, time or datetime-local (an input of that type), or area, lines, check,
	// select, group (of Parts) or rows.
	Input    string
	Value    string
	Checked  bool
	Required bool
	ReadOnly bool
	Least    string
	Longest  int
	Options  []option
	Parts    []control
	Rows     [][]control
	Blank    []control // of rows: a new one
	Add      string    // the label of the button that adds a row
}

type option struct {
	Value, Label string
	Chosen       bool
}

// in is a control with its label.
func (t *texts) in(input, path string) control {
	return control{Path: path, Label: t.label(path), Hint: t.hint(path), Input: input}
}
