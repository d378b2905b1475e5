package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// extractPlain reads plain text: blank lines part paragraphs, lines that begin alike with a mark are lists, a form feed
// begins a page, and a short line in capitals or underlined with === or --- is a heading.
func extractPlain(c *collector, content []byte) error {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(Decode(content))
	pages := strings.Split(text, "\f")
	if len(pages) > maxPages {
		return ErrTooLarge
	}
	if len(pages) > 1 {
		c.Pages = len(pages)
	}
	for number, page := range pages {
		p := &plainPage{collector: c}
		if len(pages) > 1 {
			p.number = number + 1
		}
		for line := range strings.Lines(page) {
			if err := p.line(strings.TrimRight(line, "\n")); err != nil {
				return err
			}
		}
		if err := p.flush(); err != nil {
			return err
		}
	}
	return nil
}

// plainPage gathers the lines of the block that is being read.
type plainPage struct {
	collector *collector
	number    int
	lines     []string
	list      bool
}

func (p *plainPage) line(line string) error {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return p.flush()
	}
	if level := underline(trimmed); level > 0 && len(p.lines) == 1 && !p.list {
		heading := p.lines[0]
		p.lines = nil
		return p.collector.heading(level, heading, p.number)
	}
	item := isListItem(trimmed)
	if item && !p.list {
		if err := p.flush(); err != nil {
			return err
		}
		p.list = true
	}
	if p.list && !item { // the item's second line
		p.lines[len(p.lines)-1] += " " + trimmed
		return nil
	}
	p.lines = append(p.lines, trimmed)
	return nil
}

func (p *plainPage) flush() error {
	lines, list := p.lines, p.list
	p.lines, p.list = nil, false
	switch {
	case len(lines) == 0:
		return nil
	case list:
		return p.collector.add(Block{Kind: List, Text: strings.Join(lines, "\n"), Page: p.number})
	case len(lines) == 1 && looksLikeHeading(lines[0]):
		return p.collector.heading(2, lines[0], p.number)
	case looksLikeColumns(lines):
		return p.collector.add(Block{Kind: List, Text: strings.Join(lines, "\n"), Page: p.number})
	default:
		return p.collector.add(Block{Text: strings.Join(lines, " "), Page: p.number})
	}
}

// underline returns the heading level of a line of equals signs (1) or hyphens (2), as in the original e-mail style.
func underline(line string) int {
	switch {
	case len(line) >= 3 && strings.Trim(line, "=") == "":
		return 1
	case len(line) >= 3 && strings.Trim(line, "-") == "":
		return 2
	}
	return 0
}

// isListItem tells "- ...", "* ...", "• ...", "3. ..." and "a) ...".
func isListItem(line string) bool {
	mark, rest, ok := strings.Cut(line, " ")
	if !ok || strings.TrimSpace(rest) == "" {
		return false
	}
	switch mark {
	case "-", "*", "+", "•", "·", "–", "—", "◦", "▪", "‣", "●", "○", "■":
		return true
	}
	if n := len(mark); n >= 2 && n <= 4 && (mark[n-1] == '.' || mark[n-1] == ')') {
		number := mark[:n-1]
		return strings.Trim(number, "0123456789") == "" || len(number) == 1 && mark[n-1] == ')' && unicode.IsLetter(rune(number[0]))
	}
	return false
}

// looksLikeHeading tells a short line of capitals without a full stop, such as "MASS TIMES".
func looksLikeHeading(line string) bool {
	if utf8.RuneCountInString(line) > 80 || strings.HasSuffix(line, ".") || strings.HasSuffix(line, ",") {
		return false
	}
	capitals := 0 // a script without them shows nothing by them
	for _, r := range line {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals >= 3
}

// looksLikeColumns tells lines that belong apart, such as a timetable: several, most of them short.
func looksLikeColumns(lines []string) bool {
	if len(lines) < 3 {
		return false
	}
	short := 0
	for _, line := range lines {
		if utf8.RuneCountInString(line) <= 50 {
			short++
		}
	}
	return short*4 >= len(lines)*3
}
