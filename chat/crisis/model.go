package crisis

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"

	"narthex/chat/sequence"
)

//go:embed model/weights.bin
var weightsBytes []byte

// The sizes of the model's tables: a feature has its place by the lowest bits of its hash.
const (
	dangerBits = 20
	kindBits   = 17
)

// The heads of the model, each of which gives a score: whether there is anything to find, whether it is sure, and one for
// each category, and whether it is about somebody else.
const (
	dangerHead = iota
	sureHead
	firstKind
	ofOthers = 7 // of the kinds, the one after the categories
	kinds    = ofOthers + 1
	heads    = firstKind + kinds
)

// model is a linear model (logistic regression) over the features of a message: two scores tell whether anybody is in
// danger, and whether that is sure, the others of what kind. The two are the mean of what it gives and what a small network gives, and
// of a text that may be a danger also of what a network says that reads it word by word.
// The weights are learned, see README.md in the folder model.
type model struct {
	ideas   *ideas
	danger  [][firstKind]int8 // by the lowest dangerBits of a feature
	kinds   [][kinds]int8     // by the lowest kindBits
	network *network
	ordered *sequence.Network
	bias    [heads]float32
	scale   [heads]float32 // of the weights
}

// Windows of a long message are looked at by themselves: one sentence in a long story may be what matters.
const (
	windowWords  = 28
	windowStride = 7
	longMessage  = 40 // words
)

// learned is the model. It cannot fail but by a damaged file, which every test would show.
var learned = sync.OnceValue(func() *model {
	m, err := readModel(weightsBytes)
	if err != nil {
		panic(fmt.Sprintf("the model of the crisis gate: %v", err))
	}
	return m
})

// The file of weights: the checksum of what they were learned from, then scales and biases, then the tables, then the networks.
const (
	sumBytes    = 32
	headerBytes = sumBytes + 2*4*heads
	linearBytes = headerBytes + firstKind<<dangerBits + kinds<<kindBits
	bagBytes    = linearBytes + networkBytes
	modelBytes  = bagBytes + sequence.FileBytes
)

// readModel reads a model whose tables are the bytes of the file, which nobody may change. Where they are part of the program, only
// what is looked at of these 7 MB is ever brought into memory. A weight is a byte in the file as in the table, so no byte order is in
// question.
func readModel(file []byte) (*model, error) {
	known, err := readIdeas(ideasText)
	if err != nil {
		return nil, fmt.Errorf("read the ideas: %w", err)
	}
	if len(file) != modelBytes {
		return nil, errors.New("the file of weights has another size than the model")
	}
	m := &model{
		ideas:   known,
		danger:  unsafe.Slice((*[firstKind]int8)(unsafe.Pointer(&file[headerBytes])), 1<<dangerBits),
		kinds:   unsafe.Slice((*[kinds]int8)(unsafe.Pointer(&file[headerBytes+firstKind<<dangerBits])), 1<<kindBits),
		network: readNetwork(file[linearBytes:bagBytes]),
	}
	if m.ordered, err = sequence.ReadFile(file[bagBytes:]); err != nil {
		return nil, err
	}
	float := func(i int) float32 {
		return math.Float32frombits(binary.LittleEndian.Uint32(file[sumBytes+4*i:]))
	}
	for i := range m.scale {
		m.scale[i], m.bias[i] = float(i), float(len(m.scale)+i)
	}
	return m, nil
}

// reading is what the model needs to read one text.
type reading struct {
	words    []said
	letters  []byte // of the words
	features features
	sums     []sums // up to each word
	ordered  ordered
}

// sums are what the features of a text say together.
type sums struct {
	heads [firstKind]int32
	units units
}

// stretch is a part of a text, from one feature or word up to another.
type stretch struct{ from, to int32 }

// score is how likely it is that somebody is in danger, and how likely that this is sure, as logarithms of the odds, and
// the part of the text that says so.
type score struct {
	danger, sure float32
	unordered    float32 // the danger as it is before the text is read in order
	where, words stretch
}

