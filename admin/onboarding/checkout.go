package onboarding

import (
	"net/http"

	"narthex/chat/church"
)

// checkoutPage is what checkout.html shows.
type checkoutPage struct {
	siteHeader
	BackURL string
	Client  checkoutClient
}

// checkoutClient is what checkout.js is told.
type checkoutClient struct {
	Script  string            `json:"script"`  // the payment provider's
	OpenURL string            `json:"openURL"` // opens a checkout, by POST
	Texts   map[string]string `json:"texts"`
}

// The provider's form is made of its own scripts and frames, which our other pages keep out.
const (
	checkoutPolicy = "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self' 'unsafe-inline'; " +
		"img-src 'self' https: data:; connect-src 'self' https://api.stripe.com https://checkout.stripe.com https://*.js.stripe.com; " +
		"frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com; " +
		"font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	checkoutPermissions = `payment=(self "https://js.stripe.com" "https://checkout.stripe.com"), camera=(), microphone=(), geolocation=()`
)

// checkout is GET /onboard/checkout?tier=. What was typed stands in the browser: the page sends it on.
func (h *Handler) checkout(w http.ResponseWriter, r *http.Request) (err error) {
	language := h.pages.Asked(r, "")
	page := &checkoutPage{BackURL: "/pricing", Client: checkoutClient{Script: h.script, OpenURL: language.Link("/api/stripe/checkout-embedded"), Texts: language.Group("checkout.client.")}}
	if plan, ok := church.ParsePlan(r.URL.Query().Get("tier")); ok {
		page.BackURL = address("/onboard", nil, "plan", string(plan))
	}
	if page.siteHeader, err = h.header(language, r); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Security-Policy", checkoutPolicy)
	header.Set("Permissions-Policy", checkoutPermissions)
	header.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") // banks open windows of their own
	header.Set("Cache-Control", "no-store")
	return h.pages.Render(w, http.StatusOK, language, "checkout", page)
}

// returnPage is what return.html shows.
type returnPage struct {
	siteHeader
	SessionID string
}

// returned is GET /onboard/return?session_id=: where the payment provider sends the browser afterwards.
func (h *Handler) returned(w http.ResponseWriter, r *http.Request) error {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	return h.pages.Render(w, http.StatusOK, h.pages.Asked(r, ""), "return", &returnPage{SessionID: r.URL.Query().Get("session_id")})
}
