package crisis

import (
	"encoding/binary"
	"math"
)

// The size of the network: a feature has its row in the table by the lowest networkBits of its hash.
const (
	networkBits  = 18
	hiddenUnits  = 16
	networkBytes = hiddenUnits<<networkBits + 4*networkFloats
	// networkFloats is how many numbers there are beside the table: its scale, a bias of each unit, and of each output a bias and a
	// weight for each unit.
	networkFloats = 1 + hiddenUnits + firstKind*(1+hiddenUnits)
)

// network is a small neural network over the same features as the linear model: each hidden unit sums a weight of each feature, and
// those that come out above nothing are summed for danger and for whether it is sure. Where the linear model adds up what every
// feature says by itself, this one knows that some mean something only beside others.
type network struct {
	rows    [][hiddenUnits]int8 // by the lowest networkBits of a feature
	scale   float32             // of the rows
	bias    [hiddenUnits]float32
	outputs [firstKind]struct {
		bias    float32
		weights [hiddenUnits]float32
	}
}

// units are the sums of the hidden units.
type units [hiddenUnits]int32

// add adds what a feature says.
func (n *network) add(sum *units, hash uint32) {
	for k, w := range &n.rows[hash&(1<<networkBits-1)] {
		sum[k] += int32(w)
	}
}

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

// readNetwork reads a network of networkBytes.
func readNetwork(file []byte) *network {
	n := &network{rows: make([][hiddenUnits]int8, 1<<networkBits)}
	for i, f := range n.floats() {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(file[4*i:]))
	}
	for i, b := range file[4*networkFloats:] {
		n.rows[i/hiddenUnits][i%hiddenUnits] = int8(b)
	}
	return n
}

// file gives the network as it is stored.
func (n *network) file() (file []byte) {
	for _, f := range n.floats() {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(*f))
	}
	for _, row := range n.rows {
		for _, w := range row {
			file = append(file, byte(w))
		}
	}
	return file
}
