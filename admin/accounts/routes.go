package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// Routes adds the pages to a router.
func (h *Handler) Routes(r chi.Router) {
	get := func(pattern string, handle web.HandlerFunc) {
		r.Get(pattern, h.edge.Handle(handle))
		r.Head(pattern, h.edge.Handle(handle))
	}
	ours := r.With(h.edge.SameOrigin)
	post := func(pattern string, handle web.HandlerFunc) { ours.Post(pattern, h.edge.Handle(handle)) }

	r.Get("/auth/callback", h.edge.Handle(h.callback)) // a HEAD must not use a code up
	get("/auth/confirm", h.confirmPage)
	post("/auth/confirm", h.confirm)
	get("/auth/templates/confirm-signup.html", mailTemplate(confirmSignup))
	get("/auth/templates/reset-password.html", mailTemplate(resetPassword))

	get("/sermons", h.home)
	get("/sermons/signup", h.signUpPage)
	post("/sermons/signup", h.signUp)
	post("/sermons/resend", h.resend)
	get(sentPath, h.sentPage)
	get("/sermons/login", h.signInPage)
	post("/sermons/login", h.signIn)
	post("/sermons/logout", h.signOut)
	r.Get("/sermons/oauth/{provider}", h.edge.Handle(h.startOAuth))
	get("/sermons/forgot", h.forgotPage)
	post("/sermons/forgot", h.forgot)
	get("/sermons/password", h.passwordPage)
	post("/sermons/password", h.changePassword)
	get("/sermons/app", h.app)

	post("/api/sermons/log-first-visit", h.logFirstVisit)
	post("/api/sermons/outreach-attribution", h.outreachAttribution)
}

// home is GET /sermons: a short address that people type.
func (h *Handler) home(w http.ResponseWriter, r *http.Request) error {
	return redirect(w, r, "/sermons/app")
}

// redirect sends a browser on, by GET, to a path of ours. Nobody keeps where somebody was sent.
func redirect(w http.ResponseWriter, r *http.Request, path string) error {
	private(w)
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
