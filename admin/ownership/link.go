package ownership

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/chat/signature"
)

// Decision is what a link decides, as it is stored.
type Decision string

// What there is to decide.
const (
	Approved  Decision = "approved"  // by the founder
	Rejected  Decision = "rejected"  // by the founder: paid back, and the listing is what it was
	Confirmed Decision = "confirmed" // by whoever reads the listed address
	Proven    Decision = "proven"    // by whoever signed up, who reads the address of the church's own that they gave
)

// codes are what a token says; a byte is never given to another decision.
var codes = map[Decision]byte{Approved: 1, Rejected: 2, Confirmed: 3, Proven: 4}

// linkLife is how long a link is good for.
const linkLife = 30 * 24 * time.Hour

// linkPath is where links lead, before the token.
const linkPath = "/ownership/"

// A token is base64url of version, decision, church, premium record, expiry (Unix seconds) and half of the signature.
const (
	tokenVersion   = 1
	tokenSaid      = 1 + 1 + 16 + 16 + 8
	tokenSignature = 16
)

var (
	errForged  = errors.New("no link of ours")
	errExpired = errors.New("the link has expired")
)

// claim is what a link is about. The record is named with the church: after another claim the link decides nothing.
type claim struct {
	Decision        Decision
	Church, Premium uuid.UUID
	Expires         time.Time
}

// Links makes and reads the links.
type Links struct {
	base   string
	signer *signature.Signer
}

// NewLinks returns the links of a deployment, whose nodes share the key.
func NewLinks(baseURL string, key []byte) (*Links, error) {
	signer, err := signature.New("narthex ownership", key)
	if err != nil {
		return nil, err
	}
	return &Links{strings.TrimSuffix(baseURL, "/"), signer}, nil
}

// Makers make the links of the mails about a claim.
func (l *Links) Makers() map[string]notify.LinkMaker {
	return map[string]notify.LinkMaker{
		"ownership_unproven": l.forFounder,
		"ownership_awaited":  l.forFounder,
		"ownership_asked": func(m notify.Sending) []notify.Link {
			return []notify.Link{{Button: m.Text("ownership_confirm"), URL: l.link(Confirmed, m)}}
		},
		"ownership_proof": func(m notify.Sending) []notify.Link {
			return []notify.Link{{Button: m.Text("ownership_prove"), URL: l.link(Proven, m)}}
		},
	}
}

func (l *Links) forFounder(m notify.Sending) []notify.Link {
	return []notify.Link{
		{Text: m.Text("ownership"), Button: m.Text("ownership_approve"), URL: l.link(Approved, m)},
		{Button: m.Text("ownership_reject"), URL: l.link(Rejected, m), Quiet: true},
	}
}

func (l *Links) link(d Decision, m notify.Sending) string {
	said := append([]byte{tokenVersion, codes[d]}, m.ChurchID[:]...)
	said = append(said, m.PremiumID[:]...)
	said = binary.BigEndian.AppendUint64(said, uint64(m.CreatedAt.Add(linkLife).Unix()))
	return l.base + linkPath + base64.RawURLEncoding.EncodeToString(append(said, l.signer.Sign(said)[:tokenSignature]...))
}

func (l *Links) read(token string, now time.Time) (claim, error) {
	encoding := base64.RawURLEncoding.Strict()
	if len(token) != encoding.EncodedLen(tokenSaid+tokenSignature) {
		return claim{}, errForged
	}
	all, err := encoding.DecodeString(token)
	if err != nil || all[0] != tokenVersion || !l.signer.Good(all[:tokenSaid], all[tokenSaid:]) {
		return claim{}, errForged
	}
	c := claim{Church: uuid.UUID(all[2:18]), Premium: uuid.UUID(all[18:34]), Expires: time.Unix(int64(binary.BigEndian.Uint64(all[34:tokenSaid])), 0)}
	for d, code := range codes {
		if code == all[1] {
			c.Decision = d
		}
	}
	switch {
	case c.Decision == "":
		return claim{}, errForged
	case !now.Before(c.Expires):
		return claim{}, errExpired
	}
	return c, nil
}
