package encoder

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// How the rows are learned: each question is to lie nearer to the passage that answers it than to the others of its church (a softmax over
// the cosines), and what is not answered by a passage at some distance from it; and so are words of a group of the thesaurus to lie nearer to the
// others of it than to other groups. AdaGrad, in an order that is always the same. The figures
// were chosen by what was found in the churches of one part of five, of which nothing was learned.
const (
	epochs          = 14
	atATime         = 2    // questions of a passage in an epoch
	offTopicAtATime = 2    // questions about nothing that a church has, for each church
	sharpness       = 10.0 // what the cosines are multiplied by
	learnRate       = 0.05 // at the beginning; it falls to a tenth
	droppedShare    = 0.6  // of a text's features at each step, so that no single one is relied on
	firstSpread     = 0.05 // deviation of the rows at the beginning
	unlikeFrom      = 0.35 // a cosine: what is not answered lies below it
	unlikeCounts    = 0.5  // beside what is answered
	smallestSlope   = 1e-4 // of a passage's share: below it nothing is learned of it
)

// learned are rows while they are learned.
type learned struct {
	rows    [][Dimensions]float32
	squares [][Dimensions]float32 // of the gradients, by which AdaGrad slows down
	known   []bool
	random  *rand.Rand
	rate    float32

	// How much a word counts in a question: by what its numbers are multiplied, and what is added; and the score of no answer.
	by, byTurn, bySquares [Dimensions]float32
	base, baseTurn        float32
	nowhere, nowhereTurn  float32
	otherSquares          [2]float32
}

// seenLesson is a lesson with the rows of its texts.
type seenLesson struct {
	passage         []uint32
	answers, unlike [][]uint32
}

func rowsOf(text string) []uint32 {
	var f features
	f.read(text)
	return f.rows
}

func see(churches [][]lesson) (seen [][]seenLesson) {
	for _, church := range churches {
		var lessons []seenLesson
		for _, l := range church {
			s := seenLesson{passage: rowsOf(l.passage)}
			for _, question := range l.answers {
				s.answers = append(s.answers, rowsOf(question))
			}
			for _, question := range l.unlike {
				s.unlike = append(s.unlike, rowsOf(question))
			}
			lessons = append(lessons, s)
		}
		seen = append(seen, lessons)
	}
	return seen
}

// taught is all that the rows are learned from.
type taught struct {
	lessons   [][]seenLesson // by church
	passages  []pages        // the same in sentences
	documents []pages        // by church
	thesaurus []group
	offTopic  [][]uint32
}

func teach(t testing.TB) (all taught) {
	lessons := lessonsOf(t, "lessons")
	all = taught{lessons: see(lessons), documents: readPages(t, "documents"), thesaurus: readThesaurus(t), offTopic: seeOffTopic(t)}
	for _, church := range lessons {
		all.passages = append(all.passages, pagesOf(church))
	}
	return all
}

func learn(from taught) *learned {
	l := &learned{
		rows: make([][Dimensions]float32, 1<<rowBits), squares: make([][Dimensions]float32, 1<<rowBits), known: make([]bool, 1<<rowBits),
		random: rand.New(rand.NewPCG(1, 3)), base: 1, nowhere: nowhereStart,
	}
	for i := range l.rows {
		for k := range l.rows[i] {
			l.rows[i][k] = float32(l.random.NormFloat64() * firstSpread)
		}
	}
	for epoch := range epochs {
		l.rate = float32(learnRate * (1 - 0.9*float64(epoch)/epochs))
		l.epoch(from)
	}
	for i, known := range l.known {
		if !known {
			l.rows[i] = [Dimensions]float32{}
		}
	}
	return l
}

// epoch learns from each church once, and from each group of the thesaurus, in any order.
func (l *learned) epoch(from taught) {
	groups := slices.Collect(slices.Chunk(l.random.Perm(len(from.thesaurus)), groupsTogether))
	lessons, documents := len(from.lessons), len(from.documents)
	for _, i := range l.random.Perm(lessons + documents + len(groups)) {
		switch {
		case i < lessons:
			l.church(from.lessons[i], from.offTopic)
			l.read(&from.passages[i], questionsAtATime)
		case i < lessons+documents:
			l.read(&from.documents[i-lessons], questionsOfPages)
		default:
			var some []group
			var asked []seenLesson
			for _, at := range groups[i-lessons-documents] {
				some = append(some, from.thesaurus[at])
				asked = append(asked, l.lessonOf(from.thesaurus[at]))
			}
			l.church(asked, nil)
			c := l.pagesOf(some)
			l.read(&c, questionsOfPages)
		}
	}
}

// text is one that a step is taken for: some of its rows, its direction, how long their sum is, and how the direction should change.
type text struct {
	rows     []uint32
	vector   [Dimensions]float32
	length   float32
	gradient [Dimensions]float32
}

