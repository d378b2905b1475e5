package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// LeftOut is what a visitor reads in place of a pointer that is not known.
type LeftOut struct{ Link, Email, Number string }

// Sieve takes out of one answer, as it is written, all links, e-mail addresses and phone numbers that are not among the
// pointers known; a Markdown link keeps its text. Images and HTML are taken out whatever they lead to: an answer needs none,
// and an image is fetched without being asked for.
//
// Text is held back only while it could still become a pointer: a word with a dot, colon or slash in it, a number, or what
// stands in brackets. All other text passes as it is, at once, without a copy. What is known of a word whose beginning has
// passed is kept, so that a host is seen whole however it was cut into pieces; that beginning stays then, as plain text. A link that is
// known ends where it was judged: before a Chinese word that stands right behind it a blank is put, or the word would be of the link.
//
// It does not find addresses that are written so that only a person can read them ("evil dot example"), nor numbers in words.
type Sieve struct {
	known   *Pointers
	leftOut LeftOut
	held    string
	word    [maxWord]byte // the end of what has passed of the word that is not over
	size    int
}

const (
	maxWord  = 128  // bytes of a word that are remembered
	maxRun   = 2048 // bytes after which a link is no longer waited for
	maxLabel = 500  // bytes of a link's text
)

// Sieve returns a sieve for one answer.
func (p *Pointers) Sieve(leftOut LeftOut) Sieve { return Sieve{known: p, leftOut: leftOut} }

// inPlay are the bytes with which something begins that may be a pointer.
var inPlay = func() (set [256]bool) {
	for _, b := range []byte("[<.:/@+(&\\#!0123456789") {
		set[b] = true
	}
	return set
}()

// Write takes the next piece of the answer and returns what may go out now.
func (s *Sieve) Write(text string) string {
	if s.held == "" && !begins(text) {
		s.remember(text)
		return text
	}
	return s.pass(s.held+text, false)
}

// Close returns what was held at the end of the answer.
func (s *Sieve) Close() string { return s.pass(s.held, true) }

func begins(text string) bool {
	for i := range len(text) {
		if inPlay[text[i]] {
			return true
		}
	}
	return strings.HasSuffix(text, "http") || strings.HasSuffix(text, "https")
}

// remember keeps the end of the word that the text ends in.
func (s *Sieve) remember(text string) {
	at := wordStart(text)
	if at > 0 || s.isOver(text) {
		s.size = 0
	}
	fresh := text[max(at, len(text)-maxWord):]
	if over := s.size + len(fresh) - maxWord; over > 0 {
		s.size = copy(s.word[:], s.word[over:s.size])
	}
	s.size += copy(s.word[s.size:], fresh)
}

// isOver reports whether another word begins with a text than the one that is remembered.
func (s *Sieve) isOver(text string) bool {
	last, _ := utf8.DecodeLastRune(s.word[:s.size])
	first, _ := utf8.DecodeRuneInString(text)
	return s.size > 0 && borders(last, first)
}

// pass lets out what it can of a text, and holds the rest. At the end of the answer there is none.
func (s *Sieve) pass(text string, final bool) string {
	var out strings.Builder
	s.held = ""
	for i := 0; i < len(text); {
		end, instead, whole := s.next(text, i, final)
		if !whole {
			s.held = text[i:]
			break
		}
		piece := text[i:end]
		if instead != nil {
			piece = *instead
		}
		out.WriteString(piece)
		s.remember(piece)
		i = end
	}
	return out.String()
}

// next reads one piece of a text from text[i]: up to where, and what stands there instead, nil for the same. whole is false
// while more of the text is needed to know.
func (s *Sieve) next(text string, i int, final bool) (end int, instead *string, whole bool) {
	rest := text[i:]
	if s.isOver(rest) {
		s.size = 0
	}
	switch b := rest[0]; {
	case b == '!' && len(rest) == 1 && !final:
		return 0, nil, false
	case b == '!' && len(rest) > 1 && rest[1] == '[', b == '[':
		return s.bracketed(text, i, final)
	case b == '<':
		return s.angled(text, i, final)
	case startsNumber(string(s.word[:s.size]), rest):
		if end, instead, whole, is := s.numbered(text, i, final); is {
			return end, instead, whole
		}
	}
	if r, size := utf8.DecodeRuneInString(rest); parts(r) || r == '!' {
		return i + size, nil, true
	}
	return s.worded(text, i, final)
}

