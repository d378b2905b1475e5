package snippet

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// Section is a piece of a text under one heading, in sentences.
type Section struct {
	Heading   string // "" before the first
	Sentences []string
	Name      string // of an item of its own, with which its first sentence begins; "" for none
}

var (
	bulletLine = regexp.MustCompile(`^(?:[-*•]|\d{1,2}[.)])\s+`)
	runIn      = regexp.MustCompile(`^((?:[-*•]\s+)?)\*\*([^*]{1,60}?)[.:]?\*\*[.:]?\s+`)
	emphasis   = regexp.MustCompile(`\*\*|__|` + "`")
)

// Sections splits a text. Sentences are found across the line breaks of text that was wrapped; list items and rows of
// tables are sentences of their own.
func Sections(text string) []Section {
	found := []Section{{}}
	var paragraph, columns []string
	item := "" // what the paragraph is about, by the bold letters that it begins with
	current := func() *Section { return &found[len(found)-1] }
	flush := func() {
		text := strings.Join(paragraph, " ")
		if isHeading(text) {
			found = append(found, Section{Heading: numbered.ReplaceAllString(text, "")})
		} else if text != "" && item != "" {
			found = append(found, Section{Heading: current().Heading, Sentences: words.Sentences(text), Name: item})
		} else if text != "" {
			found = append(found, runInHeading(current().Heading, words.Sentences(text)))
		}
		paragraph, item = paragraph[:0], ""
	}
	for line := range strings.Lines(text) {
		written := strings.TrimSpace(line)
		line = plain(written)
		if !strings.Contains(line, "|") {
			columns = nil
		}
		switch {
		case strings.HasPrefix(line, "#"):
			flush()
			found = append(found, Section{Heading: strings.Trim(line, "# ")})
		case !strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }): // empty, or a rule
			flush()
		case strings.HasPrefix(line, "|") || strings.Contains(line, " | "):
			flush()
			cells := tableCells(line)
			if columns == nil {
				columns = cells
				continue
			}
			if current().Name != "" { // the rows are of more than the item above them
				found = append(found, Section{Heading: current().Heading})
			}
			current().Sentences = append(current().Sentences, tableRow(columns, cells))
		case bulletLine.MatchString(line):
			flush()
			paragraph, item = append(paragraph, bulletLine.ReplaceAllString(line, "")), boldName(bulletLine.ReplaceAllString(written, ""))
		default:
			if name := boldName(written); name != "" && (len(paragraph) == 0 || endsSentence(paragraph[len(paragraph)-1])) {
				flush()
				item = name
			}
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return found
}

// endsSentence reports whether a line ends there, so that the next is no more of it.
func endsSentence(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	return strings.ContainsRune(".!?:;", last)
}

var numbered = regexp.MustCompile(`^\d{1,2}(?:\.\d{1,2})*\.?\s+`)

const (
	headingLetters = 60
	runInWords     = 3
)

// isHeading reports whether a paragraph is a heading that lost its mark when the document was read: a few words without an end.
func isHeading(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && len(text) <= headingLetters && unicode.IsLetter(last) && !strings.ContainsAny(numbered.ReplaceAllString(text, ""), "0123456789:;@|")
}

// runInHeading reads "Alcohol. None on the property." as what it is: a heading and its sentences, of which the first keeps it.
func runInHeading(above string, said []string) Section {
	if len(said) < 2 || len(strings.Fields(said[0])) > runInWords || !strings.HasSuffix(said[0], ".") || yesOrNo.MatchString(said[0]+" ") {
		return Section{Heading: above, Sentences: said}
	}
	name := strings.TrimSuffix(said[0], ".")
	return Section{Heading: above + " " + name, Sentences: append([]string{name + ": " + said[1]}, said[2:]...), Name: name}
}

// boldName is the heading in bold letters that a line begins with, "" for none.
func boldName(line string) string {
	if found := runIn.FindStringSubmatch(line); found != nil {
		return found[2]
	}
	return ""
}

// plain takes out Markdown's emphasis. A heading within its line, in bold letters, gets a colon.
func plain(line string) string {
	if !strings.ContainsAny(line, "*_`") {
		return line
	}
	return strings.TrimSpace(emphasis.ReplaceAllString(runIn.ReplaceAllString(line, "$1$2: "), ""))
}

func tableCells(line string) []string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// tableRow reads a row aloud: its first cell, then the others under their columns' names.
func tableRow(columns, cells []string) string {
	var parts []string
	for i, cell := range cells[1:] {
		if cell == "" {
			continue
		}
		if i+1 < len(columns) && columns[i+1] != "" {
			cell = columns[i+1] + ": " + cell
		}
		parts = append(parts, cell)
	}
	return cells[0] + " (" + strings.Join(parts, "; ") + ")."
}
