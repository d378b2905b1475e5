package church

import "strings"

// clockText is a time of day as it stands in a line, in its parts: a word, or digits and what belongs to them.
type clockText struct {
	from, to                              int // bytes of the line
	word, hour, separator, minute, suffix string
}

// clockWords are the words that are a time, in any case.
var clockWords = [...]string{"noon", "midday", "midnight", "mediodia", "mediodía", "medianoche"}

// nextClock finds the first time of day from a byte on. Lines are read by hand and not by regular expressions, which take ten times as
// long, for each line of every church that is loaded.
func nextClock(line string, from int) (c clockText, ok bool) {
	for at := from; at < len(line); at++ {
		if !wordByte(line[at]) || at > 0 && wordByte(line[at-1]) {
			continue
		}
		if c, ok := clockWordAt(line, at); ok {
			return c, true
		}
		if digit(line, at) {
			return clockDigitsAt(line, at), true
		}
	}
	return c, false
}

// clockWordAt reads a word, also where a 12 stands before it.
func clockWordAt(line string, at int) (c clockText, ok bool) {
	begin := at
	if strings.HasPrefix(line[at:], "12 ") {
		begin += len("12 ")
	}
	for _, word := range clockWords {
		if end := begin + len(word); hasFold(line[begin:], word) && wordEnds(line, end) {
			return clockText{from: at, to: end, word: line[begin:end]}, true
		}
	}
	return c, false
}

// clockDigitsAt reads an hour of one or two digits, the minutes if there are two digits of them, and what is written behind: am or pm,
// "h" or "hrs", or a lone a or p close to the digits.
func clockDigitsAt(line string, at int) clockText {
	c := clockText{from: at, to: at + 1}
	if digit(line, c.to) {
		c.to++
	}
	c.hour = line[at:c.to]
	if c.to < len(line) && strings.IndexByte(":.hH", line[c.to]) >= 0 && digit(line, c.to+1) && digit(line, c.to+2) {
		c.separator, c.minute = line[c.to:c.to+1], line[c.to+1:c.to+3]
		c.to += 3
	}
	begin := c.to
	if space(line, begin) {
		begin++
	}
	if end := suffixEnd(line, begin); end > begin {
		c.suffix, c.to = line[begin:end], end
	} else if end := c.to + 1; c.to < len(line) && strings.IndexByte("apAP", line[c.to]) >= 0 && wordEnds(line, end) {
		c.suffix, c.to = line[c.to:end], end
	}
	return c
}

// partOfDay is what a time is of where people write no am or pm: "7:00 de la noche".
type partOfDay struct {
	phrase  string
	half    string // of the day
	twelve  string // the half that twelve is in: "12 de la mañana" is noon
	endsDay bool   // and whether that is the end of the day
}

var partsOfDay = func() (parts []partOfDay) {
	for _, of := range [...]string{"de la ", "por la ", "en la "} {
		parts = append(parts, partOfDay{of + "mañana", "AM", "PM", false}, partOfDay{of + "manana", "AM", "PM", false}, partOfDay{of + "madrugada", "AM", "AM", false},
			partOfDay{of + "tarde", "PM", "PM", false}, partOfDay{of + "noche", "PM", "AM", true})
	}
	return append(parts, partOfDay{"in the morning", "AM", "PM", false}, partOfDay{"in the afternoon", "PM", "PM", false},
		partOfDay{"in the evening", "PM", "PM", false}, partOfDay{"at night", "PM", "AM", true})
}()

// partOfDay is that which is written behind the digits.
func (c *clockText) partOfDay() (part partOfDay, ok bool) {
	for _, part := range partsOfDay {
		if strings.EqualFold(c.suffix, part.phrase) {
			return part, true
		}
	}
	return partOfDay{}, false
}

// suffixEnd is where am, pm, "h" or "hrs" ends, with the dots that may be in the first, or a part of the day; the beginning when none stands
// there.
func suffixEnd(line string, begin int) int {
	if begin == len(line) {
		return begin
	}
	if strings.IndexByte("dpeiaDPEIA", line[begin]) < 0 && line[begin] != 'h' && line[begin] != 'H' {
		return begin // nothing that is read here begins so
	}
	for _, part := range partsOfDay {
		if end := begin + len(part.phrase); hasFold(line[begin:], part.phrase) && wordEnds(line, end) {
			return end
		}
	}
	switch end := begin + 1; line[begin] {
	case 'a', 'A', 'p', 'P':
		if end < len(line) && line[end] == '.' {
			end++
		}
		if space(line, end) {
			end++
		}
		if !hasFold(line[min(end, len(line)):], "m") || !wordEnds(line, end+1) {
			return begin
		}
		if end++; end < len(line) && line[end] == '.' {
			end++
		}
		return end
	case 'h', 'H':
		for _, rest := range [...]string{"rs", "r", "s", ""} {
			if hasFold(line[end:], rest) && wordEnds(line, end+len(rest)) {
				return end + len(rest)
			}
		}
	}
	return begin
}

// wordByte reports whether a byte can be of a word, as \b of a regular expression takes it: of ASCII alone.
func wordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

// wordEnds reports whether no byte of a word stands at a place, behind one that is.
func wordEnds(line string, at int) bool { return at >= len(line) || !wordByte(line[at]) }

func endsInWord(text string) bool { return text != "" && wordByte(text[len(text)-1]) }

func endsInSpace(text string) bool { return text != "" && space(text, len(text)-1) }

func digit(line string, at int) bool { return at < len(line) && '0' <= line[at] && line[at] <= '9' }

func space(line string, at int) bool {
	return at < len(line) && strings.IndexByte(spaces, line[at]) >= 0
}

const spaces = " \t\n\f\r"

// hasFold reports whether a text begins with another, whatever the case.
func hasFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
