package articles

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// To parse a text, and then to find hits in it, takes milliseconds if it has thousands of words, and a page has a dozen of them. So what
// is looked through are the two passages of each text that look most like what was searched for.
const (
	block            = 300  // bytes; a passage is two blocks, and what of their paragraphs stands around them
	passageAround    = 120  // bytes, where there is no paragraph: a hit at the end of a passage has neighbours
	longestParagraph = 1000 // bytes
	mostCompared     = 16   // of the words that were searched for
)

// passages are the places of a Markdown text that may have the words of a query, without marks; all of it if it is short. Which words are
// really hits only Postgres knows, which has stemmers: here a word is the more like another, the more of their beginnings is the same.
func passages(content, query string) string {
	content = withoutCode(content)
	wanted := wordsOf(query)
	if len(content) <= 5*block {
		return parted(content)
	}
	beginning := content[:runeStart(content, 5*block)]
	if len(wanted) == 0 {
		return parted(beginning)
	}
	likest := compare(content, wanted)
	first, score := bestPair(likest, len(wanted), -1)
	if score == 0 {
		return parted(beginning)
	}
	second, score := bestPair(likest, len(wanted), first)
	if score == 0 {
		second = first
	}
	firstStart, firstEnd := around(content, min(first, second))
	start, end := around(content, max(first, second))
	if start <= firstEnd {
		return parted(content[firstStart:end])
	}
	return parted(content[firstStart:firstEnd]) + " … " + parted(content[start:end])
}

// withoutCode leaves out fenced code, of which a part could not be told from text.
func withoutCode(content string) string {
	if !strings.Contains(content, "```") && !strings.Contains(content, "~~~") {
		return content
	}
	var text strings.Builder
	fence := ""
	for line := range strings.Lines(content) {
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		default:
			text.WriteString(line)
		}
	}
	return text.String()
}

// wordsOf are the words of a query that are to occur.
func wordsOf(query string) (words [][]rune) {
	for word, start := range eachWord(query) {
		excluded := start > 0 && query[start-1] == '-'
		if !excluded && !strings.EqualFold(word, "or") && len(words) < mostCompared {
			words = append(words, []rune(strings.ToLower(word)))
		}
	}
	return words
}

// compare says of each block how much the likest word in it is like each of those wanted: that of word w in block i stands at
// i*len(wanted)+w.
func compare(text string, wanted [][]rune) []float32 {
	likest := make([]float32, (len(text)/block+1)*len(wanted))
	for word, start := range eachWord(text) {
		for w, one := range wanted {
			if at := &likest[start/block*len(wanted)+w]; *at < 1 {
				*at = max(*at, likeness(word, one))
			}
		}
	}
	return likest
}

// likeness is 1 for the same word, less for one that begins alike, and 0 for one that does not.
func likeness(word string, wanted []rune) float32 {
	same, length := 0, 0
	for _, r := range word {
		if same == length && same < len(wanted) && unicode.ToLower(r) == wanted[same] {
			same++
		}
		length++
	}
	if same < 3 && (same < length || same < len(wanted)) { // the shortest stems that words share
		return 0
	}
	return float32(same) / float32(max(length, len(wanted)))
}

// bestPair is the first of the two blocks that have most of what is wanted, and how much; beside is one that no block may be shared with.
func bestPair(likest []float32, wanted, beside int) (best int, score float32) {
	blocks := len(likest) / wanted
	for i := range blocks - 1 {
		if beside >= 0 && i > beside-2 && i < beside+2 {
			continue
		}
		var sum float32
		for w := range wanted {
			sum += max(likest[i*wanted+w], likest[(i+1)*wanted+w])
		}
		if sum > score {
			best, score = i, sum
		}
	}
	return best, score
}

// around are the ends of a passage: of paragraphs or of lines where they are near, of words otherwise.
func around(text string, first int) (from, to int) {
	core, end := first*block, min(len(text), (first+2)*block)
	before := text[max(0, core-longestParagraph):core]
	if blank := strings.LastIndex(before, "\n\n"); blank >= 0 {
		from = core - len(before) + blank + 2
	} else if line := strings.LastIndexByte(before, '\n'); line >= 0 {
		from = core - len(before) + line + 1
	} else if from = max(0, core-passageAround); from > 0 {
		from += strings.IndexByte(text[from:core], ' ') + 1
	}
	after := text[end:min(len(text), end+longestParagraph)]
	if blank := strings.Index(after, "\n\n"); blank >= 0 {
		to = end + blank
	} else if line := strings.IndexByte(after, '\n'); line >= 0 {
		to = end + line
	} else if to = min(len(text), end+passageAround); to < len(text) {
		if space := strings.LastIndexByte(text[end:to], ' '); space >= 0 {
			to = end + space
		}
	}
	return runeStart(text, from), runeStart(text, to)
}

// runeStart is the nearest place before another at which a character begins.
func runeStart(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// eachWord goes through the words of a text and where they begin.
func eachWord(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		start := -1
		for i, r := range text {
			inWord := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
			if inWord && start < 0 {
				start = i
			}
			if !inWord && start >= 0 {
				if !yield(text[start:i], start) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(text[start:], start)
		}
	}
}
