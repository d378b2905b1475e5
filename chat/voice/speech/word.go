package speech

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sayWord says a word that no rule is about, without the signs around and in it.
func (s *Stream) sayWord(word string) (n int, wait bool) {
	if dash := strings.IndexAny(word, "–—"); dash > 0 {
		word = word[:dash]
	}
	if t := s.tongue; t != nil {
		trailing := strings.TrimRight(word, ",;:)")
		if said := t.abbreviated(trailing); said != "" {
			return s.inFull(trailing, said)
		}
		if strings.EqualFold(word, "St.") || word == "St" {
			return s.saint(word)
		}
	}
	end := strings.IndexFunc(word, func(r rune) bool { return !speakable(r) })
	if end < 0 {
		s.emit(s.voiced(word))
		s.counted = s.tongue != nil && s.tongue.weekday[strings.ToLower(word)] != ""
		return len(word), false
	}
	if end > 0 {
		s.emit(s.voiced(word[:end]))
		return end, false
	}
	return s.saySign(word), false
}

// abbreviated is what an abbreviation stands for; "" where a word is none.
func (t *tongue) abbreviated(word string) string {
	lower := strings.ToLower(word)
	if said := t.short[lower]; said != "" {
		return said
	}
	name, dotted := strings.CutSuffix(lower, ".")
	if day := t.weekday[name]; day != "" && !strings.EqualFold(day, name) && (dotted || t.language == "en" && word[0] < 'a') {
		return day
	}
	return ""
}

// inFull says an abbreviation in full. Its full stop may end the sentence, too, but not after a title.
func (s *Stream) inFull(word, said string) (int, bool) {
	goesOn := len(word) < len(s.pending) && s.pending[len(word)] != ' ' && s.pending[len(word)] != '\n' // as in "Mon.–Thu."
	if !strings.HasSuffix(word, ".") || goesOn || titles[strings.ToLower(said)] {
		s.emit(said)
		_, s.counted = s.tongue.weekday[strings.ToLower(said)]
		return len(word), false
	}
	text, whole := s.ahead(2)
	if !whole {
		return 0, true
	}
	s.emit(said)
	_, s.counted = s.tongue.weekday[strings.ToLower(said)]
	return stop(text, len(word)), false
}

// titles stand before a name.
var titles = wordSet("doctor doctora mister missus miz reverend reverendo father sister señor señora señorita hermano hermana avenida calle san teléfono telephone núm número for that versus por aproximadamente about approximately")

// saint tells a saint from a street.
func (s *Stream) saint(word string) (int, bool) {
	text, whole := s.ahead(2)
	if !whole {
		return 0, true
	}
	_, next, _ := strings.Cut(text, " ")
	switch {
	case s.tongue.language != "en":
		s.emit("San")
	case s.house > 0 || next == "" || !unicode.IsUpper([]rune(next)[0]):
		s.emit("Street")
		return stop(word+" "+next, len(word)), false
	default:
		s.emit("Saint")
	}
	return len(word), false
}

// speakable reports whether a rune is part of a word.
func speakable(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '\'' || r == '-' || r == '¿' || r == '¡'
}

// voiced is a word without marks at its ends, and with its digits as words.
func (s *Stream) voiced(word string) string {
	word = strings.Trim(word, "'-")
	if word == "" {
		s.rest(pause)
		return ""
	}
	if s.tongue != nil && strings.ContainsFunc(word, unicode.IsNumber) {
		return s.tongue.withoutDigits(word)
	}
	return word
}

// withoutDigits says the numbers in a word: "K-5" is "K five".
func (t *tongue) withoutDigits(word string) string {
	var out strings.Builder
	for word != "" {
		digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
		if digits > 0 {
			said := t.spell(word[:digits])
			if digits <= 6 && word[0] != '0' {
				said = t.cardinal(number(word[:digits]))
			}
			out.WriteString(" " + said + " ")
			word = strings.TrimPrefix(word[digits:], "-")
			continue
		}
		next := strings.IndexAny(word, "0123456789")
		if next < 0 {
			next = len(word)
		}
		for _, r := range strings.TrimSuffix(word[:next], "-") {
			if !unicode.IsNumber(r) {
				out.WriteRune(r)
			}
		}
		word = word[next:]
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// slash is what a slash between words stands for.
func (s *Stream) slash() string {
	for _, coins := range coins[s.tongue.language] {
		if s.before == coins[0] || s.before == coins[1] {
			return s.tongue.per
		}
	}
	return s.tongue.or
}

// dash says what a dash after a number, a time or a day stands for: "ten to noon", "fifteen minute".
func (s *Stream) dash(next string) {
	first, _ := utf8.DecodeRuneInString(next)
	name := strings.ToLower(strings.TrimFunc(next, unicode.IsPunct))
	switch {
	case s.gap == joined && (unicode.IsDigit(first) || s.tongue.weekday[name] != "" || s.tongue.ending[name]):
		s.rest(space)
		s.emit(s.tongue.to)
		s.rest(space)
	case s.gap == joined && unicode.IsLetter(first):
		s.rest(space)
	default:
		s.rest(pause)
	}
}

// initial reports whether the last word is the initial of a name.
func (s *Stream) initial() bool {
	return s.gap == joined && len(s.before) == 1 && s.last >= 'B' && s.last <= 'Z' && s.last != 'I'
}

// saySign says, or passes over, the sign that a word begins with, and gives its length.
func (s *Stream) saySign(word string) int {
	r := []rune(word)[0]
	n := len(string(r))
	t := s.tongue
	switch {
	case strings.HasPrefix(word, "..."):
		s.rest(pause)
		return 3
	case r == '.' && s.initial():
		s.rest(space)
	case t == nil:
		s.sign(r)
	case r == '/' && len(word) > n && s.gap == joined && unicode.IsLetter([]rune(word)[1]):
		s.rest(space)
		s.emit(s.slash())
		s.rest(space)
	case r == '.' && s.counted && s.gap == joined && len(word) > 1 && word[1] >= '0' && word[1] <= '9':
		s.rest(space)
		s.emit(t.point)
		s.rest(space)
	case strings.ContainsRune("-–—", r) && s.counted:
		s.dash(word[n:])
	case r == '#' && len(word) > n && word[n] >= '0' && word[n] <= '9':
		s.emit(t.number)
		s.rest(space)
	case r == '&':
		s.rest(space)
		s.emit(t.and)
		s.rest(space)
	case r == '%':
		s.rest(space)
		s.emit(t.percent)
	case r == '@':
		s.rest(space)
		s.emit(t.at)
		s.rest(space)
	default:
		s.sign(r)
		if r == '_' || r == '/' || r == '\\' || r == '=' {
			s.rest(space)
		}
	}
	return n
}
