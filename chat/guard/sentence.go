package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SentenceStart returns where the sentence begins that text[offset] is in, so that it can be written anew from there. The
// marks of a list item, heading or quotation do not belong to it. An offset outside of the text counts as its nearest end.
func SentenceStart(text string, offset int) int {
	offset = min(max(offset, 0), len(text))
	start := 0
	for i := 0; i < offset; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' && endsLine(text, start, i):
			start = i + size
		case strings.ContainsRune(".!?…。！？", r):
			if end := afterSentence(text, start, i+size); end > 0 {
				start = end
			}
		}
		i = max(i+size, start)
	}
	return min(afterMarks(text, start), offset)
}

// endsLine decides whether the end of a line is the end of a sentence without a full stop, such as a heading or an item
// of a list. A sentence may go on in the next line, which then does not begin like a new one.
func endsLine(text string, start, newline int) bool {
	rest := text[newline+1:]
	if next := strings.TrimLeft(rest, " \t\r"); next == "" || next[0] == '\n' || afterMarks(rest, 0) > len(rest)-len(next) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \t\r\"'“‘«*_¿¡"))
	before := strings.TrimRight(text[start:newline], " \t\r")
	return !unicode.IsLower(next) && !strings.HasSuffix(before, ",")
}

// afterSentence returns where the next sentence begins after a terminator, which ends at an index; 0 if the sentence goes
// on: within a number or address, after an abbreviation, or because what follows begins small.
func afterSentence(text string, start, end int) int {
	terminator := strings.TrimSpace(text[start:end])
	closed := end + len(text[end:]) - len(strings.TrimLeft(text[end:], ".!?…。！？\"'”’»)]*_"))
	next := strings.TrimLeft(text[closed:], " \t\r\u00a0")
	wide := strings.HasSuffix(terminator, "。") || strings.HasSuffix(terminator, "！") || strings.HasSuffix(terminator, "？")
	if !wide && (next == "" || len(next) == len(text)-closed && next[0] != '\n') {
		return 0
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, "\"'“‘«([*_¿¡"))
	if unicode.IsLower(first) {
		return 0
	}
	if strings.HasSuffix(terminator, ".") && abbreviated(terminator[:len(terminator)-1]) {
		return 0
	}
	return len(text) - len(next)
}

// abbreviated reports whether the full stop after a text belongs to its last word: "St", "J", the "3" of a list.
func abbreviated(text string) bool {
	if strings.HasSuffix(text, ".") { // an ellipsis
		return false
	}
	word := strings.TrimLeft(text[strings.LastIndexAny(text, " \t\n\u00a0")+1:], "\"'“‘«([*_¿¡")
	if text == word && strings.Trim(word, "0123456789") == "" {
		return true // the number of a list item
	}
	if r, size := utf8.DecodeRuneInString(word); size == len(word) && unicode.IsUpper(r) && word != "I" {
		return true // an initial
	}
	return abbreviations[strings.ToLower(word)]
}

// abbreviations are words whose full stop does not end a sentence, because something follows them, in English and Spanish.
var abbreviations = func() map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(`st sts ste fr frs sr srs dr drs mr mrs ms mx prof rev revd msgr mgr bro bros dcn deac hon
		gen col capt lt jr ss vs viz cf ca approx est no nos vol pp pg ch v vv art sec fig tel ext attn ave blvd rd apt dept mt
		jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun e.g i.e eg ie
		ex lev num deut josh judg sam kgs chron neh ps prov eccl isa jer ezek dan hos obad mic nah hab zeph hag zech mal
		matt lk jn rom cor gal eph phil col thess tim tit phlm heb jas pet ph j.c u.s n.t o.t
		sra srta sras dra sto sta stos pbro mons hno hna hnos ud uds vd vds avda núm pág cap vers ee.uu ee uu p.ej p ej d.c a.c lic`) {
		set[word] = true
	}
	return set
}()

// afterMarks returns the index after white space and the Markdown that a line may begin with.
func afterMarks(text string, at int) int {
	for {
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n\u00a0"))
		n := markSize(text[at:])
		if n == 0 {
			return at
		}
		at += n
	}
}

// markSize returns the length of a list item's, heading's or quotation's mark with the space after it.
func markSize(text string) int {
	n := len(text) - len(strings.TrimLeft(text, "#>"))
	if n == 0 && text != "" && strings.IndexByte("-*+", text[0]) >= 0 {
		n = 1
	}
	if strings.HasPrefix(text, "•") || strings.HasPrefix(text, "–") {
		n = len("•")
	}
	if digits := len(text) - len(strings.TrimLeft(text, "0123456789")); digits > 0 && digits <= 3 && len(text) > digits {
		if text[digits] == '.' || text[digits] == ')' {
			n = digits + 1
		}
	}
	if n == 0 || n >= len(text) || text[n] != ' ' {
		return 0
	}
	return n + 1
}
