package accounts

import (
	_ "embed"
	"net/http"

	"narthex/static/web"
)

// The identity provider's mails 'confirm signup' and 'reset password', as they are to be configured there. Their link is the address
// that the call named with the token's hash: the provider's own link would lead back with a code, which only the browser that asked
// can use. They rely on the address having a question mark, which those in signup.go and password.go do; the provider falls back to its
// site's address, which has none, for one that is not on its list of allowed addresses.
var (
	//go:embed confirm-signup.html
	confirmSignup []byte
	//go:embed reset-password.html
	resetPassword []byte
)

// mailTemplate is GET /auth/templates/…: where the provider can fetch a mail's template from.
func mailTemplate(template []byte) web.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) error {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Cache-Control", "public, max-age=300")
		header.Set("X-Robots-Tag", "noindex")
		_, err := w.Write(template)
		return err
	}
}
