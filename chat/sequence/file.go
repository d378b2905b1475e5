package sequence

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"
)

// FileBytes is how long a file of a network is: the scale of the table and all other weights, four bytes each, then the table.
const FileBytes = 4*(1+weights) + Width<<Bits

const weights = Layers*(Taps*Width+1)*Width + Heads*Width + Hidden*(Picked+1) + Outputs*(Hidden+1)

// File gives the network as it is stored.
func (n *Network) File() []byte {
	file := make([]byte, 0, FileBytes)
	for _, number := range append([]float32{n.scale}, n.numbers...) {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(number))
	}
	for _, row := range n.rows {
		for _, number := range row {
			file = append(file, byte(number))
		}
	}
	return file
}

// ReadFile reads a network whose table are bytes of the file, which nobody may change: where they are part of the program, only what is
// looked at is ever brought into memory.
func ReadFile(file []byte) (*Network, error) {
	if len(file) != FileBytes {
		return nil, errors.New("the file has another size than a network")
	}
	numbers := make([]float32, 1+weights)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(file[4*i:]))
	}
	rows := unsafe.Slice((*[Width]int8)(unsafe.Pointer(&file[4*len(numbers)])), 1<<Bits)
	return New(rows, numbers[0], numbers[1:]), nil
}
