package inmemory

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Bounds of a question's words, as question_words has them.
const (
	mostRunes = 2000
	mostWords = 24
)

// wordsOf are the distinct words of a question that are worth looking for. plain is false if it has others than of letters from a to
// z, marks above them aside, and digits: how Postgres takes those apart only Postgres knows.
func wordsOf(text, language string) (words []string, plain bool) {
	if runes := []rune(text); len(runes) > mostRunes {
		text = string(runes[:mostRunes])
	}
	stop := englishStops
	if language == "es" {
		stop = spanishStops
	}
	for word := range strings.FieldsSeq(fold(text)) {
		if strings.ContainsFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
			return nil, false
		}
		if len(word) == 1 && word > "9" || stop[word] || slices.Contains(words, word) {
			continue
		}
		if words = append(words, word); len(words) == mostWords {
			break
		}
	}
	return words, true
}

// fold is fold_words of the migrations: no case, no accents, nothing but letters and digits, and a border between a digit and the
// letter after it.
func fold(text string) string {
	var folded strings.Builder
	afterDigit := false
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		digit := r >= '0' && r <= '9'
		switch {
		case r >= 0x300 && r <= 0x36f:
			continue
		case r < '0', r > '9' && r < 'a', r > 'z' && r <= 0xbf, r >= 0x2000 && r <= 0x206f, r >= 0x3000 && r <= 0x303f:
			r = ' '
		case afterDigit && r >= 'a' && r <= 'z':
			folded.WriteByte(' ')
		}
		folded.WriteRune(r)
		afterDigit = digit
	}
	return folded.String()
}

// rowsWithWord are the rows that have the word, or its stem in English or in Spanish: a church may keep passages in both.
func (x *Index) rowsWithWord(word string) []int32 {
	rows := x.rowsWith[word]
	stemmed := stemsOf(word)
	for _, stem := range [...]string{stemmed.english, stemmed.spanish} {
		if stem != word {
			rows = union(rows, x.rowsWith[stem])
		}
	}
	return rows
}

// union of two ascending lists.
func union(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	both := slices.Concat(a, b)
	slices.Sort(both)
	return slices.Compact(both)
}

// covered is what a row has of the question's words.
type covered struct {
	row   int32
	share float64 // of the words, each weighted by how rare it is among the rows
	rare  bool    // one of those it has is
}

// cover are the rows that have any of the words, the best first.
func (x *Index) cover(words []string) []covered {
	all := len(x.ids)
	common := max(50, all/10) // a word that more rows have tells nothing
	rare := max(3, all/20)
	total := 0.0
	of := make(map[int32]*covered)
	for _, word := range words {
		rows := x.rowsWithWord(word)
		if len(rows) > common {
			continue
		}
		weight := rarity(all, len(rows))
		total += weight
		for _, row := range rows {
			c, ok := of[row]
			if !ok {
				c = &covered{row: row}
				of[row] = c
			}
			c.share += weight
			c.rare = c.rare || len(rows) <= rare
		}
	}
	found := make([]covered, 0, len(of))
	for _, c := range of {
		c.share /= total
		found = append(found, *c)
	}
	slices.SortFunc(found, func(a, b covered) int {
		if a.share != b.share {
			if a.share > b.share {
				return -1
			}
			return 1
		}
		return x.byID(a.row, b.row)
	})
	return found
}

// rarity is how much a word counts that so many of all rows have.
func rarity(all, having int) float64 {
	if having == 0 {
		return 0.5 * math.Log(1+(float64(max(all, 1))-0.5)/1.5)
	}
	return math.Log(1 + (float64(max(all, having)-having)+0.5)/(float64(having)+0.5))
}
