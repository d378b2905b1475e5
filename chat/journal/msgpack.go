package journal

import (
	"encoding/binary"
)

// What scripts are told of many turns at once is packed as one MessagePack array, which Redis unpacks by itself: thousands
// of turns are told of in a second, and many arguments cost both sides more than they hold.

func packArray(packed []byte, elements int) []byte {
	return binary.BigEndian.AppendUint32(append(packed, 0xdd), uint32(elements))
}

func packUint(packed []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(append(packed, 0xce), uint32(n))
}

func packString[T string | []byte](packed []byte, s T) []byte {
	return append(binary.BigEndian.AppendUint32(append(packed, 0xdb), uint32(len(s))), s...)
}

func packBool(packed []byte, b bool) []byte {
	if b {
		return append(packed, 0xc3)
	}
	return append(packed, 0xc2)
}
