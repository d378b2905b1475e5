package cache

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// A token is one word, number or symbol of a question.
type token struct {
	text  string // folded: no case, and no accents on Latin letters
	upper bool   // begins with a capital letter, but does not consist of capitals
	first bool   // begins a sentence, where a capital letter means nothing
	pause bool   // punctuation or a line end follows
}

// apostrophes are what keyboards and word processors write for one. They are mapped before compatibility normalisation,
// which would take some of them apart into a space and an accent.
var apostrophes = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "′", "'", "´", "'", "`", "'", "＇", "'")

// tokenise splits a text into words. Punctuation separates, except where it is part of a number, a date or a time (10:30,
// 12/24, 3.5), of an abbreviation (a.m.) or of an address (office@example.org).
func tokenise(text string) []token {
	s := scanner{runes: []rune(norm.NFKC.String(apostrophes.Replace(text))), first: true}
	for s.at = 0; s.at < len(s.runes); s.at++ {
		s.step(s.runes[s.at])
	}
	s.flush()
	return s.tokens
}

type scanner struct {
	runes  []rune
	at     int
	word   []rune
	first  bool
	mail   bool // the word is an address: it has an @
	tokens []token
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
	raw := string(s.word)
	s.word, s.mail = s.word[:0], false
	text := fold(raw)
	if text == "" {
		return
	}
	s.tokens = append(s.tokens, token{text: text, upper: isCapitalised(raw), first: s.first})
	s.first = false
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

// fold takes off case, accents of Latin letters (people leave them out) and apostrophes ("dont"), except where the word
// would become another ("we're", "I'll", "she'd"). Marks of other scripts stay: there they make different words.
func fold(raw string) string {
	text := raw
	if isASCII(raw) {
		text = strings.ToLower(raw)
	} else {
		text = stripAccents(cases.Fold().String(raw))
	}
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

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func stripAccents(s string) string {
	var b strings.Builder
	latin := false
	for _, r := range norm.NFD.String(s) {
		if r >= 0x300 && r <= 0x36F && latin {
			continue
		}
		latin = unicode.Is(unicode.Latin, r)
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}
