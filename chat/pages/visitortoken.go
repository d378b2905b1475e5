package pages

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat/signature"
)

// visitorTokenLife is how long a token counts: long enough for a page to be read before the chat is opened, short enough
// that a site taken off the list is soon without any.
const visitorTokenLife = 10 * time.Minute

// visitorTokens makes and checks the tokens that panels show: "the pages of this origin may show the chat of this church
// until then". A token is base64url of version, church, expiry and origin, a dot, and base64url of their HMAC-SHA256.
//
// What it is worth. Only the service can make one, and it makes one for a page whose browser says that its origin is on
// the church's list. Browsers do not let a page lie about that, and keep the token from pages of other origins. So a
// snippet copied to a foreign site gets no token, and without one there is no panel. A token lifted from a page is of no
// use on another either: the panel that it opens may be framed by the token's own origin alone. It is no login, though:
// a program that is no browser may claim any origin, get a token, and talk to the chat, as it may without any token at
// the public API. What keeps such programs within bounds are the limits for each address and the church's budget.
type visitorTokens struct {
	signer *signature.Signer
	now    func() time.Time
}

// visitorToken is what a token says.
type visitorToken struct {
	church  uuid.UUID
	origin  string
	expires time.Time
}

const (
	visitorTokenVersion   = 1
	visitorTokenHead      = 1 + 16 + 8 // version, church, expiry in Unix seconds
	maxVisitorToken       = 512        // bytes
	visitorTokenSignature = 32
)

var (
	errNoVisitorToken      = errors.New("no token of ours")
	errExpiredVisitorToken = errors.New("the token has expired")
)

func newVisitorTokens(key []byte, now func() time.Time) (*visitorTokens, error) {
	signer, err := signature.New("narthex visitor token", key)
	if err != nil {
		return nil, err
	}
	return &visitorTokens{signer: signer, now: now}, nil
}

// mint makes a token for the pages of an origin.
func (t *visitorTokens) mint(church uuid.UUID, origin string) string {
	said := make([]byte, 0, visitorTokenHead+len(origin))
	said = append(said, visitorTokenVersion)
	said = append(said, church[:]...)
	said = binary.BigEndian.AppendUint64(said, uint64(t.now().Add(visitorTokenLife).Unix()))
	said = append(said, origin...)
	return base64.RawURLEncoding.EncodeToString(said) + "." + base64.RawURLEncoding.EncodeToString(t.signer.Sign(said))
}

// check reads a token. One that has expired is returned with the error, because what it says was true.
func (t *visitorTokens) check(token string) (visitorToken, error) {
	if len(token) > maxVisitorToken {
		return visitorToken{}, errNoVisitorToken
	}
	first, second, _ := strings.Cut(token, ".")
	encoding := base64.RawURLEncoding.Strict()
	said, err := encoding.DecodeString(first)
	if err != nil || len(said) < visitorTokenHead || said[0] != visitorTokenVersion {
		return visitorToken{}, errNoVisitorToken
	}
	signed, err := encoding.DecodeString(second)
	if err != nil || len(signed) != visitorTokenSignature || !t.signer.Good(said, signed) {
		return visitorToken{}, errNoVisitorToken
	}
	read := visitorToken{
		church:  uuid.UUID(said[1:17]),
		expires: time.Unix(int64(binary.BigEndian.Uint64(said[17:visitorTokenHead])), 0),
		origin:  string(said[visitorTokenHead:]),
	}
	if !t.now().Before(read.expires) {
		return read, errExpiredVisitorToken
	}
	return read, nil
}
