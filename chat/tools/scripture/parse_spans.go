package scripture

// parser reads what stands after the book.
type parser struct {
	book    *Book
	rest    []token
	divider rune // the sign between chapter and verse, once one was seen: ':' or '.' or ','
	chapter int  // the chapter whose verses are being listed; 0 when a bare number is a chapter
	several bool // the book's name is in the plural: "Psalms"
	lists   bool // the comma stands between chapters
}

// spans reads "3:16-18, 21; 4:2".
func (p *parser) spans() ([]Span, error) {
	if p.book.Chapters == 1 && !p.wholeOnly() {
		p.chapter = 1
	}
	var all []Span
	for {
		if len(all) == maxSpans {
			return nil, notUnderstood("it lists more than %d passages", maxSpans)
		}
		span, err := p.span()
		if err != nil {
			return nil, err
		}
		all = append(all, span)
		if len(p.rest) == 0 || p.rest[0].sign == '.' && len(p.rest) == 1 {
			return all, nil
		}
		if err := p.separator(); err != nil {
			return nil, err
		}
	}
}

// wholeOnly reports whether a one-chapter book is meant as a whole, "Jude 1" or "Jude, chapter 1", so that the number is
// no verse.
func (p *parser) wholeOnly() bool {
	rest := p.rest
	if len(rest) > 0 && chapterWords[rest[0].text] {
		return true
	}
	return len(rest) == 1 && rest[0].number == 1
}

func (p *parser) span() (Span, error) {
	from, err := p.point()
	if err != nil {
		return Span{}, err
	}
	span := Span{from, from}
	switch next := p.peek(); {
	case next.sign == '-' || isTo[next.text]:
		p.rest = p.rest[1:]
		if span.To, err = p.point(); err != nil {
			return Span{}, err
		}
	case next.text == "f" || next.text == "s":
		p.rest = p.rest[1:]
		if from.Verse > 0 {
			span.To.Verse++
		}
	case next.text == "ff" || next.text == "ss":
		p.rest = p.rest[1:]
		span.To.Verse = 0
	}
	return span, nil
}

var isTo = map[string]bool{"to": true, "through": true, "thru": true, "a": true, "al": true, "hasta": true}

var isAnd = map[string]bool{"and": true, "y": true, "e": true}

func (p *parser) peek() token {
	if len(p.rest) == 0 {
		return token{number: -1}
	}
	return p.rest[0]
}

// point reads "3:16", or "16" where the chapter is known, or the chapter alone.
func (p *parser) point() (Point, error) {
	p.skipChapterWords()
	if p.chapter > 0 && verseWords[p.peek().text] {
		p.skipVerseWords()
	}
	first := p.peek()
	if !first.isNumber() {
		return Point{}, p.expected()
	}
	p.rest = p.rest[1:]
	p.lists = p.lists || p.chapter == 0 && p.divider == 0 && p.listFollows(first.number)
	if p.dividerFollows() {
		p.rest = p.rest[1:]
		p.skipVerseWords()
		second := p.peek()
		if !second.isNumber() {
			return Point{}, p.expected()
		}
		p.rest = p.rest[1:]
		p.chapter = first.number
		return p.verse(second.number)
	}
	if p.chapter > 0 {
		return p.verse(first.number)
	}
	return Point{Chapter: first.number}, nil
}

// verse is one of the chapter being listed; the part of it that is meant ("16a") is passed over.
func (p *parser) verse(number int) (Point, error) {
	if number == 0 {
		return Point{}, notThere("verses begin with 1")
	}
	if letter := p.peek().text; letter == "b" || letter == "c" || letter == "a" && (len(p.rest) < 2 || !p.rest[1].isNumber()) {
		p.rest = p.rest[1:]
	}
	return Point{p.chapter, number}, nil
}

// dividerFollows reports whether the next token divides chapter and verse. The comma does in "Jn 3,16", and then the
// full stop lists.
func (p *parser) dividerFollows() bool {
	next := p.peek()
	if verseWords[next.text] {
		return p.chapter == 0
	}
	if next.sign == ',' && len(p.rest) > 1 && verseWords[p.rest[1].text] {
		return p.chapter == 0
	}
	if len(p.rest) < 2 || !p.rest[1].isNumber() {
		return false
	}
	switch next.sign {
	case ':':
	case '.':
		if p.divider == ',' || p.divider == ':' {
			return false
		}
	case ',':
		if p.lists || p.divider != ',' && (p.divider != 0 || p.chapter > 0) {
			return false
		}
	default:
		return false
	}
	p.divider = next.sign
	return true
}

// listFollows reports whether the comma behind a chapter lists another, "Matthew 5, 6 and 7", and is not that of "Jn 3, 16". Somebody who
// lists chapters leaves a space and goes up; who names a verse rarely names the next chapter's number, and another one besides.
func (p *parser) listFollows(chapter int) bool {
	if len(p.rest) < 2 || p.rest[0].sign != ',' || p.rest[1].number <= chapter || p.rest[1].number > p.book.Chapters {
		return false
	}
	next, after := p.rest[1], token{number: -1}
	if len(p.rest) > 2 {
		after = p.rest[2]
	}
	more := after.sign == ',' || isAnd[after.text]
	return after.sign == ':' || next.spaced && (p.several || more && (next.number == chapter+1 || p.book.Code == "PSA"))
}

func (p *parser) separator() error {
	next := p.peek()
	switch {
	case next.sign == ';':
		if p.book.Chapters > 1 {
			p.chapter = 0
		}
	case next.sign == ',' || next.sign == '.' || isAnd[next.text]:
	default:
		return p.expected()
	}
	p.rest = p.rest[1:]
	if isAnd[p.peek().text] {
		p.rest = p.rest[1:]
	}
	return nil
}

func (p *parser) skipChapterWords() {
	for chapterWords[p.peek().text] || p.peek().sign == '.' || p.peek().sign == ',' {
		p.lists = p.lists || severalWords[p.peek().text]
		p.rest = p.rest[1:]
	}
}

func (p *parser) skipVerseWords() {
	for verseWords[p.peek().text] || p.peek().sign == '.' {
		p.rest = p.rest[1:]
	}
}

// expected says why the next token does not fit.
func (p *parser) expected() error {
	next := p.peek()
	if !next.isWord() {
		return notUnderstood("write it as “%s 1:2-3”", p.book.Name("en"))
	}
	_, numbered := bookNamed("1 " + next.text) // its number was taken for one of the chapters
	if _, _, err := parseBook(p.rest); err == nil || numbered {
		return notUnderstood("ask for one book at a time")
	}
	return notUnderstood("“%.40s” is no part of a reference such as “%s 1:2-3”", next.text, p.book.Name("en"))
}
