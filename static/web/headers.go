package web

import (
	"net/http"
	"strings"
)

// contentSecurityPolicy allows what our own pages need and nothing else: no inline script or style, no plug-ins, no
// framing, no request to another host except pictures. Trusted Types make browsers refuse innerHTML and its kin, so that
// a mistake in our own modules cannot become an injection either.
const contentSecurityPolicy = strictPolicy + "frame-ancestors " + nobody

const strictPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
	"connect-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'; "

// nobody, in the place of those who may frame a page.
const nobody = "'none'"

// permissionsPolicy switches off what no page uses, for us and for whatever might get in.
const permissionsPolicy = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
	"magnetometer=(), microphone=(), midi=(), payment=(), usb=()"

// securityHeaders are shared by all responses; a handler that sets one gives its own response another value.
var securityHeaders = [...]struct {
	name  string // in canonical form
	value []string
}{
	{"Content-Security-Policy", []string{contentSecurityPolicy}},
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}}, // paths may carry tokens: never to other sites
	{"Permissions-Policy", []string{permissionsPolicy}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
}

// SecurityHeaders gives every response the strict headers. A handler that needs one to say something else sets it itself.
func SecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		for i := range securityHeaders {
			header[securityHeaders[i].name] = securityHeaders[i].value
		}
		next.ServeHTTP(w, r)
	})
}

// AllowForms lets a page's forms lead on to one other origin, also by a redirect of ours.
func AllowForms(header http.Header, origin string) {
	header.Set("Content-Security-Policy", strings.Replace(contentSecurityPolicy, "form-action 'self'", "form-action 'self' "+origin, 1))
}

// AllowFraming lets pages of one origin, and nobody else, show this response in a frame, also where they have isolated
// themselves from other origins.
func AllowFraming(header http.Header, origin string) {
	if strings.ContainsAny(origin, " ;,*") || origin == "" {
		origin = nobody
	}
	header.Set("Content-Security-Policy", strictPolicy+"frame-ancestors "+origin)
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Cross-Origin-Embedder-Policy", "require-corp")
}

// StrictTransport tells browsers for a year that the site is never to be asked without TLS, where it is there with TLS: a site that is
// not, such as one on a developer's machine, would be lost to them. Other names of its domain are not ours to bind.
func StrictTransport(baseURL string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		if !strings.HasPrefix(baseURL, "https://") {
			return next
		}
		always := []string{"max-age=31536000"}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Strict-Transport-Security"] = always
			next.ServeHTTP(w, r)
		})
	}
}
