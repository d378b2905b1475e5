package notify

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat/signature"
)

// Links makes and reads the links by which somebody says that they have a crisis. A link names the request and whom it was
// sent to, and is signed: it is good for both and nothing else, needs no login, and works as long as Postgres does.
type Links struct {
	base   string // of the product
	signer *signature.Signer
}

// Acknowledgement is what a link says.
type Acknowledgement struct {
	Church, Request uuid.UUID
	Recipient       string // whom it was sent to: an e-mail address or a telephone number
	Expires         time.Time
	Many            bool // it is about the request and the others that were told of by nothing but their number
}

// LinkLife is how long a link is good for.
const LinkLife = 7 * 24 * time.Hour

// LinkPath is where links lead, before the token.
const LinkPath = "/acknowledge/"

// A token is base64url of version, church, request, expiry (Unix seconds), recipient and the signature's first half: 128 bits
// are more than anybody guesses, and a text message has little room.
const (
	linkOfOne     = 1 // of one request
	linkOfMany    = 2 // of many
	linkHead      = 1 + 16 + 16 + 4
	linkStart     = 24 // characters in which the church stands: it is known of a link that was cut off, too
	linkSignature = sha256.Size / 2
	longestLink   = 600 // characters of a token
)

// Why a link is not good.
var (
	ErrForgedLink  = errors.New("no link of ours")
	ErrExpiredLink = errors.New("the link has expired")
)

// NewLinks returns the links of a deployment, whose nodes share the key.
func NewLinks(baseURL string, key []byte) (*Links, error) {
	signer, err := signature.New("narthex crisis acknowledgement", key)
	if err != nil {
		return nil, err
	}
	return &Links{base: strings.TrimSuffix(baseURL, "/"), signer: signer}, nil
}

// Link is the address of the page on which a recipient says that they have it.
func (l *Links) Link(a Acknowledgement) string {
	said := make([]byte, 0, linkHead+len(a.Recipient)+linkSignature)
	said = append(said, linkOfOne)
	if a.Many {
		said[0] = linkOfMany
	}
	said = append(said, a.Church[:]...)
	said = append(said, a.Request[:]...)
	said = binary.BigEndian.AppendUint32(said, uint32(a.Expires.Unix()))
	said = append(said, a.Recipient...)
	return l.base + LinkPath + base64.RawURLEncoding.EncodeToString(append(said, l.signer.Sign(said)[:linkSignature]...))
}

// Read reads a token. With ErrExpiredLink comes what it says, which was true; with ErrForgedLink at most a church, which
// anybody can name.
func (l *Links) Read(token string, now time.Time) (Acknowledgement, error) {
	if len(token) > longestLink || len(token) < linkStart {
		return Acknowledgement{}, ErrForgedLink
	}
	encoding := base64.RawURLEncoding.Strict()
	start, err := encoding.DecodeString(token[:linkStart])
	if err != nil || start[0] != linkOfOne && start[0] != linkOfMany {
		return Acknowledgement{}, ErrForgedLink
	}
	a := Acknowledgement{Church: uuid.UUID(start[1:17])}
	all, err := encoding.DecodeString(token)
	if err != nil || len(all) < linkHead+linkSignature {
		return a, ErrForgedLink
	}
	said, signed := all[:len(all)-linkSignature], all[len(all)-linkSignature:]
	if !l.signer.Good(said, signed) {
		return a, ErrForgedLink
	}
	a.Many = said[0] == linkOfMany
	a.Request, a.Recipient = uuid.UUID(said[17:33]), string(said[linkHead:])
	a.Expires = time.Unix(int64(binary.BigEndian.Uint32(said[33:linkHead])), 0)
	if !now.Before(a.Expires) {
		return a, ErrExpiredLink
	}
	return a, nil
}
