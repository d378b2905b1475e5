package inmemory

import (
	"cmp"
	"math"
	"slices"

	"github.com/google/uuid"

	"narthex/retrieval/vectors"
)

// Row is a passage as it is searched.
type Row struct {
	ID     uuid.UUID
	Vector []float32
	Words  []string // the stems of its title, headings and text, as Postgres made them
}

// Index holds the rows of one church that may be found. It is never changed.
type Index struct {
	ids        []uuid.UUID
	dimensions int
	vectors    []float32 // of all rows, one after another
	squares    []float64 // of the vectors' lengths
	rowsWith   map[string][]int32
	bytes      int
}

// Costs in memory, roughly: of a row beside its vector, of a word, and of a word in a row.
const (
	rowBytes      = 64
	wordBytes     = 64
	wordInRowSize = 4
)

// NewIndex makes an index of rows whose vectors all have the same number of dimensions.
func NewIndex(rows []Row) *Index {
	x := &Index{rowsWith: make(map[string][]int32)}
	for i, row := range rows {
		x.ids = append(x.ids, row.ID)
		x.dimensions = len(row.Vector)
		x.vectors = append(x.vectors, row.Vector...)
		x.squares = append(x.squares, float64(vectors.Dot(row.Vector, row.Vector)))
		for _, word := range row.Words {
			x.rowsWith[word] = append(x.rowsWith[word], int32(i))
			x.bytes += wordInRowSize
		}
	}
	for word := range x.rowsWith {
		x.bytes += wordBytes + len(word)
	}
	x.bytes += len(rows) * (rowBytes + 4*x.dimensions)
	return x
}

// Len is the number of rows.
func (x *Index) Len() int { return len(x.ids) }

// Bytes is how much memory the index takes, roughly.
func (x *Index) Bytes() int { return x.bytes }

// similarities are the cosines of all rows with a vector.
func (x *Index) similarities(vector []float32) []float64 {
	square := float64(vectors.Dot(vector, vector))
	similar := make([]float64, len(x.ids))
	for i := range similar {
		cosine := float64(vectors.Dot(vector, x.vectors[i*x.dimensions:(i+1)*x.dimensions])) / math.Sqrt(square*x.squares[i])
		similar[i] = min(max(cosine, -1), 1)
	}
	return similar
}

// nearest are at most that many rows, the most similar first.
func (x *Index) nearest(similar []float64, most int) []int32 {
	order := make([]int32, len(similar))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(similar[b], similar[a]), x.byID(a, b))
	})
	return order[:min(most, len(order))]
}

// byID orders rows as Postgres orders their ids.
func (x *Index) byID(a, b int32) int { return slices.Compare(x.ids[a][:], x.ids[b][:]) }