// read scores a text.
func (m *model) read(f *folded, r *reading) score {
	return m.readInOrder(r, m.add(f, r))
}

// readFrom is the score from which on a text is read in order as well: it takes ten times as long, and of what scores less hardly
// anything is a danger. One question in ten that churches are asked scores as much.
const readFrom = -2.5

// readInOrder asks the network that reads word by word, where a text may be a danger and is not long: each of the three counts alike.
func (m *model) readInOrder(r *reading, of score) score {
	words := r.words[of.words.from:of.words.to]
	if of.danger < readFrom || len(words) > longMessage {
		return of
	}
	o := &r.ordered
	o.read(r.letters, words)
	scores := m.ordered.Read(&o.words, &o.pass)
	of.danger = (2*of.danger + scores[dangerHead]) / 3
	of.sure = (2*of.sure + scores[sureHead]) / 3
	return of
}

// add scores a text by what its features say together, wherever they stand: without the greeting before it, and with the plea at its end, or
// without that where it is more.
func (m *model) add(f *folded, r *reading) score {
	r.words, r.letters = m.ideas.say(f, r.words[:0], r.letters[:0])
	if from := greetingOf(r.words); from > 0 {
		r.words = slices.Delete(r.words, 1, from)
	}
	whole := m.sum(r)
	plea := pleaOf(r.words)
	if plea == len(r.words) {
		return whole
	}
	pleading, most := r.words, whole.danger-needed(r)
	r.words = append(slices.Clone(r.words[:plea]), sentenceEdge)
	if told := m.sum(r); told.danger-needed(r) > most {
		return told
	}
	r.words = pleading
	return m.sum(r)
}

// sum scores the words of a text.
//
//go:norace
func (m *model) sum(r *reading) score {
	r.features.read(r.letters, r.words)
	r.sums = slices.Grow(r.sums[:0], len(r.words)+1)[:1]
	r.sums[0] = sums{}
	var sum sums
	var from int32
	for _, to := range r.features.ends {
		hashes := r.features.hashes[from:to]
		for _, h := range hashes {
			w := &m.danger[h&(1<<dangerBits-1)]
			sum.heads[dangerHead] += int32(w[dangerHead])
			sum.heads[sureHead] += int32(w[sureHead])
		}
		m.network.add(&sum.units, hashes)
		from = to
		r.sums = append(r.sums, sum)
	}
	best := m.over(r, 0, len(r.words))
	if len(r.words) < longMessage {
		return m.sentence(r, best)
	}
	for i := 0; i+windowWords < len(r.words)+windowStride; i += windowStride {
		part := m.over(r, i, min(i+windowWords, len(r.words)))
		part.danger -= windowDiscount
		if part.sure -= windowDiscount; part.danger > best.danger {
			best = part
		}
	}
	return best
}

// over gives the score of the words from i up to j.
func (m *model) over(r *reading, i, j int) score {
	where := stretch{0, r.features.ends[j-1]}
	if i > 0 {
		where.from = r.features.ends[i-1]
	}
	root := sqrt(where.to - where.from)
	before, after := &r.sums[i], &r.sums[j]
	scores := m.network.over(&before.units, &after.units, root)
	for head := range scores {
		linear := m.bias[head] + m.scale[head]*float32(after.heads[head]-before.heads[head])/root
		scores[head] = (linear + scores[head]) / 2
	}
	return score{scores[dangerHead], scores[sureHead], scores[dangerHead], where, stretch{int32(i), int32(j)}}
}

func sqrt(n int32) float32 { return float32(math.Sqrt(float64(n))) }

// kind tells what a dangerous part of a text is about, and whom.
func (m *model) kind(r *reading, where stretch) (Category, Subject) {
	var sums [kinds]int32
	for _, h := range r.features.hashes[where.from:where.to] {
		for i, w := range &m.kinds[h&(1<<kindBits-1)] {
			sums[i] += int32(w)
		}
	}
	var scores [kinds]float32
	for i, sum := range sums {
		scores[i] = m.bias[firstKind+i] + m.scale[firstKind+i]*float32(sum)/sqrt(where.to-where.from)
	}
	best := 0
	for i := range categories {
		if scores[i] > scores[best] {
			best = i
		}
	}
	if scores[ofOthers] > 1.1 {
		return categories[best], Other
	}
	return categories[best], Self
}

