// Package preview makes and reads the links by which a church's admins see its pages before visitors can: for as long as the
// church is not active, /care/<slug> and /chat/<slug> open with such a link, and its chat answers.
package preview

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat/signature"
)

// Life is how long a link is good for: long enough to be shown to a church's council, short enough that one that got about is
// soon worth nothing.
const Life = 3 * 24 * time.Hour

// Parameter is the name of the query parameter that carries a token.
const Parameter = "preview"

// A token is base64url of version, church, expiry (Unix seconds) and the signature.
const (
	version       = 1
	head          = 1 + 16 + 8
	signatureSize = 32
	tokenSize     = (head + signatureSize) * 4 / 3
)

// Links makes and reads the links of a deployment, whose nodes share the key. It is safe for concurrent use.
type Links struct {
	base   string
	signer *signature.Signer
	now    func() time.Time
}

// New returns the links of the service at an address.
func New(baseURL string, key []byte, now func() time.Time) (*Links, error) {
	signer, err := signature.New("narthex preview", key)
	if err != nil {
		return nil, err
	}
	return &Links{base: strings.TrimSuffix(baseURL, "/"), signer: signer, now: now}, nil
}

// Mint makes a token for one church, and tells until when it is good.
func (l *Links) Mint(church uuid.UUID) (token string, until time.Time) {
	until = l.now().Add(Life).Truncate(time.Second)
	said := make([]byte, 0, head+signatureSize)
	said = append(said, version)
	said = append(said, church[:]...)
	said = binary.BigEndian.AppendUint64(said, uint64(until.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(said, l.signer.Sign(said)...)), until
}

// URL is where a church's care page is seen with a token.
func (l *Links) URL(slug, token string) string {
	return With(l.base+"/care/"+url.PathEscape(slug), token)
}

// Why a token opens nothing. Nobody is told which.
var (
	ErrForged  = errors.New("no preview of ours")
	ErrExpired = errors.New("the preview has expired")
	ErrForeign = errors.New("the preview is of another church")
)

// Check returns nil if a token opens a church now.
func (l *Links) Check(church uuid.UUID, token string) error {
	if len(token) != tokenSize {
		return ErrForged
	}
	all, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(all) != head+signatureSize || all[0] != version || !l.signer.Good(all[:head], all[head:]) {
		return ErrForged
	}
	if uuid.UUID(all[1:17]) != church {
		return ErrForeign
	}
	if l.now().Unix() >= int64(binary.BigEndian.Uint64(all[17:head])) {
		return ErrExpired
	}
	return nil
}

// With adds a token to an address; without one it stays as it is.
func With(address, token string) string {
	switch {
	case token == "":
		return address
	case strings.Contains(address, "?"):
		return address + "&" + Parameter + "=" + url.QueryEscape(token)
	}
	return address + "?" + Parameter + "=" + url.QueryEscape(token)
}
