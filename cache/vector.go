package cache

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
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

// largestStep is what a vector's largest number is kept as.
const largestStep = math.MaxInt8

// appendQuantized writes what is kept of a vector: its direction, with a signed byte for each dimension. A cosine with it differs by less
// than a thousandth, or by a few if one of the numbers is ten times as large as the others.
func appendQuantized(b []byte, v []float32) []byte {
	var largest float64
	for _, x := range v {
		largest = max(largest, math.Abs(float64(x)))
	}
	for _, x := range v {
		b = append(b, byte(int8(math.Round(float64(x)/largest*largestStep))))
	}
	return b
}

var vectorBuffers = sync.Pool{New: func() any { return new([]byte) }}

// withEncoded calls send with what is kept of a vector, which is overwritten afterwards: every turn sends one or two, and the client
// copies what it sends.
func withEncoded(v []float32, send func([]byte) error) error {
	buffer := vectorBuffers.Get().(*[]byte)
	defer vectorBuffers.Put(buffer)
	*buffer = appendQuantized((*buffer)[:0], v)
	return send(*buffer)
}

// decodeVector is the reverse of appendQuantized: a vector of length one. It trusts nothing: what Redis returns may have been cut or
// overwritten.
func decodeVector(b string, dimensions int) ([]float32, error) {
	if len(b) != dimensions {
		return nil, fmt.Errorf("%w: %d bytes instead of %d", ErrVector, len(b), dimensions)
	}
	v := make([]float32, dimensions)
	var sum float64
	for i := range v {
		v[i] = float32(int8(b[i]))
		sum += float64(v[i]) * float64(v[i])
	}
	if sum == 0 {
		return nil, fmt.Errorf("%w: all numbers are zero", ErrVector)
	}
	length := float32(math.Sqrt(sum))
	for i := range v {
		v[i] /= length
	}
	return v, nil
}

// cosine compares v with what is kept of a vector of the same length, without decoding it first.
func cosine(v []float32, encoded string) (float64, error) {
	if len(encoded) != len(v) {
		return 0, fmt.Errorf("%w: %d bytes instead of %d", ErrVector, len(encoded), len(v))
	}
	var dot, vv, ww float64
	for i, x := range v {
		a, b := float64(x), float64(int8(encoded[i]))
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
