package speech

import (
	"strings"
	"unicode/utf8"
)

// Text is what is said of a whole text in a language (ISO 639-1), with the links that it does not say. numbers are as Stream.Dials has them.
func Text(text, language string, numbers ...string) (spoken string, links []string) {
	s := NewStream(language)
	s.Dials(numbers...)
	return s.Write(text) + s.Close(), s.Links()
}

// Stream makes a text that comes in pieces speakable, as it comes: a word is given out as soon as what follows cannot change how it
// is said any more. What is said of a text does not depend on where its pieces end.
type Stream struct {
	spot
	filter  filter
	pending string // what is not said yet, filtered
	final   bool   // nothing follows
	atLine  bool   // at the start of a line
	onItem  bool   // after the mark of an item
	listed  bool   // the last line was an item
	gap     gap
	last    rune // that was said; 0 at the beginning
	counted bool // what was said last is a number, a time or a day
	out     strings.Builder
}

// gap is what stands between two words.
type gap int

// In the order in which one is heard before another.
const (
	joined gap = iota
	space
	item // the next item of a list
	pause
	line
	colon
)

// tongues are the languages that numbers are said in.
var tongues = map[string]*tongue{"en": english, "es": spanish}

// maxWord is how many bytes of text without a space are read as one word.
const maxWord = 512

// NewStream returns a stream of text in a language (ISO 639-1).
func NewStream(language string) *Stream {
	return &Stream{spot: spot{tongue: tongues[language]}, filter: filter{lineStart: true}, atLine: true}
}

// Write takes a piece and gives what can be said now.
func (s *Stream) Write(piece string) string {
	var kept strings.Builder
	kept.WriteString(s.pending)
	s.filter.add(&kept, piece)
	s.pending = kept.String()
	for s.step() {
	}
	spoken := s.out.String()
	s.out.Reset()
	return spoken
}

// Close gives what is left to say. The last sentence gets an end.
func (s *Stream) Close() string {
	s.final = true
	spoken := s.Write("")
	s.end('.')
	spoken += s.out.String()
	s.out.Reset()
	return spoken
}

// Links are the addresses that the text has had until now, each once: what is not spoken but may be sent.
func (s *Stream) Links() []string { return s.links }

// step says, or passes over, what stands first in pending. It reports whether there may be more to do now.
func (s *Stream) step() bool {
	if s.pending == "" {
		return false
	}
	if s.blank() {
		return true
	}
	word, whole := s.word()
	if !whole {
		return false
	}
	if s.atLine {
		s.atLine = false
		if s.mark(word) {
			return true
		}
		// what follows may be the start of a link that stands alone
		if n, done, wait := s.link(!s.onItem); wait {
			s.atLine = true
			return false
		} else if done {
			s.pending = s.pending[n:]
			return true
		}
	}
	if n, done, wait := s.link(ends(s.last)); wait {
		return false
	} else if done {
		s.pending = s.pending[n:]
		return true
	}
	n, wait := s.say(word)
	if wait {
		return false
	}
	s.pending = s.pending[n:]
	return true
}

// blank passes over white space.
func (s *Stream) blank() bool {
	rest := strings.TrimLeft(s.pending, " \n")
	skipped := s.pending[:len(s.pending)-len(rest)]
	if skipped == "" {
		return false
	}
	s.pending = rest
	if strings.Contains(skipped, "\n") {
		s.gap, s.atLine, s.onItem, s.house = max(s.gap, line), true, false, 0
	} else {
		s.gap = max(s.gap, space)
	}
	return true
}

// word is what stands before the next space; whole tells whether all of it is there.
func (s *Stream) word() (word string, whole bool) {
	if end := strings.IndexAny(s.pending, " \n"); end >= 0 && end <= maxWord {
		return s.pending[:end], true
	}
	if len(s.pending) > maxWord+utf8.UTFMax {
		end := maxWord
		for !utf8.RuneStart(s.pending[end]) {
			end--
		}
		return s.pending[:end], true
	}
	return s.pending, s.final
}

// ahead is the next words of this line, so many at the most; whole tells whether no more of them can come.
func (s *Stream) ahead(words int) (text string, whole bool) {
	at := 0
	for range words {
		end := strings.IndexAny(s.pending[at:], " \n")
		if end < 0 {
			return s.pending, s.final || len(s.pending)-at > maxWord
		}
		at += end
		if s.pending[at] == '\n' {
			return s.pending[:at], true
		}
		next := strings.TrimLeft(s.pending[at:], " ")
		if next == "" {
			return s.pending[:at], s.final
		}
		if next[0] == '\n' {
			return s.pending[:at], true
		}
		at = len(s.pending) - len(next)
	}
	return strings.TrimRight(s.pending[:at], " "), true
}

// emit says words, with what stands before them.
func (s *Stream) emit(text string) {
	if text == "" {
		return
	}
	if s.last != 0 {
		s.out.WriteString(s.between())
	}
	s.gap = joined
	s.out.WriteString(text)
	s.last, _ = utf8.DecodeLastRuneInString(text)
	s.earlier, s.before = s.before, strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])
	s.house, s.counted = max(0, s.house-1), false
}

// between is what is said between the last word and the next.
func (s *Stream) between() string {
	switch {
	case ends(s.last):
		return " "
	case s.gap == joined:
		return ""
	case s.gap == space:
		return " "
	case s.gap == colon:
		return ": "
	case s.gap == line:
		return ". "
	default: // an item, or where the eye rests
		return ", "
	}
}

// rest lets the voice rest before the next word. What the eye rests at is not said before it is known that a word follows, because an
// end may follow instead.
func (s *Stream) rest(g gap) {
	if s.last != 0 {
		s.gap = max(s.gap, g)
	}
}

// end ends a sentence.
func (s *Stream) end(sign rune) {
	if s.last == 0 || ends(s.last) {
		return
	}
	s.out.WriteRune(sign)
	s.last, s.gap, s.earlier, s.before = sign, space, "", ""
}

// ends reports whether a sign ends a sentence.
func ends(sign rune) bool { return sign == '.' || sign == '!' || sign == '?' }