// worded reads a word, or up to the end of its first pointer.
func (s *Sieve) worded(text string, i int, final bool) (end int, instead *string, whole bool) {
	end = wordEnd(text, i)
	word := string(s.word[:s.size]) + text[i:end]
	if end == len(text) && !final && len(word) < maxRun && unsure(word) {
		return 0, nil, false
	}
	from, to, kind := pointerIn(word, 0)
	for kind != plainWord && to <= s.size { // it has passed
		from, to, kind = pointerIn(word, to)
	}
	if kind != plainWord {
		end = i + max(from-s.size, 0)
	}
	if at, open := s.numberWithin(word, text, i, end, final); open || at < end {
		return at, nil, !open
	}
	if kind == plainWord {
		return end, nil, true
	}
	pointer, end := word[from:to], i+to-s.size
	if further, open := s.beyondBorder(pointer, text, end, final); kind == linkWord && (open || further > end) {
		return further, nil, !open
	}
	return s.pointed(text, i, pointer, kind, end, from < s.size)
}

// pointed judges a pointer, which ends before text[end]. begun says that its beginning has passed.
func (s *Sieve) pointed(text string, i int, pointer string, kind wordKind, end int, begun bool) (int, *string, bool) {
	instead := s.leftOut.Link
	known := kind == linkWord && s.known.hasLink(pointer)
	if kind == emailWord {
		instead, known = s.leftOut.Email, s.known.hasEmail(strings.TrimPrefix(strings.ToLower(pointer), "mailto:"))
	}
	next, _ := utf8.DecodeRuneInString(text[end:])
	switch {
	case known && kind == linkWord && isUnspaced(next):
		instead = text[i:end] + " "
	case known:
		return end, nil, true
	case begun:
		instead = " " + instead
	default:
		instead = text[i:end-len(pointer)] + instead
	}
	return end, &instead, true
}

// unsure reports whether a word that is not over may become a pointer.
func unsure(word string) bool {
	return strings.ContainsAny(word, ".:/@&\\#") || strings.HasSuffix(word, "http") || strings.HasSuffix(word, "https")
}

// numberWithin finds where a phone number begins in a word behind the first byte of the rest of it, text[i:end]: after marks of emphasis, a
// colon, or a comma. at is end where none does. It is open where more of the text is needed to know.
func (s *Sieve) numberWithin(word, text string, i, end int, final bool) (at int, open bool) {
	for at = i + 1; at < end; at++ {
		before := word[:at-i+s.size]
		if !startsNumber(before, text[at:]) {
			continue
		}
		if _, is, open := phoneAt(text, at, final); is || open {
			return at, open
		}
	}
	return end, false
}

// numbered reads a phone number. is is false for what is none.
func (s *Sieve) numbered(text string, i int, final bool) (end int, instead *string, whole, is bool) {
	switch n, is, open := phoneAt(text, i, final); {
	case open:
		return 0, nil, false, true
	case !is:
		return 0, nil, false, false
	case s.known.hasNumber(n.digits):
		return i + n.end, nil, true, true
	default:
		return i + n.end, &s.leftOut.Number, true, true
	}
}

