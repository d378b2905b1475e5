package prompt

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Tokens are those of o200k_base, which OpenAI's models since GPT-4o count in; another service's model counts up to a fifth
// more or fewer, which a budget must allow for. Counting takes about 200 µs for a kilobyte, a hundred times what writing it
// takes, so what was counted is remembered.

// vocabulary is made at the first count: 7 MB and about 40 ms.
var vocabulary = sync.OnceValue(codec.NewO200kBase)

// counts remembers the tokens of texts by their hash, each in the one place that its hash gives it: a newer text takes the
// place of an older one. So it needs no lock and no more than these 128 KB, however many passages the churches have. An
// entry holds the upper bits of the hash, and in the lower ones the tokens.
var counts [1 << 14]atomic.Uint64

const (
	tokenBits = 20 // a text of more tokens is not remembered
	tokenMask = 1<<tokenBits - 1
)

var seed = maphash.MakeSeed()

func tokensIn(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	hash := maphash.Bytes(seed, text)
	place := &counts[hash%uint64(len(counts))]
	if entry := place.Load(); entry&^tokenMask == hash&^tokenMask {
		return int(entry & tokenMask)
	}
	tokens, err := vocabulary().Count(string(text))
	if err != nil { // the pattern that splits words gave up
		return len(text) // no text has more
	}
	if tokens <= tokenMask {
		place.Store(hash&^tokenMask | uint64(tokens))
	}
	return tokens
}
