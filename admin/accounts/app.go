package accounts

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
	"narthex/static/web"
)

const (
	visitsPerMinute      = 30
	attributionPerMinute = 20
)

// signedIn is who a request comes from: session.ErrSignedOut, or a problem to answer with.
func (h *Handler) signedIn(w http.ResponseWriter, r *http.Request) (session.Who, error) {
	who, err := h.sessions.Of(w, r)
	if err != nil && !errors.Is(err, session.ErrSignedOut) {
		return who, unavailable(err)
	}
	return who, err
}

// appPage is what sermons-app.html shows.
type appPage struct {
	Languages       []web.OtherLanguage
	Email, Name     string
	Tradition       string // its name
	PasswordChanged bool
	// Known is false while the identity provider is away, which keeps nobody out who is signed in.
	Known bool
}

// app is GET /sermons/app.
func (h *Handler) app(w http.ResponseWriter, r *http.Request) error {
	private(w)
	who, err := h.signedIn(w, r)
	if errors.Is(err, session.ErrSignedOut) {
		return redirect(w, r, h.spoken(r, "/sermons/login?"+url.Values{"next": {localPath(r.URL.RequestURI())}}.Encode()))
	}
	if err != nil {
		return err
	}
	language := h.pages.Asked(r, "")
	page := &appPage{Email: who.Email, PasswordChanged: r.URL.Query().Get("done") == "password"}
	if page.Languages, err = h.pages.Others(r, language); err != nil {
		return err
	}
	user, err := h.identity.User(r.Context(), who.AccessToken, h.address(r))
	switch refused, ok := errors.AsType[*identity.Error](err); {
	case ok && !refused.Limited(): // the user is gone, or was signed out at the provider
		if err := h.sessions.End(w, r); err != nil {
			return unavailable(err)
		}
		return redirect(w, r, h.spoken(r, "/sermons/login"))
	case err != nil:
		h.logger.WarnContext(r.Context(), "the app is shown without a user's details", "error", err)
	default:
		page.Known, page.Name = true, user.Name()
		if page.Tradition, err = h.traditionOf(r, user, language); err != nil {
			return err
		}
	}
	return h.pages.Render(w, http.StatusOK, language, "sermons-app", page)
}

// traditionOf is the name of the tradition that a user signed up with.
func (h *Handler) traditionOf(r *http.Request, user identity.User, language *web.Language) (string, error) {
	slug, _ := user.Metadata["tradition"].(string)
	if slug == "" {
		return "", nil
	}
	all, err := h.store.traditions(r.Context(), language)
	if err != nil {
		return "", unavailable(err)
	}
	for _, one := range all {
		if one.Slug == slug {
			return one.Name, nil
		}
	}
	return "", nil
}

var errSignedOut = web.Refuse("unauthorized", "signed_out", "Please sign in first.")

// logFirstVisit is POST /api/sermons/log-first-visit. Only a user's first call does anything; its answer is {"first": true}.
func (h *Handler) logFirstVisit(w http.ResponseWriter, r *http.Request) error {
	who, err := h.signedIn(w, r)
	if errors.Is(err, session.ErrSignedOut) {
		return errSignedOut
	}
	if err != nil {
		return err
	}
	if err := h.limited(r, h.pages.Asked(r, ""), "visit", visitsPerMinute); err != nil {
		return err
	}
	user, err := h.identity.User(r.Context(), who.AccessToken, h.address(r))
	if err != nil {
		return unavailable(err)
	}
	first, err := h.store.visited(r.Context(), user)
	if err != nil {
		return unavailable(err)
	}
	return answer(w, map[string]bool{"first": first})
}

// outreachAttribution is POST /api/sermons/outreach-attribution with {"ref": "outreach-<token>"}: whom the browser has signed up, or who
// is signed in, came by that invitation. It answers alike for tokens that nobody has.
func (h *Handler) outreachAttribution(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	if err := h.limited(r, language, "attribution", attributionPerMinute); err != nil {
		return err
	}
	var sent struct {
		Ref string `json:"ref"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestBody)).Decode(&sent); err != nil {
		return web.Refuse("invalid", "unreadable", "The body must be a JSON object with the field ref.")
	}
	token := outreachToken(sent.Ref)
	if token == "" {
		return web.Refuse("unprocessable", "invalid_ref", "The field ref must have the form outreach-<token>.")
	}
	userID, known := h.pending.of(r)
	if who, err := h.signedIn(w, r); err == nil {
		userID, known = who.UserID, true
	} else if !errors.Is(err, session.ErrSignedOut) {
		return err
	}
	if !known {
		return errSignedOut
	}
	if userID != uuid.Nil { // else the browser has signed up with an address that was taken
		if err := h.store.attribute(r.Context(), token, userID); err != nil {
			return unavailable(err)
		}
	}
	return answer(w, map[string]bool{"ok": true})
}

func answer(w http.ResponseWriter, said any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(said)
}
