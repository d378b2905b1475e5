package accounts

import (
	"encoding/base64"
	"net/http"
	"time"

	"github.com/google/uuid"

	"narthex/admin/accounts/session"
	"narthex/chat/signature"
)

// pending lets a browser that has just signed somebody up say whom, before the address is confirmed, perhaps elsewhere.
type pending struct {
	cookie session.Cookie
	signer *signature.Signer
}

const pendingAge = time.Hour

// remember tells a browser whom it has signed up.
func (p pending) remember(w http.ResponseWriter, userID uuid.UUID) {
	value := userID.String() + "." + base64.RawURLEncoding.EncodeToString(p.signer.Sign(userID[:]))
	http.SetCookie(w, p.cookie.With(value, pendingAge))
}

// of is whom a browser has signed up.
func (p pending) of(r *http.Request) (uuid.UUID, bool) {
	value := p.cookie.Of(r)
	if len(value) < 37 || value[36] != '.' {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(value[:36])
	if err != nil {
		return uuid.Nil, false
	}
	signed, err := base64.RawURLEncoding.DecodeString(value[37:])
	return id, err == nil && len(signed) == 32 && p.signer.Good(id[:], signed)
}
