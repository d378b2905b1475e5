// Package compressed keeps short texts in little room that are much like one another: JSON of one shape takes a third.
package compressed

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Codec compresses texts of one kind.
type Codec struct {
	id      uint32
	example []byte
	encoder func() *zstd.Encoder
}

const (
	window    = 64 << 10 // within which a text is compared with itself
	maxOpened = 16 << 20 // bytes
)

var (
	mu     sync.Mutex
	codecs = make(map[uint32]*Codec)
)

// New returns a codec for texts that are like an example, so that what they have in common with it is kept nowhere. What was compressed
// with another example is not opened, as long as each has an id of its own. It is for variables of a package: whatever was compressed by
// one of them can be opened once all are there.
func New(id uint32, example string) *Codec {
	c := &Codec{id: id, example: []byte(example)}
	c.encoder = sync.OnceValue(func() *zstd.Encoder { // a server's start does not wait for it
		encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithWindowSize(window),
			zstd.WithLowerEncoderMem(true), zstd.WithEncoderDictRaw(c.id, c.example))
		if err != nil {
			panic(fmt.Sprintf("compressed: %v", err)) // the options are wrong
		}
		return encoder
	})
	mu.Lock()
	defer mu.Unlock()
	if codecs[id] != nil {
		panic(fmt.Sprintf("compressed: two examples have id %d", id))
	}
	codecs[id] = c
	return c
}

// Compress returns a text as it is to be kept. It is safe for concurrent use.
func (c *Codec) Compress(text []byte) []byte {
	return c.encoder().EncodeAll(text, make([]byte, 0, len(text)/2))
}

var magic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// Is reports whether Compress made it, rather than that it is a text as it was.
func Is(kept []byte) bool { return bytes.HasPrefix(kept, magic) }

// Open is the reverse of any codec's Compress. It is safe for concurrent use, and trusts nothing: what was kept may have been cut or
// overwritten.
func Open(kept []byte) ([]byte, error) {
	text, err := decoder().DecodeAll(kept, nil)
	if err != nil {
		return nil, fmt.Errorf("open a compressed text: %w", err)
	}
	return text, nil
}

var decoder = sync.OnceValue(func() *zstd.Decoder {
	mu.Lock()
	defer mu.Unlock()
	options := []zstd.DOption{zstd.WithDecoderMaxMemory(maxOpened)}
	for id, c := range codecs {
		options = append(options, zstd.WithDecoderDictRaw(id, c.example))
	}
	decoder, err := zstd.NewReader(nil, options...)
	if err != nil {
		panic(fmt.Sprintf("compressed: %v", err))
	}
	return decoder
})