// angled reads what stands between angle brackets: a link, an address, or HTML.
func (s *Sieve) angled(text string, i int, final bool) (end int, instead *string, whole bool) {
	rest := text[i+1:]
	if rest == "" {
		return i + 1, nil, final
	}
	if !isLetter(rest[0]) && rest[0] != '/' && rest[0] != '!' && rest[0] != '?' {
		return i + 1, nil, true
	}
	closing := strings.IndexByte(rest, '>')
	switch {
	case closing < 0 && !final && len(rest) < maxRun && !strings.Contains(rest, "\n\n"):
		return 0, nil, false
	case closing < 0:
		return i + 1, nil, true
	}
	end = i + 1 + closing + 1
	inner, nothing := rest[:closing], ""
	switch classifyWord(inner) {
	case linkWord:
		if isOneTarget(inner) && s.known.hasLink(inner) {
			return end, nil, true
		}
		return end, &s.leftOut.Link, true
	case emailWord:
		if s.known.hasEmail(strings.TrimPrefix(strings.ToLower(inner), "mailto:")) {
			return end, nil, true
		}
		return end, &s.leftOut.Email, true
	}
	return end, &nothing, true
}

// bracketed reads a Markdown link or image.
func (s *Sieve) bracketed(text string, i int, final bool) (end int, instead *string, whole bool) {
	image := text[i] == '!'
	open := i
	if image {
		open++
	}
	label, after, closed := enclosed(text[open:], '[', ']', maxLabel)
	after += open
	switch {
	case !closed && !final && len(text)-open < maxLabel && !strings.Contains(text[open:], "\n\n"):
		return 0, nil, false
	case !closed:
		return open + 1, nil, true
	case after == len(text) && !final:
		return 0, nil, false
	case after == len(text) || text[after] != '(':
		if image {
			plain := s.clean(label)
			return after, &plain, true
		}
		return open + 1, nil, true
	}
	target, beyond, closed := enclosed(text[after:], '(', ')', maxRun)
	if !closed && !final && len(text)-after < maxRun && !strings.Contains(text[after:], "\n\n") {
		return 0, nil, false
	}
	if !closed {
		return open + 1, nil, true
	}
	plain := s.clean(label)
	if link := linkTarget(target); !image && s.leads(link) {
		plain = "[" + plain + "](" + link + ")"
	}
	return after + beyond, &plain, true
}

// clean is a link's text without pointers of its own.
func (s *Sieve) clean(label string) string {
	inner := s.known.Sieve(s.leftOut)
	return inner.Write(label) + inner.Close()
}

// leads reports whether a link's target is known, and nothing else can be read in it.
func (s *Sieve) leads(target string) bool {
	if !isOneTarget(target) {
		return false
	}
	scheme, rest, _ := strings.Cut(target, ":")
	switch strings.ToLower(scheme) {
	case "mailto":
		return s.known.hasEmail(rest)
	case "tel", "sms":
		digits := onlyDigits(rest)
		return isDialled(rest) && (len(digits) < minNumber || s.known.hasNumber(digits))
	}
	return s.known.hasLink(target)
}

// isOneTarget reports whether a link that leads to a target ends where the target does, for whoever reads it: one that stood between
// angle brackets goes out without them.
func isOneTarget(target string) bool {
	if strings.ContainsFunc(target, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) || strings.ContainsAny(target, "<>[]\\\"`") {
		return false
	}
	depth := 0
	for _, b := range []byte(target) {
		switch b {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 || depth > 1 {
			return false
		}
	}
	return depth == 0
}

// isDialled reports whether a telephone link's number is nothing but one.
func isDialled(number string) bool {
	return number != "" && strings.Trim(number, "+0123456789().-") == ""
}

// linkTarget is the address in a link's round brackets, without a title.
func linkTarget(text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "<"); ok {
		inner, _, _ = strings.Cut(inner, ">")
		return strings.TrimSpace(inner)
	}
	if fields := strings.Fields(text); len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// enclosed finds what stands between two brackets, of which the first begins the text. end is after the second.
func enclosed(text string, open, closing byte, limit int) (inner string, end int, closed bool) {
	depth := 0
	for i := 0; i < min(len(text), limit); i++ {
		switch text[i] {
		case '\\':
			i++
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return text[1:i], i + 1, true
			}
		case '\n':
			if i+1 < len(text) && text[i+1] == '\n' {
				return "", 0, false
			}
		}
	}
	return "", 0, false
}
