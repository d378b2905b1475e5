package guard

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"
)

// emailAround finds the e-mail address whose sign stands at text[at].
func emailAround(text string, at int) (from, to int) {
	from, to = at, at+1
	for from > 0 && isLocal(text[from-1]) {
		from--
	}
	for to < len(text) && (isWordByte(text[to]) || text[to] == '.' || text[to] == '-') {
		to++
	}
	for to > at && (text[to-1] == '.' || text[to-1] == '-') {
		to--
	}
	for from < at && strings.IndexByte(".+-%'_", text[from]) >= 0 { // a mark before the address
		from++
	}
	if from == at || !strings.Contains(text[at:to], ".") {
		return at, at
	}
	return from, to
}

// isLocal reports whether a byte may be of an address before its sign.
func isLocal(b byte) bool { return isWordByte(b) || strings.IndexByte(".+-%'", b) >= 0 }

// wordKind says what a word is.
type wordKind int

const (
	plainWord wordKind = iota
	linkWord
	emailWord
)

// pointerIn finds the first link or address in a word behind so many bytes of it. Words, marks and other pointers may stand right beside
// it: people forget blanks, and a scheme or a comma parts no words.
func pointerIn(word string, behind int) (from, to int, kind wordKind) {
	word = strings.TrimRight(word, "*_~'.,;:!?")
	email, end := emailIn(word, behind)
	for from = behind; from < len(word) && (end == 0 || from < email); from++ {
		if !mayBegin(word, from) {
			continue
		}
		if to, kind = pointerAt(word, from); kind != plainWord {
			return from, to, kind
		}
	}
	if end > 0 {
		return email, end, emailWord
	}
	return 0, 0, plainWord
}

// emailIn finds the first e-mail address in a word behind so many bytes of it, by its sign: whatever may stand before it.
func emailIn(word string, behind int) (from, to int) {
	for at := behind; at < len(word); at++ {
		if word[at] != '@' {
			continue
		}
		from, to = emailAround(word[behind:], at-behind)
		if from, to = from+behind, to+behind; to > at && isHost(word[at+1:to], true) {
			return from, to
		}
	}
	return 0, 0
}

// mayBegin reports whether a pointer may begin at word[at].
func mayBegin(word string, at int) bool {
	if at == 0 || isWebScheme(word[at:]) {
		return true
	}
	before := word[at-1]
	return before == '_' || !isWordByte(before) && strings.IndexByte(`.-/@\`, before) < 0
}

func isWebScheme(text string) bool {
	scheme, _, found := strings.Cut(text[:min(len(text), len("https://"))], "://")
	return found && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http"))
}

// pointerAt reads the link or address that begins at word[from]. One with a scheme or a path takes all that follows.
func pointerAt(word string, from int) (to int, kind wordKind) {
	rest := word[from:]
	switch kind := schemeOf(rest); kind {
	case linkWord:
		return len(word), linkWord
	case emailWord:
		address := from + len("mailto:")
		if begin, end := emailIn(word, address); end > 0 && begin == address {
			return end, emailWord
		}
		return len(word), emailWord
	}
	end := 0
	for end < len(rest) && (isWordByte(rest[end]) || rest[end] == '.' || rest[end] == '-') {
		end++
	}
	meant := end < len(rest) && strings.IndexByte("/?#:", rest[end]) >= 0
	host := strings.TrimRight(rest[:end], ".-_")
	switch {
	case !isHost(host, meant):
		return 0, plainWord
	case end < len(rest) && rest[end] == '@':
		if _, to := emailAround(word, from+end); to > from+end && isHost(word[from+end+1:to], true) {
			return 0, plainWord
		}
	case meant:
		return len(word), linkWord
	}
	return from + len(host), linkWord
}

// classifyWord says what a text is that stands between brackets of its own.
func classifyWord(word string) wordKind {
	if kind := schemeOf(word); kind != plainWord {
		return kind
	}
	if at := strings.IndexByte(word, '@'); at > 0 {
		if from, to := emailAround(word, at); from < to && isHost(word[at+1:to], true) {
			return emailWord
		}
	}
	end := strings.IndexAny(word, "/?#:@")
	host, bare := word, end < 0
	if !bare {
		host = word[:end]
	}
	if isHost(host, !bare) {
		return linkWord
	}
	return plainWord
}

// schemeOf says what a text is by the scheme that it begins with.
func schemeOf(text string) wordKind {
	scheme, rest, has := strings.Cut(text, ":")
	switch {
	case has && isScheme(scheme) && (strings.HasPrefix(rest, "//") || actingSchemes[strings.ToLower(scheme)]):
		if strings.EqualFold(scheme, "mailto") {
			return emailWord
		}
		return linkWord
	case strings.HasPrefix(text, "//") && len(text) > 2:
		return linkWord
	}
	return plainWord
}

// actingSchemes make a link of what follows the colon alone.
var actingSchemes = map[string]bool{"javascript": true, "vbscript": true, "data": true, "mailto": true, "http": true, "https": true, "blob": true, "file": true}

func isScheme(text string) bool {
	if len(text) < 2 || len(text) > 20 {
		return false
	}
	for i := range len(text) {
		if b := text[i]; b >= utf8.RuneSelf || !isLetter(b) && (i == 0 || !isDigit(b) && strings.IndexByte("+-.", b) < 0) {
			return false
		}
	}
	return true
}

// isHost reports whether a word is a host's name. Where nothing but the name tells that a link is meant, its ending must be
// one that there is, written as in names: "Sunday.We" lacks a space.
func isHost(word string, meant bool) bool {
	last := strings.LastIndexByte(word, '.')
	if last < 1 || len(word)-last < 3 || strings.Contains(word, "..") {
		return false
	}
	ending := word[last+1:]
	for i := range len(word) {
		if b := word[i]; !isWordByte(b) && b != '.' && b != '-' || i > last && isDigit(b) {
			return false
		}
	}
	if meant {
		return true
	}
	_, managed := publicsuffix.PublicSuffix(strings.ToLower(ending))
	return managed && ending == strings.ToLower(ending)
}
