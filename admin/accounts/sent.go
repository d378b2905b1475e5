package accounts

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	sentPath = "/sermons/sent"
	// sentAge is for how long a browser can come back to the page that says where a mail went.
	sentAge = time.Hour
)

// mailKinds are the mails that people wait for.
var mailKinds = []string{"signup", "recovery"}

// sentPage is what sermons-sent.html shows: that a mail is on its way.
type sentPage struct {
	accountHeader
	Kind string // of mailKinds
}

// sent leads to the page that says that a mail is on its way. It is opened by GET: whoever loads it again sends nothing again, which would
// make the link in the first mail worthless. Where the mail went stands in a cookie, and in no address.
func (h *Handler) sent(w http.ResponseWriter, r *http.Request, email, kind string) error {
	http.SetCookie(w, h.mailed.With(kind+"."+base64.RawURLEncoding.EncodeToString([]byte(email)), sentAge))
	return redirect(w, r, h.spoken(r, sentPath))
}

// sentPage is GET /sermons/sent.
func (h *Handler) sentPage(w http.ResponseWriter, r *http.Request) error {
	kind, encoded, _ := strings.Cut(h.mailed.Of(r), ".")
	address, err := base64.RawURLEncoding.DecodeString(encoded)
	email := emailOf(string(address))
	if err != nil || email == "" || !slices.Contains(mailKinds, kind) {
		return redirect(w, r, h.spoken(r, "/sermons/login"))
	}
	private(w)
	language := h.pages.Asked(r, "")
	page := &sentPage{Kind: kind, accountHeader: accountHeader{Email: email}}
	if err := h.fill(r, language, &page.accountHeader); err != nil {
		return err
	}
	return h.pages.Render(w, http.StatusOK, language, "sermons-sent", page)
}
