package speech

import (
	"regexp"
	"strings"
)

var (
	heading  = regexp.MustCompile(`^#{1,6}$`)
	itemMark = regexp.MustCompile(`^(?:[-–—+•]|\d{1,2}[.)])$`)
	ruled    = regexp.MustCompile("^(?:[-_=~]{3,}|~{3,}.*)$")
	cells    = regexp.MustCompile(`^[|:\-+]*\|[|:\-+]*$`)
	tag      = regexp.MustCompile(`^<(?:/?[A-Za-z][^<>]*|!--[^<>]*)>`)
	citation = regexp.MustCompile(`^\[\^?[A-Za-z]?\d{1,3}(?:, ?[A-Za-z]?\d{1,3})*\]`)
)

// maxLink is how many bytes the text or the address of a link may have to be known as one.
const maxLink = 400

// mark passes over what stands at the start of a line to show what the line is.
func (s *Stream) mark(word string) bool {
	switch {
	case heading.MatchString(word), word == ">", word == "[ ]", ruled.MatchString(word), cells.MatchString(word):
	case itemMark.MatchString(word):
		s.onItem = true
		if s.gap == line && s.listed {
			s.gap = item
		}
		s.listed = true
	default:
		s.listed = false
		return false
	}
	s.pending = s.pending[len(word):]
	if s.onItem || heading.MatchString(word) { // "- ## Title" has two
		s.pending = strings.TrimLeft(s.pending, " ")
		s.atLine = !s.onItem
	}
	return true
}

// link reads a link, a tag or the number of a source at the start of pending. n bytes are done with; alone tells that a link which
// is all of its line is there to be touched, not to be read.
func (s *Stream) link(alone bool) (n int, done, wait bool) {
	switch s.pending[0] {
	case '<':
		return s.tag()
	case '!':
		if len(s.pending) == 1 {
			return 0, false, !s.final
		}
		if s.pending[1] != '[' {
			return 0, false, false
		}
	case '[':
	default:
		return 0, false, false
	}
	open := strings.IndexByte(s.pending, '[')
	end, wait := s.until(open, ']')
	if wait || end < 0 {
		return open + 1, end < 0 && !wait, wait
	}
	if end+1 == len(s.pending) && !s.final {
		return 0, false, true
	}
	if end+1 == len(s.pending) || s.pending[end+1] != '(' {
		if cited := citation.FindString(s.pending[open:]); cited != "" {
			return open + len(cited), true, false
		}
		s.pending = s.pending[open+1:end] + s.pending[end+1:]
		return 0, true, false
	}
	closing, wait := s.until(end+1, ')')
	if wait {
		return 0, false, true
	}
	if closing < 0 {
		return end + 2, true, false
	}
	return s.linked(open, end, closing, alone)
}

// linked says a link's text in place of the link, which is pending[open:closing+1], its text ending at end.
func (s *Stream) linked(open, end, closing int, alone bool) (n int, done, wait bool) {
	after := s.pending[closing+1:]
	if alone && after == "" && !s.final {
		return 0, false, true
	}
	address, _, _ := strings.Cut(strings.TrimSpace(s.pending[end+2:closing]), " ")
	s.linkTo(address)
	if text := s.pending[open+1 : end]; open == 0 && !(alone && (after == "" || after[0] == '\n')) && !strings.Contains(text, "://") {
		s.pending = text + after
		return 0, true, false
	}
	return closing + 1, true, false
}

// until finds a closing sign on the same line; -1 tells that there is none.
func (s *Stream) until(from int, sign byte) (at int, wait bool) {
	rest := s.pending[from:]
	end := strings.IndexByte(rest, sign)
	broken := strings.IndexByte(rest, '\n')
	switch {
	case end >= 0 && end <= maxLink && (broken < 0 || end < broken):
		return from + end, false
	case end < 0 && broken < 0 && len(rest) <= maxLink && !s.final:
		return 0, true
	}
	return -1, false
}

// tag passes over <b> and keeps the address in <https://…>.
func (s *Stream) tag() (n int, done, wait bool) {
	end, wait := s.until(0, '>')
	switch {
	case wait:
		return 0, false, true
	case end < 0:
		return 1, true, false
	case tag.MatchString(s.pending[:end+1]) && !strings.Contains(s.pending[:end], ":/"):
		s.rest(space)
		return end + 1, true, false
	}
	s.pending = s.pending[1:end] + s.pending[end+1:]
	return 0, true, false
}
