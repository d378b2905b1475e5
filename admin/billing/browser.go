package billing

import (
	"crypto/sha256"
	"encoding/hex"
)

// browserKey is the metadata's key for the mark of the browser that makes a checkout.
const browserKey = "browser_sha256"

// browserOf is the mark of the browser that made a checkout, nil if there is none.
func browserOf(metadata map[string]string) []byte {
	mark, err := hex.DecodeString(metadata[browserKey])
	if err != nil || len(mark) == 0 {
		return nil
	}
	return mark
}

// markOf is a text as it may be kept and compared, but not read.
func markOf(value string) []byte {
	sum := sha256.Sum256([]byte(value))
	return sum[:]
}
