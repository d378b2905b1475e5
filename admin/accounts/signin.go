package accounts

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/admin/accounts/identity"
	"narthex/static/web"
)

const signInsPerMinute = 10 // of one address

// signInPage is what sermons-login.html shows.
type signInPage struct {
	accountHeader
	Notice  string // name of a text; "" for none
	Problem string // likewise
	Next    string
	Resend  bool // the address is to be confirmed first
}

// problems are what brings people to the sign-in page, by the page's parameter.
var problems = []string{"expired", "declined", "failed"}

// signInPage is GET /sermons/login?confirmed=1&problem=&next=.
func (h *Handler) signInPage(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	if _, err := h.sessions.Of(w, r); err == nil {
		return redirect(w, r, h.spoken(r, localPath(asked.Get("next"))))
	}
	page := &signInPage{Next: localPath(asked.Get("next"))}
	switch problem := asked.Get("problem"); {
	case asked.Get("confirmed") == "1":
		page.Notice = "sermons.login.confirmed"
	case asked.Get("done") == "signed_out":
		page.Notice = "sermons.login.signed_out"
	case asked.Get("done") == "password":
		page.Notice = "sermons.login.password_changed"
	case slices.Contains(problems, problem):
		page.Problem = "sermons.login.problem." + problem
	}
	return h.renderSignIn(w, r, http.StatusOK, page)
}

func (h *Handler) renderSignIn(w http.ResponseWriter, r *http.Request, status int, page *signInPage) error {
	private(w)
	language := h.pages.Asked(r, "")
	if err := h.fill(r, language, &page.accountHeader); err != nil {
		return err
	}
	return h.pages.Render(w, status, language, "sermons-login", page)
}

// signIn is POST /sermons/login. A wrong address and a wrong password are told apart to nobody.
func (h *Handler) signIn(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	if err := h.limited(r, language, "login", signInsPerMinute); err != nil {
		h.metrics.forms.WithLabelValues("login", "limited").Inc()
		return err
	}
	page := &signInPage{Next: localPath(form.Get("next"))}
	page.Email, page.Faults = strings.TrimSpace(form.Get("email")), faults{}
	email, password := emailOf(page.Email), form.Get("password")
	if email == "" {
		page.Faults["email"] = "sermons.fault.email"
	}
	if password == "" {
		page.Faults["password"] = "sermons.fault.password_missing"
	}
	if len(page.Faults) > 0 {
		h.metrics.forms.WithLabelValues("login", "invalid").Inc()
		return h.renderSignIn(w, r, http.StatusUnprocessableEntity, page)
	}
	signedIn, err := h.identity.SignIn(r.Context(), email, password, h.address(r))
	if identity.IsCode(err, identity.CodeInvalidCredentials, identity.CodeNotConfirmed, identity.CodeBanned, identity.CodeValidation) {
		h.metrics.forms.WithLabelValues("login", "refused").Inc()
		page.Problem = "sermons.login.problem.wrong"
		if identity.IsCode(err, identity.CodeNotConfirmed) {
			page.Problem, page.Resend = "sermons.login.problem.unconfirmed", true
		}
		return h.renderSignIn(w, r, http.StatusUnprocessableEntity, page)
	}
	if err := h.outcome("login", language, err); err != nil {
		return err
	}
	if err := h.sessions.Begin(w, r, signedIn); err != nil {
		return unavailable(err)
	}
	return redirect(w, r, h.spoken(r, page.Next))
}

// startOAuth is GET /sermons/oauth/{provider}: signing in through another provider begins. It is a GET, because the pages' policy
// keeps forms from being led to other sites.
func (h *Handler) startOAuth(w http.ResponseWriter, r *http.Request) error {
	provider := chi.URLParam(r, "provider")
	if !slices.Contains(h.providers, provider) {
		return web.ErrNotFound
	}
	begun := h.flows.begin(w, r, h.pages.Asked(r, "").Chosen(), time.Now())
	private(w)
	http.Redirect(w, r, h.identity.AuthorizeURL(provider, h.baseURL+oauthCallback, begun.verifier), http.StatusSeeOther)
	return nil
}

// signOut is POST /sermons/logout.
func (h *Handler) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := h.sessions.End(w, r); err != nil {
		return unavailable(err)
	}
	return redirect(w, r, h.spoken(r, "/sermons/login?done=signed_out"))
}
