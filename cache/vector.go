package cache

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/x448/float16"
)

// checkVector says whether an embedding can be compared: the configured length, finite, and not all zero.
func checkVector(v []float32, dimensions int) error {
	if len(v) != dimensions {
		return fmt.Errorf("%w: %d numbers instead of %d", ErrVector, len(v), dimensions)
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	// A sum of squares is finite only if every number is: float32 squared cannot overflow float64.
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return fmt.Errorf("%w: a number is not finite", ErrVector)
	}
	if sum == 0 {
		return fmt.Errorf("%w: all numbers are zero", ErrVector)
	}
	return nil
}

// encodeVector writes float32 in little-endian order: the form of the vector sets' FP32.
func encodeVector(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// appendHalves writes what is kept of a vector: its direction, as half-precision numbers in little-endian order. A cosine with it differs
// by less than a hundred-thousandth.
func appendHalves(b []byte, v []float32) []byte {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, float16.Fromfloat32(float32(float64(x)/length)).Bits())
	}
	return b
}

var vectorBuffers = sync.Pool{New: func() any { return new([]byte) }}

// withEncoded calls send with what is kept of a vector, which is overwritten afterwards: every turn sends 3 KB or twice that, and the
// client copies what it sends.
func withEncoded(v []float32, send func([]byte) error) error {
	buffer := vectorBuffers.Get().(*[]byte)
	defer vectorBuffers.Put(buffer)
	*buffer = appendHalves((*buffer)[:0], v)
	return send(*buffer)
}

// decodeVector is the reverse of appendHalves. It trusts nothing: what Redis returns may have been cut or overwritten.
func decodeVector(b string, dimensions int) ([]float32, error) {
	if len(b) != 2*dimensions {
		return nil, fmt.Errorf("%w: %d bytes instead of %d", ErrVector, len(b), 2*dimensions)
	}
	v := make([]float32, dimensions)
	for i := range v {
		v[i] = halfAt(b, i)
	}
	return v, checkVector(v, dimensions)
}

// cosine compares v with what is kept of a vector of the same length, without decoding it first.
func cosine(v []float32, encoded string) (float64, error) {
	if len(encoded) != 2*len(v) {
		return 0, fmt.Errorf("%w: %d bytes instead of %d", ErrVector, len(encoded), 2*len(v))
	}
	var dot, vv, ww float64
	for i, x := range v {
		a, b := float64(x), float64(halfAt(encoded, i))
		dot += a * b
		vv += a * a
		ww += b * b
	}
	similarity := dot / math.Sqrt(vv) / math.Sqrt(ww)
	if math.IsNaN(similarity) {
		return 0, fmt.Errorf("%w: no direction", ErrVector)
	}
	return max(-1, min(1, similarity)), nil
}

func halfAt(b string, i int) float32 {
	return float16.Frombits(uint16(b[2*i]) | uint16(b[2*i+1])<<8).Float32()
}