// The size of the network: a feature has its row in the table by the lowest networkBits of its hash.
const (
	networkBits  = 18
	hiddenUnits  = 32
	networkBytes = hiddenUnits<<networkBits + 4*networkFloats
	// networkFloats is how many numbers there are beside the table: its scale, a bias of each unit, and of each output a bias and a
	// weight for each unit.
	networkFloats = 1 + hiddenUnits + firstKind*(1+hiddenUnits)
)

// network is a small neural network over the same features as the linear model: each hidden unit sums a weight of each feature, and
// those that come out above nothing are summed for danger and for whether it is sure. Where the linear model adds up what every
// feature says by itself, this one knows that some mean something only beside others.
type network struct {
	rows    [][hiddenUnits]byte // signed, by the lowest networkBits of a feature
	scale   float32             // of the rows
	bias    [hiddenUnits]float32
	outputs [firstKind]struct {
		bias    float32
		weights [hiddenUnits]float32
	}
}

// units are the sums of the hidden units.
type units [hiddenUnits]int32

// add adds what features say. Go adds one number at a time, of which there are many: so four units are summed in one number of 64 bits,
// in 16 bits each, which hold the sum of 256 weights from 0 to 255.
//
//go:norace
func (n *network) add(sum *units, hashes []uint32) {
	for some := range slices.Chunk(hashes, mostLanes) {
		var lanes [hiddenUnits / 4]uint64
		for _, hash := range some {
			row := &n.rows[hash&(1<<networkBits-1)]
			for i := range hiddenUnits / 8 {
				eight := binary.LittleEndian.Uint64(row[8*i:]) ^ aboveZero
				lanes[2*i] += eight & everySecond
				lanes[2*i+1] += eight >> 8 & everySecond
			}
		}
		below := int32(len(some)) << 7
		for k := range sum {
			sum[k] += int32(lanes[k/8*2+k%2]>>(k%8/2*16)&0xffff) - below
		}
	}
}

const (
	mostLanes          = 256
	aboveZero   uint64 = 0x8080808080808080 // makes of a signed byte one that is 128 more, and never negative
	everySecond uint64 = 0x00ff00ff00ff00ff
)

// over gives the scores of a stretch of text: from and to are the sums of the units up to its ends, root that of the number of its
// features.
func (n *network) over(from, to *units, root float32) (scores [firstKind]float32) {
	for i := range scores {
		scores[i] = n.outputs[i].bias
	}
	for k := range to {
		on := n.bias[k] + n.scale*float32(to[k]-from[k])/root
		if on <= 0 {
			continue
		}
		for i := range scores {
			scores[i] += on * n.outputs[i].weights[k]
		}
	}
	return scores
}

// floats gives where each of the numbers beside the table is, in the order in which they are stored.
func (n *network) floats() []*float32 {
	all := []*float32{&n.scale}
	for k := range n.bias {
		all = append(all, &n.bias[k])
	}
	for i := range n.outputs {
		all = append(all, &n.outputs[i].bias)
		for k := range n.outputs[i].weights {
			all = append(all, &n.outputs[i].weights[k])
		}
	}
	return all
}

// readNetwork reads a network of networkBytes, as readModel does.
func readNetwork(file []byte) *network {
	n := &network{rows: unsafe.Slice((*[hiddenUnits]byte)(unsafe.Pointer(&file[4*networkFloats])), 1<<networkBits)}
	for i, f := range n.floats() {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(file[4*i:]))
	}
	return n
}

// file gives the network as it is stored.
func (n *network) file() (file []byte) {
	for _, f := range n.floats() {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(*f))
	}
	for _, row := range n.rows {
		file = append(file, row[:]...)
	}
	return file
}
