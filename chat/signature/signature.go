// Package signature signs what the service hands out and reads again, such as the tokens of links: each purpose has its own
// signatures, whatever key it shares with others.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
)

// minKey is the shortest key, in bytes.
const minKey = 32

// Signer signs for one purpose. It is safe for concurrent use.
type Signer struct {
	purpose string
	key     []byte
}

// New returns a signer. The purpose ends in no NUL, and is never changed while what it signed is still good.
func New(purpose string, key []byte) (*Signer, error) {
	if len(key) < minKey {
		return nil, fmt.Errorf("the key for %s has %d bytes, and needs %d", purpose, len(key), minKey)
	}
	return &Signer{purpose, key}, nil
}

// Sign returns the HMAC-SHA256 of what is said, 32 bytes.
func (s *Signer) Sign(said []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(s.purpose + "\x00"))
	mac.Write(said)
	return mac.Sum(nil)
}

// Good reports whether the first bytes of the signature, as many as there are, are those of what is said. Whoever calls it has
// checked that there are enough.
func (s *Signer) Good(said, signature []byte) bool {
	whole := s.Sign(said)
	return len(signature) <= len(whole) && hmac.Equal(signature, whole[:len(signature)])
}
