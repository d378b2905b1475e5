package speech

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// rule says what stands first in a text otherwise than it is written.
type rule struct {
	begins func(s *spot, word string) bool // a word that the rule may be about
	words  int                             // how many words it has to see, as far as the line has them
	// say gives how many bytes of the text it is about and what is said of them; 0: it is about something else.
	say func(s *spot, t *tongue, text string) (n int, said string)
}

// rules are asked in this order, the first that fits says it.
var rules = []rule{
	{begins: hasAddress, words: 1, say: sayAddress},
	{begins: dialled, words: 6, say: sayTelephone},
	{begins: opensDate, words: 5, say: sayDate},
	{begins: opensClock, words: 6, say: sayClock},
	{begins: opensBook, words: 8, say: sayScripture},
	{begins: isMoney, words: 2, say: sayMoney},
	{begins: isState, words: 2, say: sayState},
	{begins: startsNumber, words: 6, say: sayHouse},
	{begins: startsNumber, words: 3, say: sayNumber},
}

// say says the first word, or more where a rule sees more. It gives how many bytes are done with.
func (s *Stream) say(word string) (n int, wait bool) {
	if lead := leading(word); lead > 0 && lead < len(word) && !strings.HasPrefix(word, "<") {
		if _, opens := s.dials(word); !opens {
			if r, n := utf8.DecodeRuneInString(word); s.counted && s.tongue != nil && strings.ContainsRune("-–—", r) {
				s.dash(word[n:])
				return n, false
			}
			s.lead(word[:lead])
			return lead, false
		}
	}
	s.first, s.paused = s.last == 0, s.gap == pause
	if s.tongue != nil {
		for _, r := range rules {
			if !r.begins(&s.spot, word) {
				continue
			}
			text, whole := s.ahead(r.words)
			if !whole {
				return 0, true
			}
			if n, said := r.say(&s.spot, s.tongue, text); n > 0 {
				s.emit(said)
				s.counted = true
				return n, false
			}
		}
	} else if hasAddress(&s.spot, word) {
		if n, said := sayAddress(&s.spot, english, word); n > 0 {
			if strings.HasPrefix(said, english.website) {
				said = ""
			}
			s.emit(said)
			return n, false
		}
	}
	return s.sayWord(word)
}

// leading is how many bytes of signs stand before the first letter or number of a word.
func leading(word string) int {
	at := strings.IndexFunc(word, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || strings.ContainsRune("$€£#@&%+=/¿¡<[.", r)
	})
	if at < 0 {
		return 0
	}
	return at
}

// lead lets the voice rest at signs before a word.
func (s *Stream) lead(signs string) {
	for _, r := range signs {
		switch r {
		case '(', '{', '–', '—', '|', '-':
			s.rest(pause)
		case '.', '!', '?', ',', ';', ':':
			s.sign(r)
		}
	}
}

// sign says a sign after a word.
func (s *Stream) sign(r rune) {
	switch r {
	case '.', '!', '?':
		s.end(r)
	case ':':
		s.rest(colon)
	case ',', ';', ')', '}', '–', '—', '|', '(':
		s.rest(pause)
	}
}
