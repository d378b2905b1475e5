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

// flowPattern is what a cookie holds: the verifier, and the language if one was chosen.
var flowPattern = regexp.MustCompile(`^([A-Za-z0-9_-]{43,128})(?:\.([A-Za-z-]{2,35}))?$`)

// flow is one unfinished sign-in.
type flow struct {
	cookie   session.Cookie
	verifier string
	language string // that was chosen, as in ?lang=; "": none. What leads back cannot say it, as it cannot say the flow.
}

// begin starts a flow in a browser.
func (f flows) begin(w http.ResponseWriter, r *http.Request, language string, now time.Time) flow {
	for i, old := range f.of(r) {
		if i >= mostFlows-1 {
			http.SetCookie(w, old.cookie.Gone())
		}
	}
	begun := flow{session.NewCookie(f.baseURL, fmt.Sprintf("flow_%013d", now.UnixMilli())), identity.NewVerifier(), language}
	kept := begun.verifier
	if language != "" {
		kept += "." + language
	}
	http.SetCookie(w, begun.cookie.With(kept, flowAge))
	return begun
}

// of are the flows that a browser has begun, the newest first.
func (f flows) of(r *http.Request) (begun []flow) {
	prefix := session.NewCookie(f.baseURL, "flow_").Name()
	for _, sent := range r.Cookies() {
		moment, ours := strings.CutPrefix(sent.Name, prefix)
		held := flowPattern.FindStringSubmatch(sent.Value)
		if ours && len(moment) == 13 && strings.Trim(moment, "0123456789") == "" && held != nil {
			begun = append(begun, flow{session.NewCookie(f.baseURL, "flow_"+moment), held[1], held[2]})
		}
	}
	slices.SortFunc(begun, func(a, b flow) int { return strings.Compare(b.cookie.Name(), a.cookie.Name()) })
	return begun[:min(len(begun), mostFlows)]
}
