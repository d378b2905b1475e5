package team

import (
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/chat/signature"
)

// The kinds of mail that package notify has words for.
const (
	mailInvited        = "team_invited"          // to somebody new, with their link
	mailLink           = "team_link"             // their link again, or a new one
	mailAccountLink    = "dashboard_link"        // the church's link again
	mailAccountRenewed = "dashboard_link_new"    // the church's link, which has changed
	mailAddressAsked   = "admin_address_asked"   // to the new address, with the link that confirms it
	mailAddressWarned  = "admin_address_warned"  // to the old one, when it is asked for
	mailAddressChanged = "admin_address_changed" // to the old one, when it is done
)

// addressPath is where the link to a new address leads, before the token.
const addressPath = "/admin/address/"

// A token of a changed address is base64url of church, change and half of the signature.
const (
	tokenSaid      = 16 + 16
	tokenSignature = 16
)

// Links derives people's links of what is stored, when a mail with one is sent.
type Links struct {
	base            string
	people, address *signature.Signer
}

// NewLinks returns the links of a deployment, whose nodes share the key.
func NewLinks(baseURL string, key []byte) (*Links, error) {
	people, err := signature.New("narthex team link", key)
	if err != nil {
		return nil, err
	}
	address, err := signature.New("narthex admin address", key)
	if err != nil {
		return nil, err
	}
	return &Links{strings.TrimSuffix(baseURL, "/"), people, address}, nil
}

// Makers make the links of the mails to people of a team. What a mail is about is the id of the link, or of the change.
func (l *Links) Makers() map[string]notify.LinkMaker {
	dashboard := func(m notify.Sending) []notify.Link {
		id, err := uuid.Parse(m.About)
		if err != nil {
			return nil
		}
		return []notify.Link{{Text: m.Text("dashboard"), Button: m.Text("dashboard_button"), URL: l.base + "/admin/" + l.token(id).String()}}
	}
	return map[string]notify.LinkMaker{
		mailInvited: dashboard,
		mailLink:    dashboard,
		mailAddressAsked: func(m notify.Sending) []notify.Link {
			id, err := uuid.Parse(m.About)
			if err != nil {
				return nil
			}
			return []notify.Link{{Button: m.Text("admin_address_confirm"), URL: l.base + addressPath + l.addressToken(m.ChurchID, id)}}
		},
	}
}

// token is that of the link with an id.
func (l *Links) token(id uuid.UUID) uuid.UUID { return uuid.UUID(l.people.Sign(id[:])[:16]) }

func (l *Links) addressToken(churchID, change uuid.UUID) string {
	said := append(churchID[:], change[:]...)
	return base64.RawURLEncoding.EncodeToString(append(said, l.address.Sign(said)[:tokenSignature]...))
}

// readAddress reads the token of a changed address.
func (l *Links) readAddress(token string) (churchID, change uuid.UUID, err error) {
	encoding := base64.RawURLEncoding.Strict()
	if len(token) != encoding.EncodedLen(tokenSaid+tokenSignature) {
		return uuid.Nil, uuid.Nil, errAddressForge
	}
	all, err := encoding.DecodeString(token)
	if err != nil || !l.address.Good(all[:tokenSaid], all[tokenSaid:]) {
		return uuid.Nil, uuid.Nil, errAddressForge
	}
	return uuid.UUID(all[:16]), uuid.UUID(all[16:tokenSaid]), nil
}
