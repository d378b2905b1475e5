package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

type book struct {
	code   string // USFM, such as "GEN"
	verses []verse
}

type verse struct {
	chapter, number int
	text            string
}

var heading = regexp.MustCompile(`^\$\$\$(.+) (\d+):(\d+)$`)

// read takes the books of a module in their order. Verses without text (an edition leaves some of them to a footnote)
// and books without verses are left out.
func read(source io.Reader) ([]*book, error) {
	lines := bufio.NewScanner(source)
	lines.Buffer(nil, 1<<20)
	var books []*book
	var current *verse
	var name string
	var body strings.Builder
	end := func() error {
		defer body.Reset()
		text := plain(body.String())
		if current == nil || current.number == 0 || text == "" {
			return nil
		}
		code, known := codes[name]
		if !known {
			return fmt.Errorf("the book %q is not known", name)
		}
		if len(books) == 0 || books[len(books)-1].code != code {
			books = append(books, &book{code: code})
		}
		current.text = text
		last := books[len(books)-1]
		last.verses = append(last.verses, *current)
		return nil
	}
	for lines.Scan() {
		line := lines.Text()
		if !strings.HasPrefix(line, "$$$") {
			body.WriteString(line)
			body.WriteByte(' ')
			continue
		}
		if err := end(); err != nil {
			return nil, err
		}
		current = nil
		if found := heading.FindStringSubmatch(line); found != nil {
			name, current = found[1], &verse{}
			if _, err := fmt.Sscan(found[2], &current.chapter); err != nil {
				return nil, err
			}
			if _, err := fmt.Sscan(found[3], &current.number); err != nil {
				return nil, err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return books, end()
}

// What is not the text itself: the glossary at the end, footnotes, headings (those of the psalms among them) and who speaks in the Song of Songs.
var (
	others   = regexp.MustCompile(`(?s)<div\b[^>]*type="glossary".*`)
	added    = regexp.MustCompile(`</?transChange\b[^>]*>`)
	notes    = regexp.MustCompile(`(?s)<note\b.*?</note>`)
	headings = regexp.MustCompile(`(?s)<(title|speaker)\b.*?</(title|speaker)>`)
	lines    = regexp.MustCompile(`</?(div|l|lg|lb|chapter|milestone)\b[^>]*>`)
	tags     = regexp.MustCompile(`<[^>]*>`)
	spaces   = regexp.MustCompile(`\s+`)
	loose    = regexp.MustCompile(` ([,.;:!?”’)\]])`)
	entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")
)

// noteMark stands for a footnote until the tags around it are gone.
const noteMark = "\x00"

// plain is a verse without its markup.
func plain(marked string) string {
	text := notes.ReplaceAllString(others.ReplaceAllString(marked, ""), noteMark)
	text = added.ReplaceAllString(text, additionMark)
	text = headings.ReplaceAllString(text, " ")
	text = lines.ReplaceAllString(text, " ")
	text = entities.Replace(tags.ReplaceAllString(text, ""))
	text = closeNotes(text)
	text = strings.TrimSpace(spaces.ReplaceAllString(text, " "))
	return loose.ReplaceAllString(text, "$1")
}

// closeNotes takes the marks out. The source sometimes has no space of its own between two words with a footnote
// between them.
func closeNotes(text string) string {
	parts := strings.Split(text, noteMark)
	var closed strings.Builder
	for i, part := range parts {
		if i > 0 && startsWord(part) && !strings.HasSuffix(parts[i-1], " ") {
			closed.WriteByte(' ')
		}
		closed.WriteString(part)
	}
	return closed.String()
}

func startsWord(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) || unicode.IsDigit(first) || first == '“' || first == '‘' || first == '('
}
