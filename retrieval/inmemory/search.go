package inmemory

import (
	"cmp"
	"slices"
)

// Question is what is looked for.
type Question struct {
	Vector    []float32
	Text      string // "" searches by meaning alone
	Language  string // of Text, ISO 639-1
	Threshold float64
	Limit     int
}

// Hit is a row that was found.
type Hit struct {
	Row        int // its place among the rows that the index was made of
	Similarity float64
	Score      float64
}

// mostPlaces bounds what one question finds.
const mostPlaces = 100

// candidate is a row that may be among the hits.
type candidate struct {
	row       int32
	byMeaning int // its rank, from 1; 0: none
	byWords   int
	strong    bool // by its words
	near      bool // by its meaning
}

// Search finds what bears on a question, best first. known is false if only Postgres can read the question.
func (x *Index) Search(q Question) (hits []Hit, known bool) {
	words, plain := wordsOf(q.Text, q.Language)
	if !plain {
		return nil, false
	}
	places := min(max(q.Limit, 1), mostPlaces)
	pool := max(4*places, 40)
	similar := x.similarities(q.Vector)
	of := make(map[int32]*candidate, pool)
	at := func(row int32) *candidate {
		if of[row] == nil {
			of[row] = &candidate{row: row}
		}
		return of[row]
	}
	for i, row := range x.nearest(similar, pool) {
		c := at(row)
		c.byMeaning = i + 1
		c.near = i < places && similar[row] >= q.Threshold
	}
	worded := x.cover(words)
	for i, w := range worded[:min(pool, len(worded))] {
		c := at(w.row)
		c.strong = w.share >= 0.5 && w.rare
		c.byWords = i + 1
		if i > 0 && w.share == worded[i-1].share {
			c.byWords = at(worded[i-1].row).byWords
		}
	}
	var candidates []*candidate
	for _, c := range of {
		if c.near || c.strong {
			candidates = append(candidates, c)
		}
	}
	return x.hits(x.choose(candidates, similar, places), similar), true
}

// choose gives places to what is near, and the free ones, or at most a quarter, to what was found by its words alone.
func (x *Index) choose(candidates []*candidate, similar []float64, places int) []*candidate {
	near := 0
	for _, c := range candidates {
		if c.near {
			near++
		}
	}
	byWordsAlone := max((places+3)/4, places-near)
	slices.SortFunc(candidates, func(a, b *candidate) int {
		return cmp.Or(compareRanks(a.byWords, b.byWords), cmp.Compare(similar[b.row], similar[a.row]), x.byID(a.row, b.row))
	})
	candidates = slices.DeleteFunc(candidates, func(c *candidate) bool {
		if c.near {
			return false
		}
		byWordsAlone--
		return byWordsAlone < 0
	})
	slices.SortStableFunc(candidates, func(a, b *candidate) int {
		if a.strong != b.strong {
			if a.strong {
				return -1
			}
			return 1
		}
		return cmp.Or(compareRanks(a.byMeaning, b.byMeaning), compareRanks(a.byWords, b.byWords))
	})
	return candidates[:min(places, len(candidates))]
}

// compareRanks has those without a rank last.
func compareRanks(a, b int) int {
	if (a == 0) != (b == 0) {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// hits orders what was chosen by reciprocal rank fusion.
func (x *Index) hits(chosen []*candidate, similar []float64) []Hit {
	hits := make([]Hit, 0, len(chosen))
	for _, c := range chosen {
		hits = append(hits, Hit{Row: int(c.row), Similarity: similar[c.row], Score: reciprocal(c.byMeaning) + reciprocal(c.byWords)})
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Similarity, a.Similarity), x.byID(int32(a.Row), int32(b.Row)))
	})
	return hits
}

// reciprocal is what a rank counts.
func reciprocal(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return 1 / float64(60+rank)
}
