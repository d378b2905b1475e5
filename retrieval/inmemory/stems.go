package inmemory

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/spanish"
)

// stems are those of one word.
type stems struct{ word, english, spanish string }

// remembered are the stems of words that were asked, each in the one place that its hash gives it, so that a newer word takes the place
// of an older one and no lock is needed. Finding stems takes as long as all the rest of a search, and visitors ask in the same few
// thousand words, if not all of them.
var remembered [1 << 12]atomic.Pointer[stems]

// longestRemembered bounds what all of that may take: 600 KB.
const longestRemembered = 24

var seed = maphash.MakeSeed()

// stemsOf are the stems of a folded word.
func stemsOf(word string) *stems {
	if len(word) > longestRemembered {
		return findStems(word)
	}
	place := &remembered[maphash.String(seed, word)%uint64(len(remembered))]
	if known := place.Load(); known != nil && known.word == word {
		return known
	}
	found := findStems(strings.Clone(word)) // not to keep the question that it is a part of
	place.Store(found)
	return found
}

func findStems(word string) *stems {
	return &stems{word, stemOf(word, english.Stem, englishStops), stemOf(word, spanish.Stem, spanishStops)}
}

// stemOf leaves words alone that say nothing in the language, as Postgres' dictionaries do.
func stemOf(word string, stem func(string, bool) string, stops map[string]bool) string {
	if stops[word] {
		return word
	}
	return stem(word, true)
}
