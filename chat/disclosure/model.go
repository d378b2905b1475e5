package disclosure

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"narthex/chat/linear"
)

//go:embed model/weights.bin
var weightsBytes []byte

//go:embed model/ideas.txt
var ideasText string

// The sizes of the model's tables: a feature has its place by the lowest bits of its hash.
const (
	askedBits = 17
	topicBits = 15
)

// topics are what the model tells questions about the assistant apart by. Each has a subject, whose text answers it.
var topics = [...]Subject{Privacy, Readers, Person, Clergy, Secret, Call, other}

// other stands for what is asked of the assistant and is none of the other topics, such as what it believes.
const other Subject = "other"

// The heads of the model: whether anything is asked about the assistant, and one for each topic.
const heads = 1 + len(topics)

// model is a linear model (logistic regression) over the features of a text. README.md in the folder model says what it has learned
// from.
type model struct {
	ideas  *linear.Ideas
	asked  []int8
	topics [][len(topics)]int8
	bias   [heads]float32
	scale  [heads]float32 // of the weights
}

// learned is the model. It cannot fail but by a damaged file, which every test would show.
var learned = sync.OnceValue(func() *model {
	m, err := readModel(weightsBytes)
	if err != nil {
		panic(fmt.Sprintf("the model of questions about the assistant: %v", err))
	}
	return m
})

// The file of weights: the checksum of what they were learned from, then scales and biases, then the tables.
const (
	sumBytes    = 32
	headerBytes = sumBytes + 2*4*heads
	modelBytes  = headerBytes + 1<<askedBits + len(topics)<<topicBits
)

func newModel() (*model, error) {
	known, _, err := linear.ReadIdeas(ideasText, 1)
	if err != nil {
		return nil, fmt.Errorf("read the ideas: %w", err)
	}
	return &model{ideas: known, asked: make([]int8, 1<<askedBits), topics: make([][len(topics)]int8, 1<<topicBits)}, nil
}

func readModel(file []byte) (*model, error) {
	m, err := newModel()
	if err != nil {
		return nil, err
	}
	if len(file) != modelBytes {
		return nil, errors.New("the file of weights has another size than the model")
	}
	float := func(i int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(file[sumBytes+4*i:])) }
	for i := range m.scale {
		m.scale[i], m.bias[i] = float(i), float(heads+i)
	}
	for i, b := range file[headerBytes:][:1<<askedBits] {
		m.asked[i] = int8(b)
	}
	for i, b := range file[headerBytes+1<<askedBits:] {
		m.topics[i/len(topics)][i%len(topics)] = int8(b)
	}
	return m, nil
}

// score is how likely it is that the text whose features were read asks about the assistant, as the logarithm of the odds.
func (m *model) score(f *features) float32 {
	var sum int32
	for _, h := range f.hashes {
		sum += int32(m.asked[h&(1<<askedBits-1)])
	}
	return m.bias[0] + m.scale[0]*float32(sum)/root(f)
}

// topicMargin is how close to the likeliest topic another must be for the message to be about both: who asks who reads this, and
// whether it is private, is told both.
const topicMargin = 0.5

// about gives what a text asks about the assistant, if it does: the likeliest, and one more that is nearly as likely.
func (m *model) about(f *features, text string) (found []Subject) {
	f.read(m.ideas, text)
	var sums [len(topics)]int32
	for _, h := range f.hashes {
		for i, w := range &m.topics[h&(1<<topicBits-1)] {
			sums[i] += int32(w)
		}
	}
	var scores [len(topics)]float32
	first, second := 0, -1
	for i, sum := range sums {
		scores[i] = m.bias[1+i] + m.scale[1+i]*float32(sum)/root(f)
		switch {
		case i > 0 && scores[i] > scores[first]:
			first, second = i, first
		case i > 0 && (second < 0 || scores[i] > scores[second]):
			second = i
		}
	}
	found = append(found, answering(topics[first]))
	if scores[first]-scores[second] < topicMargin && answering(topics[second]) != found[0] {
		found = append(found, answering(topics[second]))
	}
	return found
}

// answering is the subject whose text answers a topic.
func answering(topic Subject) Subject {
	if topic == other {
		return Person // which says what the assistant is, and what it is not
	}
	return topic
}

func root(f *features) float32 { return float32(math.Sqrt(float64(len(f.hashes)))) }

// guess is what the model makes of a message.
type guess struct {
	score float32
	where string // the part of the message that says so
}

const (
	pieceDiscount = 1.2  // for a sentence by itself: it lacks what is said around it
	longestPiece  = 2000 // characters of a message that are read, which is the most that one may have
	mostPieces    = 24   // sentences that are looked at
)

// guess looks at a message as a whole, then at each of its sentences.
func (m *model) guess(f *features, message string) (best guess) {
	message = message[:min(len(message), 4*longestPiece)]
	f.read(m.ideas, message)
	best = guess{m.score(f), message}
	if !strings.ContainsAny(message, sentenceEnds) {
		return best
	}
	pieces := 0
	for piece := range strings.FieldsFuncSeq(message, isSentenceEnd) {
		if strings.IndexByte(strings.TrimSpace(piece), ' ') < 0 || len(piece) >= len(message)-1 {
			continue // a single word, or all there is
		}
		if pieces++; pieces > mostPieces {
			break
		}
		f.read(m.ideas, piece)
		if s := m.score(f) - pieceDiscount; s > best.score {
			best = guess{s, piece}
		}
	}
	return best
}

const sentenceEnds = ".?!;\n¿¡"

func isSentenceEnd(r rune) bool { return strings.ContainsRune(sentenceEnds, r) }
