package guard

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"narthex/chat/church"
	"narthex/chat/words"
)

// reference finds terms in a whole text by regular expressions, so that the guard can be compared with something simple.
type reference struct {
	terms []referenceTerm
	lines []string
}

type referenceTerm struct {
	term       string
	letters    int
	expression *regexp.Regexp
}

func newReference(rules []church.Rule, instructions []string) *reference {
	ref := &reference{}
	for _, rule := range rules {
		for _, term := range rule.Forbidden {
			letters := spell(term)
			if len(letters) == 0 {
				continue
			}
			for _, form := range forms(letters) {
				ref.terms = append(ref.terms, referenceTerm{term, len(form), expression(form)})
			}
		}
	}
	for _, text := range instructions {
		ref.lines = append(ref.lines, strings.Split(text, "\n")...)
	}
	return ref
}

// expression reads levelled text: letters, and a space, an apostrophe and a hyphen for separators.
func expression(form []letter) *regexp.Regexp {
	var e strings.Builder
	e.WriteString("^(")
	for i, l := range form {
		e.WriteString(regexp.QuoteMeta(string(l.is)))
		if i == len(form)-1 {
			break
		}
		switch {
		case l.spaced && l.apostrophe:
			e.WriteString("[ '-]*")
		case l.apostrophe:
			e.WriteString("['-]*")
		default:
			e.WriteString("-*")
		}
	}
	return regexp.MustCompile(e.String() + ")(?:[ '-]|$)")
}

// levelled is a text with its letters and separators levelled, and where each of its bytes comes from.
type levelled struct {
	text string
	from []int
}

func levelText(text string) levelled {
	var out strings.Builder
	var from []int
	for i, r := range text {
		letters, other := words.Level(r)
		for _, l := range letters {
			out.WriteRune(l)
		}
		if len(letters) == 0 {
			switch other {
			case words.Space:
				out.WriteByte(' ')
			case words.Apostrophe:
				out.WriteByte('\'')
			case words.Joint:
				out.WriteByte('-')
			}
		}
		for len(from) < out.Len() {
			from = append(from, i)
		}
	}
	return levelled{out.String(), from}
}

// find returns the term that is whole first, the longest where there are several.
func (ref *reference) find(text string) (term string, offset int, ok bool) {
	l := levelText(text)
	end, letters := len(l.text)+1, 0
	for i := 0; i < len(l.text); i++ {
		if !utf8.RuneStart(l.text[i]) || strings.IndexByte(" '-", l.text[i]) >= 0 ||
			i > 0 && strings.IndexByte(" '-", l.text[i-1]) < 0 {
			continue
		}
		for _, t := range ref.terms {
			match := t.expression.FindStringSubmatchIndex(l.text[i:])
			if match == nil || i+match[3] > end || i+match[3] == end && t.letters <= letters {
				continue
			}
			term, offset, ok = t.term, l.from[i], true
			end, letters = i+match[3], t.letters
		}
	}
	return term, offset, ok
}

// leak returns the first run of eight words that a line of the instructions has as well.
func (ref *reference) leak(text string) (line string, offset int, ok bool) {
	words, starts := wordsOf(text)
	for i := leakWords; i <= len(words); i++ {
		run := " " + strings.Join(words[i-leakWords:i], " ") + " "
		content := 0
		for _, w := range words[i-leakWords : i] {
			if utf8.RuneCountInString(w) >= contentSize {
				content++
			}
		}
		for _, line := range ref.lines {
			inLine, _ := wordsOf(line)
			if content >= leakContent && strings.Contains(" "+strings.Join(inLine, " ")+" ", run) {
				return strings.TrimSpace(line), starts[i-leakWords], true
			}
		}
	}
	return "", 0, false
}

func wordsOf(text string) (words []string, starts []int) {
	plain := []byte(text)
	for i, b := range plain {
		if strings.IndexByte("*_~`", b) >= 0 {
			plain[i] = '\'' // which is no part of a word and ends none
		}
	}
	l := levelText(string(plain))
	in := false
	for i, r := range l.text {
		switch r {
		case ' ', '-':
			in = false
		case '\'':
		default:
			if !in {
				words, starts = append(words, ""), append(starts, l.from[i])
				in = true
			}
			words[len(words)-1] += string(r)
		}
	}
	return words, starts
}
