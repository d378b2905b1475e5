package disclosure

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"narthex/chat/linear/lineartest"
)

//go:generate go test -v -run TestTheWeightsAreThoseOfTheLessons -train .

var train = flag.Bool("train", false, "learn the weights of the model anew")

// How the model learns. The figures were chosen by cross-validation on the lessons.
const (
	epochs      = 15
	rate        = 0.3
	regularised = 1e-4
	dropped     = 0.3
)

func exampleOf(l *lesson) lineartest.Example {
	return lineartest.Example{Hashes: l.hashes, Weight: l.weight}
}

func learnModel(t testing.TB, lessons []*lesson) *model {
	t.Helper()
	m, err := newModel()
	if err != nil {
		t.Fatal(err)
	}
	config := lineartest.Config{Bits: askedBits, Epochs: epochs, Rate: rate, Regularised: regularised, Dropped: dropped}
	h := lineartest.Learn(config, lessons, exampleOf, func(l *lesson) bool { return l.topic != "" })
	m.bias[0], m.scale[0] = h.Rounded(0, func(i int, w int8) { m.asked[i] = w })
	asked := slices.DeleteFunc(slices.Clone(lessons), func(l *lesson) bool { return l.topic == "" })
	config.Bits = topicBits
	for i, topic := range topics {
		h := lineartest.Learn(config, asked, exampleOf, func(l *lesson) bool { return l.topic == topic })
		m.bias[1+i], m.scale[1+i] = h.Rounded(0, func(place int, w int8) { m.topics[place][i] = w })
	}
	return m
}

// file gives the model as it is stored.
func (m *model) file(sum [sumBytes]byte) []byte {
	file := slices.Clone(sum[:])
	for _, floats := range [][heads]float32{m.scale, m.bias} {
		for _, f := range floats {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(f))
		}
	}
	for _, w := range m.asked {
		file = append(file, byte(w))
	}
	for _, weights := range m.topics {
		for _, w := range weights {
			file = append(file, byte(w))
		}
	}
	return file
}

// sumOf is a checksum of all that the weights depend on.
func sumOf(lessons []*lesson) (sum [sumBytes]byte) {
	hash := sha256.New()
	for _, l := range lessons {
		hash.Write([]byte(l.topic))
		for _, x := range append([]uint32{math.Float32bits(float32(l.weight)), uint32(len(l.hashes))}, l.hashes...) {
			hash.Write(binary.LittleEndian.AppendUint32(nil, x))
		}
	}
	hash.Sum(sum[:0])
	return sum
}

func TestTheWeightsAreThoseOfTheLessons(t *testing.T) {
	lessons, _ := readLessons(t)
	sum := sumOf(lessons)
	if !*train {
		if !bytes.HasPrefix(weightsBytes, sum[:]) {
			t.Error("the lessons, the ideas or the features changed: go generate ./chat/disclosure")
		}
		return
	}
	crossValidate(t, lessons)
	if err := os.WriteFile("model/weights.bin", learnModel(t, lessons).file(sum), 0o644); err != nil {
		t.Fatal(err)
	}
}

// folds is into how many parts the lessons are divided: each part is judged by a model that learned from the others.
const folds = 5

// crossValidate tells how the model would do, for some thresholds, on lessons that it has never seen: those of about*.yaml, which no
// rule was written for.
func crossValidate(t *testing.T, lessons []*lesson) {
	t.Helper()
	type judged struct {
		score       float32
		ruled       bool
		right, asks bool
	}
	var all []judged
	for part := range folds {
		var seen, unseen []*lesson
		for i, l := range lessons {
			if i%folds == part {
				unseen = append(unseen, l)
			} else {
				seen = append(seen, l)
			}
		}
		m := learnModel(t, seen)
		for _, l := range unseen {
			if !l.judges {
				continue
			}
			var f features
			g := m.guess(&f, l.text)
			right := slices.Contains(m.about(&f, g.where), answering(l.topic))
			all = append(all, judged{g.score, len(ruled(l.text, nil).Subjects) > 0, right, l.topic != ""})
		}
	}
	share := func(of func(judged) bool, is func(judged) bool) float64 {
		n, k := 0, 0
		for _, j := range all {
			if of(j) {
				n++
				if is(j) {
					k++
				}
			}
		}
		return float64(k) / float64(n)
	}
	asks, others := func(j judged) bool { return j.asks }, func(j judged) bool { return !j.asks }
	for _, least := range []float32{-3, -2, -1, -0.5, 0, 0.25, 0.5, 1, 2} {
		found := func(j judged) bool { return j.score >= least }
		either := func(j judged) bool { return j.score >= least || j.ruled }
		t.Logf("from %.2f: found %.3f, others %.3f; with the rules %.3f and %.3f; the topic is right of %.3f; of what the rules find %.3f", least, share(asks, found),
			share(others, found), share(asks, either), share(others, either), share(func(j judged) bool { return j.asks && found(j) }, func(j judged) bool { return j.right }),
			share(func(j judged) bool { return j.asks && j.ruled }, found))
	}
}
