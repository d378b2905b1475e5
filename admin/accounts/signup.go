package accounts

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/admin/accounts/identity"
	"narthex/static/web"
)

const (
	signUpsPerMinute = 5 // of one address, over all nodes
	resendsPerMinute = 3
	appSource        = "sermon_starter"
	attributionLimit = 2 * time.Second
)

// Where the identity provider leads back to. Its list of allowed addresses compares them letter by letter, parameters included.
const (
	signUpCallback = "/auth/callback?next=/sermons/app&flow=signup"
	oauthCallback  = "/auth/callback?next=/sermons/app"
)

// accountHeader is what the pages for people who are not signed in share.
type accountHeader struct {
	Languages []web.OtherLanguage
	Providers []string // ids of other providers
	Faults    faults
	Email     string // as typed
}

// signUpPage is what sermons-signup.html shows.
type signUpPage struct {
	accountHeader
	Traditions      []tradition
	Tradition, Name string
	Ref             string
}

// signUpPage is GET /sermons/signup. Parameters tradition and ref come with the links of campaigns; the page's module keeps them in
// the browser, for who comes back without them.
func (h *Handler) signUpPage(w http.ResponseWriter, r *http.Request) error {
	if _, err := h.sessions.Of(w, r); err == nil {
		return redirect(w, r, h.spoken(r, appPath))
	}
	asked := r.URL.Query()
	page := &signUpPage{Tradition: asked.Get("tradition"), Ref: asked.Get("ref"), accountHeader: accountHeader{Email: emailOf(asked.Get("email"))}}
	return h.renderSignUp(w, r, http.StatusOK, page)
}

func (h *Handler) renderSignUp(w http.ResponseWriter, r *http.Request, status int, page *signUpPage) (err error) {
	private(w)
	language := h.pages.Asked(r, "")
	if page.Traditions, err = h.store.traditions(r.Context(), language); err != nil {
		return unavailable(err)
	}
	if !slices.ContainsFunc(page.Traditions, func(t tradition) bool { return t.Slug == page.Tradition }) {
		page.Tradition = ""
	}
	if outreachToken(page.Ref) == "" {
		page.Ref = ""
	}
	if err := h.fill(r, language, &page.accountHeader); err != nil {
		return err
	}
	return h.pages.Render(w, status, language, "sermons-signup", page)
}

// fill adds what all these pages show.
func (h *Handler) fill(r *http.Request, language *web.Language, header *accountHeader) (err error) {
	header.Providers = h.providers
	header.Languages, err = h.pages.Others(r, language)
	return err
}

// signUp is POST /sermons/signup. Whether an address is taken is told to nobody but its owner, by mail.
func (h *Handler) signUp(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	if err := h.limited(r, language, "signup", signUpsPerMinute); err != nil {
		h.metrics.forms.WithLabelValues("signup", "limited").Inc()
		return err
	}
	page := &signUpPage{Tradition: form.Get("tradition"), Name: strings.TrimSpace(form.Get("name")), Ref: form.Get("ref")}
	page.Email, page.Faults = strings.TrimSpace(form.Get("email")), faults{}
	email := emailOf(page.Email)
	if email == "" {
		page.Faults["email"] = "sermons.fault.email"
	}
	if utf8.RuneCountInString(page.Name) > longestName {
		page.Faults["name"] = "sermons.fault.name"
	}
	page.Faults.checkPassword(form.Get("password"))
	if len(page.Faults) == 0 {
		signedIn, err := h.register(w, r, language, page, email, form.Get("password"))
		switch {
		case err != nil:
			return err
		case signedIn:
			return redirect(w, r, h.spoken(r, appPath))
		case len(page.Faults) == 0:
			return h.sent(w, r, email, "signup")
		}
	}
	h.metrics.forms.WithLabelValues("signup", "invalid").Inc()
	return h.renderSignUp(w, r, http.StatusUnprocessableEntity, page)
}

// register signs somebody up at the identity provider, and in where that asks for no confirmation. What the provider finds wrong with
// the form is noted on the page.
func (h *Handler) register(w http.ResponseWriter, r *http.Request, language *web.Language, page *signUpPage, email, password string) (signedIn bool, err error) {
	metadata := map[string]any{"app_source": appSource, "language": language.Code}
	if page.Tradition != "" {
		metadata["tradition"] = page.Tradition
	}
	if page.Name != "" {
		metadata["full_name"] = page.Name
	}
	signedUp, err := h.identity.SignUp(r.Context(), identity.SignUp{
		Email: email, Password: password, RedirectTo: h.baseURL + signUpCallback, Metadata: metadata, Visitor: h.address(r),
	})
	if err != nil && page.Faults.refused(err) {
		return false, nil
	}
	if identity.IsCode(err, identity.CodeUserExists) {
		err = nil // said like this only where addresses need no confirmation; to others it is not said either
	}
	if refused, ok := errors.AsType[*identity.Error](err); ok && refused.NoMailsLeft() {
		err = h.outcome("signup", language, err) // nobody was signed up, and is to come back
	} else {
		err = h.mailOutcome(r.Context(), "signup", language, err)
	}
	if err != nil {
		return false, err
	}
	if len(signedUp.User.Identities) > 0 {
		h.pending.remember(w, signedUp.User.ID)
		h.attribute(r, page.Ref, signedUp.User.ID)
	} else { // the address was taken
		h.pending.rememberNobody(w)
	}
	if signedUp.AccessToken != "" {
		if err := h.sessions.Begin(w, r, signedUp); err != nil {
			return false, unavailable(err)
		}
		return true, nil
	}
	return false, nil
}

// resend is POST /sermons/resend: the confirmation's link once more.
func (h *Handler) resend(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	if err := h.limited(r, language, "resend", resendsPerMinute); err != nil {
		h.metrics.forms.WithLabelValues("resend", "limited").Inc()
		return err
	}
	email := emailOf(form.Get("email"))
	if email == "" {
		h.metrics.forms.WithLabelValues("resend", "invalid").Inc()
		fault, err := language.Text("sermons.fault.email")
		if err != nil {
			return err
		}
		return language.Refuse("unprocessable", "invalid_form", "sermons.fault.email").In(map[string]string{"email": fault})
	}
	err = h.identity.Resend(r.Context(), email, h.baseURL+signUpCallback, h.address(r))
	if err := h.mailOutcome(r.Context(), "resend", language, err); err != nil {
		return err
	}
	return h.sent(w, r, email, "signup")
}

var refPattern = regexp.MustCompile(`^outreach-([A-Za-z0-9_-]{1,128})$`)

// outreachToken is the token in a ref parameter, "" if it has none.
func outreachToken(ref string) string {
	found := refPattern.FindStringSubmatch(ref)
	if found == nil {
		return ""
	}
	return found[1]
}

// attribute stamps the contact whose invitation somebody has followed. Nobody's sign-up waits for it or fails by it.
func (h *Handler) attribute(r *http.Request, ref string, userID uuid.UUID) {
	token := outreachToken(ref)
	if token == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), attributionLimit)
	defer cancel()
	if err := h.store.attribute(ctx, token, userID); err != nil {
		h.logger.WarnContext(ctx, "a sign-up was not attributed", "error", err)
	}
}
