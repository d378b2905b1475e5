package accounts

import (
	"encoding/base64"
	"net/http"
	"time"

	"github.com/google/uuid"

	"narthex/admin/accounts/session"
	"narthex/chat/signature"
)

// pending lets a browser that has just signed somebody up say whom, before the address is confirmed, perhaps elsewhere. Where the
// address was taken it is nobody, which looks the same from outside: who has an account is told to no one.
type pending struct {
	cookie session.Cookie
	signer *signature.Signer
}

const pendingAge = time.Hour

// remember tells a browser whom it has signed up.
func (p pending) remember(w http.ResponseWriter, userID uuid.UUID) {
	p.set(w, userID, p.signer.Sign(userID[:]))
}

// rememberNobody tells a browser as much as remember does, of somebody who is made up.
func (p pending) rememberNobody(w http.ResponseWriter) {
	madeUp := uuid.New()
	p.set(w, madeUp, p.signer.Sign(ofNobody(madeUp)))
}

func (p pending) set(w http.ResponseWriter, userID uuid.UUID, signed []byte) {
	http.SetCookie(w, p.cookie.With(userID.String()+"."+base64.RawURLEncoding.EncodeToString(signed), pendingAge))
}

// ofNobody is what is signed of a user who is made up: longer than an id, and so never that of one who is not.
func ofNobody(madeUp uuid.UUID) []byte { return append(madeUp[:], 0) }

// of is whom a browser has signed up: uuid.Nil for somebody who is made up. It is not ok if it has signed up nobody at all.
func (p pending) of(r *http.Request) (userID uuid.UUID, ok bool) {
	value := p.cookie.Of(r)
	if len(value) < 37 || value[36] != '.' {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(value[:36])
	if err != nil {
		return uuid.Nil, false
	}
	signed, err := base64.RawURLEncoding.DecodeString(value[37:])
	switch {
	case err != nil || len(signed) != 32:
		return uuid.Nil, false
	case p.signer.Good(id[:], signed):
		return id, true
	}
	return uuid.Nil, p.signer.Good(ofNobody(id), signed)
}
