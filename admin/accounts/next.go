package accounts

import (
	"net/http"
	"net/url"
	"strings"
)

// appPath is where people go who are signed in.
const appPath = "/sermons/app"

const longestNext = 1024

// localPath is where somebody may be sent who asked to be sent to next: a path of this site, the app unless next is one. What a
// browser might read as another site, or what leads back into signing in, is none.
func localPath(next string) string {
	if len(next) > longestNext || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\") || strings.ContainsFunc(next, isControl) {
		return appPath
	}
	parsed, err := url.Parse(next)
	if err != nil || parsed.Scheme != "" || parsed.Host != "" || parsed.User != nil || parsed.Opaque != "" {
		return appPath
	}
	path := parsed.EscapedPath()
	if strings.Contains(path, "//") || strings.Contains(path, "/.") || strings.ContainsAny(parsed.Path, "\\") || strings.ContainsFunc(parsed.Path, isControl) {
		return appPath // nobody of ours links to such paths, and browsers disagree about them
	}
	for _, kept := range []string{"/auth/", "/api/", "/v1/", "/sermons/logout", "/sermons/oauth/"} {
		if strings.HasPrefix(strings.ToLower(parsed.Path)+"/", kept) || strings.HasPrefix(strings.ToLower(parsed.Path), kept) {
			return appPath
		}
	}
	local := url.URL{Path: parsed.Path, RawPath: parsed.RawPath, RawQuery: parsed.Query().Encode()}
	return local.String()
}

// spoken is where somebody is led on to, in the language that was chosen, if one was and the address does not name one itself.
func (h *Handler) spoken(r *http.Request, path string) string {
	return h.pages.Asked(r, "").Link(path)
}

// isControl reports characters that browsers drop from addresses, or that end a header's line.
func isControl(r rune) bool {
	return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029'
}
