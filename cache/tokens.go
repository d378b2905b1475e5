package cache

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"narthex/chat/words"
)

// A token is one word, number or symbol of a question.
type token struct {
	text  string // folded: no case, and no accents on Latin letters
	upper bool   // begins with a capital letter, but does not consist of capitals
	first bool   // begins a sentence, where a capital letter means nothing
	pause bool   // punctuation or a line end follows
	dash  bool   // a dash follows

	preterite bool // ends in the accented o of Spanish verbs that tell what somebody did
}

// tokenise splits a text into words. Punctuation separates, except where it is part of a number, a date or a time (10:30,
// 12/24, 3.5), of an abbreviation (a.m.) or of an address (office@example.org).
func tokenise(text string) []token {
	text = strings.Map(plainApostrophe, text) // before compatibility normalisation, which makes a space and an accent of some
	s := scanners.Get().(*scanner)
	s.begin(norm.NFKC.String(text))
	for s.at = 0; s.at < len(s.runes); s.at++ {
		s.step(s.runes[s.at])
	}
	s.flush()
	tokens := s.finish()
	if cap(s.runes) <= maxSpareRunes {
		scanners.Put(s)
	}
	return tokens
}

func plainApostrophe(r rune) rune {
	if words.IsApostrophe(r) {
		return '\''
	}
	return r
}

// A scanner's buffers are used again: every turn reads its question several times.
type scanner struct {
	runes  []rune
	at     int
	word   []rune
	first  bool
	mail   bool // the word is an address: it has an @
	tokens []token
	folded []byte // the texts of the tokens, one after another
	ends   []int  // of each in folded
}

var scanners = sync.Pool{New: func() any { return new(scanner) }}

// maxSpareRunes is what a scanner may hold to be used again: more than nearly all questions have.
const maxSpareRunes = 4 << 10

// averageWord is how many characters a word has, with the space after it: a guess at how many tokens there will be.
const averageWord = 5

func (s *scanner) begin(text string) {
	s.runes, s.word, s.folded, s.ends = s.runes[:0], s.word[:0], s.folded[:0], s.ends[:0]
	s.first, s.mail = true, false
	for _, r := range text {
		s.runes = append(s.runes, r)
	}
	s.tokens = nil
	if len(s.runes) > 0 {
		s.tokens = make([]token, 0, 1+len(s.runes)/averageWord)
	}
}

// finish gives the tokens their texts, which are parts of one string.
func (s *scanner) finish() []token {
	tokens, texts, start := s.tokens, string(s.folded), 0
	for i, end := range s.ends {
		tokens[i].text = texts[start:end]
		start = end
	}
	s.tokens = nil
	return tokens
}

func (s *scanner) step(r rune) {
	switch {
	case unicode.IsLetter(r) || unicode.IsNumber(r) || (unicode.IsMark(r) && !isVariation(r)):
		s.word = append(s.word, r)
	case unicode.Is(unicode.Cf, r) || isVariation(r): // joiners, soft hyphens and the like are not seen
	case s.joins(r):
		s.word = append(s.word, r)
	case r == '.' && s.abbreviates():
	case unicode.IsSymbol(r) || strings.ContainsRune("%&#@", r):
		s.flush()
		s.word = append(s.word, r)
		s.flush()
	default:
		s.flush()
		s.separate(r)
	}
}

func isVariation(r rune) bool { return r >= 0xFE00 && r <= 0xFE0F }

func (s *scanner) flush() {
	if len(s.word) == 0 {
		return
	}
	before := len(s.folded)
	preterite := s.word[len(s.word)-1] == 'ó'
	upper, plain := s.foldPlain()
	if !plain {
		raw := string(s.word)
		s.folded = append(s.folded[:before], fold(raw)...)
		upper = isCapitalised(raw)
	}
	s.word, s.mail = s.word[:0], false
	if len(s.folded) == before {
		return
	}
	s.tokens = append(s.tokens, token{upper: upper, first: s.first, preterite: preterite})
	s.ends = append(s.ends, len(s.folded))
	s.first = false
}

// foldPlain folds a word of nothing but ASCII letters and the like, as fold and isCapitalised would.
func (s *scanner) foldPlain() (capitalised, plain bool) {
	small := false
	for i, r := range s.word {
		switch {
		case r == '\'' || r >= utf8.RuneSelf:
			return false, false
		case 'A' <= r && r <= 'Z':
			r += 'a' - 'A'
		case 'a' <= r && r <= 'z' && i > 0:
			small = true
		}
		s.folded = append(s.folded, byte(r))
	}
	return small && unicode.IsUpper(s.word[0]), true
}

func (s *scanner) separate(r rune) {
	if unicode.IsSpace(r) && r != '\n' {
		return
	}
	if strings.ContainsRune(".!?\n:;¿¡", r) {
		s.first = true
	}
	if n := len(s.tokens); n > 0 {
		s.tokens[n-1].pause = true
		s.tokens[n-1].dash = strings.ContainsRune("-–—", r)
	}
}

// joins says whether a punctuation mark belongs to the word around it.
func (s *scanner) joins(r rune) bool {
	if len(s.word) == 0 || s.at+1 == len(s.runes) {
		return false
	}
	before, after := s.word[len(s.word)-1], s.runes[s.at+1]
	switch r {
	case '\'':
		return unicode.IsLetter(before) && unicode.IsLetter(after)
	case '.', ',', ':', '/', '-':
		return unicode.IsDigit(before) && unicode.IsDigit(after) || s.mail && r != ',' && isAlphanumeric(after)
	case '@':
		s.mail = isAlphanumeric(before) && isAlphanumeric(after)
		return s.mail
	}
	return false
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// abbreviates says whether the full stop here only joins single letters, as in "a.m." or "U.S.A.", five at the most.
func (s *scanner) abbreviates() bool {
	start := s.at
	for start > 0 && s.at-start < 10 && !unicode.IsSpace(s.runes[start-1]) {
		start--
	}
	end := s.at + 1
	for end < len(s.runes) && isAlphanumeric(s.runes[end]) {
		end++
	}
	if end-s.at != 2 { // not one letter after the stop
		return false
	}
	piece := s.runes[start:s.at]
	for i, r := range piece {
		if letter := i%2 == 0; letter != unicode.IsLetter(r) || !letter && r != '.' {
			return false
		}
	}
	return len(piece)%2 == 1
}

func isCapitalised(raw string) bool {
	r, size := utf8.DecodeRuneInString(raw)
	return unicode.IsUpper(r) && strings.ToUpper(raw[size:]) != raw[size:]
}

// fold takes off case, accents of Latin letters and apostrophes ("dont"), except where the word would become another
// ("we're", "I'll", "she'd").
func fold(raw string) string {
	text := words.Fold(raw)
	i := strings.LastIndexByte(text, '\'')
	if i < 0 {
		return text
	}
	switch text[i+1:] {
	case "re", "ll", "d":
		return strings.ReplaceAll(text[:i], "'", "") + text[i:]
	}
	return strings.ReplaceAll(text, "'", "")
}
