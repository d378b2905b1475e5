package scripture

import (
	"strconv"
	"strings"
)

// maxVerses is how many verses are given at once.
const maxVerses = 40

// Verse is one verse's text.
type Verse struct {
	Chapter, Number int
	Text            string
}

// Passage is what a reference names, in one edition.
type Passage struct {
	Edition   *Edition
	Reference Reference // what is given, which is less than was asked for if it is longer than maxVerses
	LeftOut   Reference // the rest; Book is nil when nothing is left out
	Verses    []Verse
}

// Lookup finds a passage. The errors wrap ErrNotThere: "Psalm 23 has 6 verses in the World English Bible". A span may
// end beyond its chapter: editions differ by a verse in places.
func Lookup(edition *Edition, reference Reference) (Passage, error) {
	if reference.Book == nil || !edition.Has(reference.Book) {
		return Passage{}, notThere("the %s has no such book", edition.Name)
	}
	text, err := edition.books()[reference.Book.Code].unpack()
	if err != nil {
		return Passage{}, err
	}
	passage := Passage{Edition: edition, Reference: Reference{Book: reference.Book}, LeftOut: Reference{Book: reference.Book}}
	for _, span := range reference.Spans {
		if err := edition.checkSpan(reference.Book, span); err != nil {
			return Passage{}, err
		}
		passage.take(text, span)
	}
	if len(passage.Verses) == 0 {
		return Passage{}, notThere("the %s leaves %s to a footnote, as not all manuscripts have it", edition.Name, reference.In("en"))
	}
	if len(passage.LeftOut.Spans) == 0 {
		passage.LeftOut = Reference{}
	}
	return passage, nil
}

func (e *Edition) checkSpan(book *Book, span Span) error {
	for _, point := range [...]Point{span.From, span.To} {
		if last := e.LastVerse(book, point.Chapter); last == 0 {
			return notThere("%s has %s in the %s", book.Name("en"), counted(len(e.books()[book.Code].lastVerses), "chapter"), e.Name)
		}
	}
	last := e.LastVerse(book, span.From.Chapter)
	if span.From.Verse <= last {
		return nil
	}
	if elsewhere, moved := movedVerses[e.ID][book.Code][span.From]; moved {
		return notThere("the %s prints it as %s", e.Name, elsewhere)
	}
	return notThere("%s %d has %s in the %s", book.Cited("en"), span.From.Chapter, counted(last, "verse"), e.Name)
}

// movedVerses are verses that an edition prints elsewhere than most Bibles.
var movedVerses = map[string]map[string]map[Point]string{
	"web": {"ROM": {{16, 25}: "Romans 14:24–26", {16, 26}: "Romans 14:25–26", {16, 27}: "Romans 14:26"}},
}

// take adds the verses of a span as long as there is room, and what there is no room for to LeftOut.
func (p *Passage) take(text *bookText, span Span) {
	for chapter := span.From.Chapter; chapter <= span.To.Chapter; chapter++ {
		first, last := 1, maxNumber
		if chapter == span.From.Chapter {
			first = max(span.From.Verse, 1)
		}
		if chapter == span.To.Chapter && span.To.Verse > 0 {
			last = span.To.Verse
		}
		all := between(text.chapter(chapter), first, last)
		whole := len(all) == len(text.chapter(chapter))
		given := all[:min(len(all), maxVerses-len(p.Verses))]
		p.Verses = append(p.Verses, given...)
		goesOn := chapter > span.From.Chapter
		p.Reference.add(given, whole && len(given) == len(all), goesOn)
		p.LeftOut.add(all[len(given):], whole && len(given) == 0, goesOn)
	}
}

func between(verses []Verse, first, last int) []Verse {
	from := 0
	for from < len(verses) && verses[from].Number < first {
		from++
	}
	to := from
	for to < len(verses) && verses[to].Number <= last {
		to++
	}
	return verses[from:to]
}

// add lists verses of one chapter, as the last span's continuation if they go on where it ends.
func (r *Reference) add(verses []Verse, whole, goesOn bool) {
	if len(verses) == 0 {
		return
	}
	first, last := verses[0], verses[len(verses)-1]
	span := Span{Point{first.Chapter, first.Number}, Point{last.Chapter, last.Number}}
	if whole {
		span.From.Verse, span.To.Verse = 0, 0
	}
	if n := len(r.Spans); goesOn && n > 0 && r.Spans[n-1].To.Chapter+1 == first.Chapter {
		r.Spans[n-1].extend(span, last)
		return
	}
	r.Spans = append(r.Spans, span)
}

// extend lengthens the span by one that begins with the next chapter.
func (s *Span) extend(by Span, last Verse) {
	if s.From.Verse == 0 && by.To.Verse == 0 {
		s.To = by.To
		return
	}
	s.From.Verse = max(s.From.Verse, 1)
	s.To = Point{last.Chapter, last.Number}
}

// Text is the passage in one piece, each verse with its number before it, a chapter's first one with the chapter too
// if there is more than one.
func (p Passage) Text() string {
	var out strings.Builder
	for i, verse := range p.Verses {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteByte('[')
		if several := p.Verses[0].Chapter != p.Verses[len(p.Verses)-1].Chapter; several && (i == 0 || verse.Chapter != p.Verses[i-1].Chapter) {
			out.WriteString(strconv.Itoa(verse.Chapter) + ":")
		}
		out.WriteString(strconv.Itoa(verse.Number) + "] " + verse.Text)
	}
	return out.String()
}
