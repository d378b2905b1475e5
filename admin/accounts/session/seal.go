package session

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// tokens are the identity provider's.
type tokens struct {
	Access  string `json:"access"`
	Refresh string `json:"refresh"`
}

// hash is what Postgres knows the secret by.
func (s secret) hash() []byte {
	sum := sha256.Sum256(s)
	return sum[:]
}

// sealer encrypts with a key that follows from the secret and cannot be told from its hash.
func (s secret) sealer() (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, s, nil, "narthex user session", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func (s secret) seal(t tokens) ([]byte, error) {
	plain, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	aead, err := s.sealer()
	if err != nil {
		return nil, fmt.Errorf("seal a session: %w", err)
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return aead.Seal(nonce, nonce, plain, s.hash()), nil
}

func (s secret) open(sealed []byte) (t tokens, err error) {
	aead, err := s.sealer()
	if err != nil {
		return t, fmt.Errorf("open a session: %w", err)
	}
	if len(sealed) < aead.NonceSize() {
		return t, errors.New("open a session: it is cut off")
	}
	plain, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], s.hash())
	if err != nil {
		return t, fmt.Errorf("open a session: %w", err)
	}
	return t, json.Unmarshal(plain, &t)
}
