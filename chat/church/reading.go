package church

import (
	"encoding/binary"
	"hash/maphash"
)

// reading sums up all that a load reads, so that one that finds nothing new can be told from others. The sums of two stores cannot be
// compared.
type reading struct{ maphash.Hash }

// row adds the values of a row, as they came: nil is null.
func (r *reading) row(values [][]byte) {
	var length [8]byte
	for _, value := range values {
		binary.LittleEndian.PutUint64(length[:], uint64(len(value))+1)
		if value == nil {
			clear(length[:])
		}
		_, _ = r.Write(length[:]) // never fails
		_, _ = r.Write(value)
	}
}
