package accounts

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
)

// flows keep the verifier of each sign-in through another provider in the browser that began it, a cookie each: somebody who opens
// two tabs finishes either. Which flow a code belongs to is not said when it comes back, because the provider's list of allowed
// addresses compares them with their parameters; so the newest is tried first.
type flows struct{ baseURL string }

const (
	flowAge   = 10 * time.Minute // the provider's own limit for a flow is 5 to 10 minutes
	mostFlows = 5                // unfinished ones in a browser; the oldest are dropped
)

var verifierPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{43,128}$`)

// flow is one unfinished sign-in.
type flow struct {
	cookie   session.Cookie
	verifier string
}

// begin starts a flow in a browser.
func (f flows) begin(w http.ResponseWriter, r *http.Request, now time.Time) flow {
	for i, old := range f.of(r) {
		if i >= mostFlows-1 {
			http.SetCookie(w, old.cookie.Gone())
		}
	}
	begun := flow{session.NewCookie(f.baseURL, fmt.Sprintf("flow_%013d", now.UnixMilli())), identity.NewVerifier()}
	http.SetCookie(w, begun.cookie.With(begun.verifier, flowAge))
	return begun
}

// of are the flows that a browser has begun, the newest first.
func (f flows) of(r *http.Request) (begun []flow) {
	prefix := session.NewCookie(f.baseURL, "flow_").Name()
	for _, sent := range r.Cookies() {
		moment, ours := strings.CutPrefix(sent.Name, prefix)
		if ours && len(moment) == 13 && strings.Trim(moment, "0123456789") == "" && verifierPattern.MatchString(sent.Value) {
			begun = append(begun, flow{session.NewCookie(f.baseURL, "flow_"+moment), sent.Value})
		}
	}
	slices.SortFunc(begun, func(a, b flow) int { return strings.Compare(b.cookie.Name(), a.cookie.Name()) })
	return begun[:min(len(begun), mostFlows)]
}
