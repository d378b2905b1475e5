package accounts

import (
	_ "embed"
	"net/http"
)

// confirmSignup is the identity provider's mail 'confirm signup', as it is to be configured there. Its link is the address that the
// sign-up named with the token's hash: the provider's own link would lead back with a code, which only the browser that signed up
// can use. It relies on the address having a question mark, which those in signup.go do; the provider falls back to its site's
// address, which has none, for one that is not on its list of allowed addresses.
//
//go:embed confirm-signup.html
var confirmSignup []byte

// mailTemplate is GET /auth/templates/confirm-signup.html: where the provider can fetch the mail's template from.
func (h *Handler) mailTemplate(w http.ResponseWriter, _ *http.Request) error {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "public, max-age=300")
	header.Set("X-Robots-Tag", "noindex")
	_, err := w.Write(confirmSignup)
	return err
}