func (l *learned) text(rows []uint32) *text {
	t := &text{}
	for _, row := range rows {
		if l.random.Float64() >= droppedShare {
			t.rows = append(t.rows, row)
			for k, x := range l.rows[row] {
				t.vector[k] += x
			}
		}
	}
	var squares float32
	for _, x := range t.vector {
		squares += x * x
	}
	t.length = float32(math.Sqrt(float64(squares))) + 1e-6
	for k := range t.vector {
		t.vector[k] /= t.length
	}
	return t
}

func (t *text) cosine(u *text) (sum float32) {
	for k, x := range t.vector {
		sum += x * u.vector[k]
	}
	return sum
}

// pull notes that the cosine of two texts should fall by so much; what is negative, rise.
func pull(t, u *text, slope float32) {
	for k := range t.gradient {
		t.gradient[k] += slope * u.vector[k]
		u.gradient[k] += slope * t.vector[k]
	}
}

// step changes the rows of a text.
func (l *learned) step(t *text) {
	var along float32
	for k, g := range t.gradient {
		along += g * t.vector[k]
	}
	for k := range t.gradient { // only what turns it
		t.gradient[k] = (t.gradient[k] - along*t.vector[k]) / t.length
	}
	for _, row := range t.rows {
		l.known[row] = true
		numbers, squares := &l.rows[row], &l.squares[row]
		for k, g := range t.gradient {
			squares[k] += g * g
			numbers[k] -= l.rate * g / (float32(math.Sqrt(float64(squares[k]))) + 1e-4)
		}
	}
}

// apart notes that a question should lie at some distance from a passage.
func apart(question, passage *text) {
	near := 1 / (1 + math.Exp(-sharpness*(float64(question.cosine(passage))-unlikeFrom)))
	pull(question, passage, float32(unlikeCounts*sharpness*near))
}

// church learns some questions of each passage of a church, and that what is about nothing that a church has is answered by none.
func (l *learned) church(lessons []seenLesson, offTopic [][]uint32) {
	passages := make([]*text, len(lessons))
	for i, lesson := range lessons {
		passages[i] = l.text(lesson.passage)
	}
	for i, lesson := range lessons {
		for range min(atATime, len(lesson.answers)) {
			question := l.text(lesson.answers[l.random.IntN(len(lesson.answers))])
			for j, share := range shares(question, passages) {
				if j == i {
					share--
				}
				if math.Abs(float64(share)) > smallestSlope {
					pull(question, passages[j], sharpness*share)
				}
			}
			l.step(question)
		}
		if len(lesson.unlike) > 0 {
			question := l.text(lesson.unlike[l.random.IntN(len(lesson.unlike))])
			apart(question, passages[i])
			l.step(question)
		}
	}
	for range min(offTopicAtATime, len(offTopic)) {
		question := l.text(offTopic[l.random.IntN(len(offTopic))])
		for _, passage := range passages {
			apart(question, passage)
		}
		l.step(question)
	}
	for _, passage := range passages {
		l.step(passage)
	}
}

// shares is how likely each passage seems to answer a question; they sum to 1.
func shares(question *text, passages []*text) []float32 {
	shares := make([]float32, len(passages))
	var sum float32
	for i, passage := range passages {
		shares[i] = float32(math.Exp(sharpness * float64(question.cosine(passage))))
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// file gives the rows as they are stored, rounded to a byte each: the few that are greater than nearly all become the greatest.
func (l *learned) file(sum [sha256.Size]byte) []byte {
	var squares, n float64
	for i, known := range l.known {
		if known {
			for _, x := range l.rows[i] {
				squares += float64(x) * float64(x)
				n++
			}
		}
	}
	most := 4 * math.Sqrt(squares/n)
	file := sum[:]
	for i := range l.rows {
		for _, x := range l.rows[i] {
			file = append(file, byte(int8(math.Round(max(-1, min(1, float64(x)/most))*math.MaxInt8))))
		}
	}
	for _, x := range l.by {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(x*float32(most/math.MaxInt8)))
	}
	return binary.LittleEndian.AppendUint32(file, math.Float32bits(l.base))
}

// sum is a checksum of all that the rows depend on.
func (from taught) sum() (sum [sha256.Size]byte) {
	hash := sha256.New()
	write := func(rows []uint32) {
		var b []byte
		for _, x := range append([]uint32{uint32(len(rows))}, rows...) {
			b = binary.LittleEndian.AppendUint32(b, x)
		}
		hash.Write(b)
	}
	for _, church := range from.lessons {
		for _, l := range church {
			write(l.passage)
			for _, texts := range [][][]uint32{l.answers, l.unlike} {
				write(nil)
				for _, text := range texts {
					write(text)
				}
			}
		}
	}
	for _, c := range from.documents {
		for _, texts := range [][]pageText{c.titles, c.sentences, c.nowhere} {
			write(nil)
			for _, text := range texts {
				write(text.rows)
			}
		}
		for _, q := range c.questions {
			write(q.rows)
			for _, answer := range q.answers {
				write([]uint32{uint32(answer)})
			}
		}
	}
	for _, group := range from.thesaurus {
		for _, text := range group {
			write(rowsOf(text))
		}
		write(nil)
	}
	for _, text := range from.offTopic {
		write(text)
	}
	hash.Sum(sum[:0])
	return sum
}
