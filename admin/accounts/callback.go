package accounts

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"narthex/admin/accounts/identity"
	"narthex/static/web"
)

// callback is GET /auth/callback?next=&flow=&token_hash=&type=&code=: where the links of mails and other providers lead. A token hash
// works in any browser; a code only in the one that keeps its verifier.
func (h *Handler) callback(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	next := localPath(asked.Get("next"))
	switch {
	case asked.Get("token_hash") != "":
		to := "/auth/confirm?token_hash=" + url.QueryEscape(asked.Get("token_hash")) + "&type=" + kindOf(asked.Get("type")) + "&next=" + url.QueryEscape(next)
		return redirect(w, r, to)
	case asked.Get("code") != "":
		return h.exchange(w, r, asked.Get("code"), next)
	case asked.Get("error") != "" || asked.Get("error_code") != "":
		h.metrics.callbacks.WithLabelValues("error").Inc()
		h.logger.InfoContext(r.Context(), "a sign-in came back with an error", "code", short(asked.Get("error_code")), "error", short(asked.Get("error")))
		return redirect(w, r, h.begunIn(r, flow{}).Link("/sermons/login?problem="+problemOf(asked.Get("error_code"), asked.Get("error"))))
	}
	return redirect(w, r, "/sermons/login")
}

// kindOf is the kind of a mailed link: what confirms an address, unless it says that it is about a forgotten password.
func kindOf(asked string) string {
	if asked == identity.KindRecovery {
		return identity.KindRecovery
	}
	return identity.KindEmail
}

// exchange signs somebody in who comes back with a code.
func (h *Handler) exchange(w http.ResponseWriter, r *http.Request, code, next string) error {
	if len(code) > longestToken {
		return redirect(w, r, h.begunIn(r, flow{}).Link("/sermons/login?problem=expired"))
	}
	signedIn, used, err := h.tryFlows(r, code)
	language := h.begunIn(r, used)
	switch {
	case err == nil:
		http.SetCookie(w, used.cookie.Gone())
		if err := h.sessions.Begin(w, r, signedIn); err != nil {
			return unavailableIn(language, err)
		}
		h.metrics.callbacks.WithLabelValues("signed_in").Inc()
		return redirect(w, r, language.Link(next))
	case errors.Is(err, errNoVerifier):
		// Another browser, profile or device. If it was a sign-up, the address is confirmed all the same.
		h.metrics.callbacks.WithLabelValues("no_verifier").Inc()
		h.logger.InfoContext(r.Context(), errNoVerifier.Error(), "flow", short(r.URL.Query().Get("flow")))
		return redirect(w, r, language.Link("/sermons/login?confirmed=1"))
	case identity.IsCode(err, identity.CodeFlowNotFound, identity.CodeFlowExpired, identity.CodeValidation):
		h.metrics.callbacks.WithLabelValues("expired").Inc()
		return redirect(w, r, language.Link("/sermons/login?problem=expired"))
	}
	h.metrics.callbacks.WithLabelValues("failed").Inc()
	return unavailableIn(language, err)
}

// begunIn is the language in which a sign-in goes on that has led to another provider and back: what the address asks for, or else what
// was chosen where the flow began. Of a flow that is not known it is that of the newest in this browser.
func (h *Handler) begunIn(r *http.Request, of flow) *web.Language {
	if all := h.flows.of(r); of.verifier == "" && len(all) > 0 {
		of = all[0]
	}
	if of.language == "" || r.URL.Query().Has("lang") {
		return h.pages.Asked(r, "")
	}
	return h.pages.Asked(&http.Request{URL: &url.URL{RawQuery: url.Values{"lang": {of.language}}.Encode()}, Header: r.Header}, "")
}

func unavailableIn(language *web.Language, err error) error {
	return errors.Join(language.Refuse("unavailable", "temporarily_unavailable", "sermons.problem.unavailable"), err)
}

// errNoVerifier is what the identity provider's own client says of it.
var errNoVerifier = errors.New("PKCE code verifier not found in storage")

// tryFlows exchanges a code with the verifier of the flow that it belongs to. A wrong verifier does not use the code up.
func (h *Handler) tryFlows(r *http.Request, code string) (identity.Session, flow, error) {
	for _, begun := range h.flows.of(r) {
		signedIn, err := h.identity.Exchange(r.Context(), code, begun.verifier, h.address(r))
		if identity.IsCode(err, identity.CodeBadVerifier) {
			continue
		}
		return signedIn, begun, err
	}
	return identity.Session{}, flow{}, errNoVerifier
}

// problemOf names what came back instead of a code, for the sign-in page.
func problemOf(code, short string) string {
	switch {
	case code == identity.CodeOTPExpired || code == identity.CodeFlowExpired || code == identity.CodeFlowNotFound || code == "bad_oauth_state":
		return "expired"
	case short == "access_denied":
		return "declined"
	}
	return "failed"
}

// short is a word from outside, for the log.
func short(word string) string {
	if len(word) > 40 || strings.ContainsFunc(word, isControl) {
		return "?"
	}
	return word
}

// CatchCodes is middleware for all pages: where the identity provider does not know the address it was to lead back to, it leads to
// another of the site's, with the code. That goes on as if it had come back to the right one.
func CatchCodes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to, stray := strayCode(r); stray {
			_ = redirect(w, r, to)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// providersCode is what the identity provider's codes look like.
var providersCode = regexp.MustCompile(`^[A-Za-z0-9._~-]{16,256}$`)

// strayCode is where a request for a page goes on that has a code which belongs to /auth/callback. No page of ours has a parameter of
// that name, but churches print addresses of visitors' pages with codes of their own, and who opens one may be in need: what leads
// these away looks like the provider's.
func strayCode(r *http.Request) (to string, stray bool) {
	if !strings.Contains(r.URL.RawQuery, "code=") || !asksForPage(r) {
		return "", false
	}
	path, asked := r.URL.Path, r.URL.Query()
	code := asked.Get("code")
	if code == "" || len(code) > longestToken || path == "/auth/callback" || path == "/auth/confirm" && asked.Get("token_hash") != "" {
		return "", false
	}
	if (strings.HasPrefix(path, "/care/") || strings.HasPrefix(path, "/chat/")) && !providersCode.MatchString(code) {
		return "", false
	}
	values := url.Values{"code": {code}, "next": {appPath}}
	if asked.Get("flow") != "signup" && path != "/" && !strings.HasPrefix(path, "/sermons/login") && !strings.HasPrefix(path, "/sermons/signup") {
		asked.Del("code")
		values.Set("next", localPath((&url.URL{Path: path, RawQuery: asked.Encode()}).String()))
	}
	if flow := asked.Get("flow"); flow == "signup" {
		values.Set("flow", flow)
	}
	return "/auth/callback?" + values.Encode(), true
}

// asksForPage reports whether somebody goes to a page, in a browser or with a program that takes what there is.
func asksForPage(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	for _, other := range []string{"/api/", "/v1/", "/assets/"} {
		if strings.HasPrefix(r.URL.Path, other) {
			return false
		}
	}
	if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" && mode != "navigate" {
		return false
	}
	accept := strings.Join(r.Header.Values("Accept"), ",")
	return accept == "" || strings.Contains(accept, "text/html") || strings.Contains(accept, "*/*")
}
