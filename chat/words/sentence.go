package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences cuts a paragraph into sentences. Nothing is lost but the space between them.
func Sentences(text string) []string {
	var found []string
	start := 0
	for i, r := range text {
		if i < start || !isTerminator(r) {
			continue
		}
		end := closeSentence(text, i)
		if endsSentence(text, start, i, end) {
			found = append(found, strings.TrimSpace(text[start:end]))
			start = end
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		found = append(found, rest)
	}
	return found
}

func isTerminator(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '。', '！', '？':
		return true
	}
	return false
}

// closeSentence returns the end of the sentence whose terminator is at i: further terminators and closing quotes and
// brackets belong to it.
func closeSentence(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isTerminator(r) && !strings.ContainsRune(`"')]}”’»`, r) {
			break
		}
		i += size
	}
	return i
}

// endsSentence decides whether the terminator at dot, with what follows it up to end, ends a sentence that began at start.
func endsSentence(text string, start, dot, end int) bool {
	if end == len(text) {
		return true
	}
	terminator, _ := utf8.DecodeRuneInString(text[dot:])
	if terminator > unicode.MaxLatin1 && terminator != '…' {
		return true // CJK sentences need no space after them
	}
	next := nextRune(text[end:])
	if next == 0 {
		return false // no space follows: 9.30, St.Patrick, graceharbor.org
	}
	if terminator != '.' {
		// "¿Listo? sí" and "Wow! she said" go on; a capital, a digit or an opening mark begins anew.
		return !unicode.IsLower(next)
	}
	if unicode.IsLower(next) {
		return false
	}
	word := lastWord(text[start:dot])
	if isInitial(word) || abbreviations[strings.ToLower(word)] {
		return false
	}
	if dayHalves[strings.ToLower(word)] { // "at 9 a.m. Sunday" goes on more often than not; "9 a.m. The" ends
		return strings.HasPrefix(strings.TrimSpace(text[end:]), "The ") || strings.HasPrefix(strings.TrimSpace(text[end:]), "We ")
	}
	return true
}

// nextRune returns the first character after space, or 0 when there is no space.
func nextRune(rest string) rune {
	trimmed := strings.TrimLeft(rest, " \n\t")
	if len(trimmed) == len(rest) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(trimmed)
	return r
}

func lastWord(text string) string {
	return strings.TrimLeft(text[strings.LastIndexAny(text, " \n\t")+1:], `"'([{“‘«¿¡`)
}

// isInitial tells "J." and "J.R" and a list's "3".
func isInitial(word string) bool {
	letters := strings.ReplaceAll(word, ".", "")
	return utf8.RuneCountInString(letters) == 1 && unicode.IsUpper([]rune(letters)[0]) || len(word) > 1 && strings.Count(word, ".")*2+1 == utf8.RuneCountInString(word) && !dayHalves[strings.ToLower(word)]
}

// abbreviations are words whose full stop does not end a sentence, because something always follows.
var abbreviations = Set(`st sts fr frs sr srs dr drs mr mrs ms prof rev revd msgr mgr bro dcn deac hon gen col capt lt jr ss
	vs viz cf ca approx est no nos vol pp pg ch v vv art sec fig tel ext attn ave blvd rd apt dept inc ltd co corp
	jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun e.g i.e eg ie
	gen ex lev num deut josh judg sam kgs chron neh ps prov eccl isa jer ezek dan hos obad mic nah hab zeph hag zech mal
	matt mt mk lk jn rom cor gal eph phil col thess tim tit phlm heb jas pet rev
	sra srta dra sto sta pbro mons hno hna ud uds vd vds avda pág núm tel cap vers ee.uu p.ej`)

// dayHalves may end a sentence or not.
var dayHalves = map[string]bool{"a.m": true, "p.m": true, "am": true, "pm": true}
