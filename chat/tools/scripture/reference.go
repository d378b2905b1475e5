package scripture

import (
	"errors"
	"fmt"
	"strings"
)

// What can be wrong with a reference. The errors that wrap them say what, in English and for a reader who can put it
// right: "Psalms has 150 chapters".
var (
	ErrNotUnderstood = errors.New("the reference is not understood")
	ErrNotThere      = errors.New("there is no such passage")
)

// Reference is a passage, or several of one book.
type Reference struct {
	Book  *Book
	Spans []Span
}

// Span is from one verse to another, both included.
type Span struct{ From, To Point }

// Point is a verse. In a span's From, verse 0 is the beginning of the chapter, in its To the end.
type Point struct{ Chapter, Verse int }

func notUnderstood(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNotUnderstood, fmt.Sprintf(format, args...))
}

func notThere(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNotThere, fmt.Sprintf(format, args...))
}

// In writes the reference as it is cited in a language: "1 Corinthians 13:4–7", "Salmo 23", "Jude 5", "Génesis 1:1–2:3".
func (r Reference) In(language string) string {
	if r.Book == nil {
		return ""
	}
	var out strings.Builder
	out.WriteString(r.Book.Cited(language))
	chapter := 0 // whose verses are being listed, 0 when whole chapters are
	for i, span := range r.Spans {
		if r.Book.Chapters == 1 && span == (Span{Point{1, 0}, Point{1, 0}}) {
			return r.Book.Cited(language)
		}
		switch {
		case i == 0 && r.Book.Code == "PS2": // its name, "Psalm 151", is a chapter already
			out.WriteByte(':')
			chapter = 1
		case i == 0 && r.Book.Chapters == 1:
			out.WriteByte(' ')
			if len(r.Spans) > 1 || span != firstVerse { // "Jude 1" is the book
				chapter = 1
			}
		case i == 0:
			out.WriteByte(' ')
		case span.From.Verse > 0 && span.From.Chapter == chapter:
			out.WriteString(", ")
		default:
			out.WriteString("; ")
		}
		chapter = span.write(&out, chapter)
	}
	return out.String()
}

var firstVerse = Span{Point{1, 1}, Point{1, 1}}

// write gives the chapter whose verses follow without it.
func (s Span) write(out *strings.Builder, chapter int) int {
	from, to := s.From, s.To
	switch {
	case from.Verse == 0 && to.Verse == 0 && from.Chapter == to.Chapter:
		fmt.Fprint(out, from.Chapter)
		return 0
	case from.Verse == 0 && to.Verse == 0:
		fmt.Fprintf(out, "%d–%d", from.Chapter, to.Chapter)
		return 0
	case from.Chapter == chapter:
		fmt.Fprint(out, max(from.Verse, 1))
	default:
		fmt.Fprintf(out, "%d:%d", from.Chapter, max(from.Verse, 1))
	}
	switch {
	case to.Chapter != from.Chapter && to.Verse > 0:
		fmt.Fprintf(out, "–%d:%d", to.Chapter, to.Verse)
	case to.Verse > from.Verse:
		fmt.Fprintf(out, "–%d", to.Verse)
	}
	return to.Chapter
}
