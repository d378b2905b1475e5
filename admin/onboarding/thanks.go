package onboarding

import (
	"net/http"
	"net/mail"

	"github.com/google/uuid"
)

// thanksPage is what thank-you.html shows.
type thanksPage struct {
	siteHeader
	Email        string // "" if the address has none that can be shown
	DashboardURL string // "" without a token
}

// thankYou is GET /thank-you?email=&token=. The token is the key to the church: the page's module takes it out of the address
// bar at once, and nobody keeps or passes on the page.
func (h *Handler) thankYou(w http.ResponseWriter, r *http.Request) error {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	language := h.pages.Asked(r, "")
	page := new(thanksPage) // without links to other languages: they would carry the token on
	query := r.URL.Query()
	if address, err := mail.ParseAddress(query.Get("email")); err == nil && len(address.Address) < 255 {
		page.Email = address.Address
	}
	if token, err := uuid.Parse(query.Get("token")); err == nil {
		page.DashboardURL = "/admin/" + token.String()
	}
	return h.pages.Render(w, http.StatusOK, language, "thank-you", page)
}
