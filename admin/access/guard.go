package access

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/static/web"
)

// Guard lets admins through to what is theirs. Make one with NewGuard and share it.
type Guard struct {
	store  store
	edge   *web.Edge
	cookie cookie
	entry  Entry
}

// Entry prepares the request of an admin who was let through, and may still refuse it. From knows the admin.
type Entry func(*http.Request) (*http.Request, error)

// Through has every request that is let through go through an entry. It is called before the guard is used.
func (g *Guard) Through(entry Entry) { g.entry = entry }

// NewGuard returns the guard of a server at an address.
func NewGuard(pool *pgxpool.Pool, edge *web.Edge, baseURL string) *Guard {
	return &Guard{store: store{pool}, edge: edge, cookie: newCookie(baseURL), entry: func(r *http.Request) (*http.Request, error) { return r, nil }}
}

// Sees lets those through who see an area: From is who they are. A page leads anybody else to where links are sent again.
func (g *Guard) Sees(area Area) func(http.Handler) http.Handler {
	return g.guard(func(a Admin) bool { return a.Sees(area) })
}

// SeesAny lets those through who see one of some areas: what of it they are shown is the route's to say.
func (g *Guard) SeesAny(areas ...Area) func(http.Handler) http.Handler {
	return g.guard(func(a Admin) bool {
		for _, area := range areas {
			if a.Sees(area) {
				return true
			}
		}
		return false
	})
}

// Changes lets those through who may change what is in an area. What comes from another site is refused: there a browser would
// bring the cookie without its owner's knowledge.
func (g *Guard) Changes(area Area) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return g.OwnSite(g.guard(func(a Admin) bool { return a.Changes(area) })(next))
	}
}

// ChangesAny is Changes of one of some areas.
func (g *Guard) ChangesAny(areas ...Area) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return g.OwnSite(g.guard(func(a Admin) bool {
			for _, area := range areas {
				if a.Changes(area) {
					return true
				}
			}
			return false
		})(next))
	}
}

// OwnSite refuses what a browser sends from another site.
func (g *Guard) OwnSite(next http.Handler) http.Handler {
	own := g.edge.SameOrigin(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, program := bearerOf(r); program {
			next.ServeHTTP(w, r)
			return
		}
		own.ServeHTTP(w, r)
	})
}

// patience is for Postgres, to say who somebody is.
const patience = 5 * time.Second

func (g *Guard) guard(may func(Admin) bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return g.edge.Handle(func(w http.ResponseWriter, r *http.Request) error {
			private(w.Header())
			a, extended, err := g.who(r)
			switch {
			case errors.Is(err, errNobody):
				if isPage(r) {
					http.Redirect(w, r, "/admin", http.StatusSeeOther)
					return nil
				}
				return errSignedOut
			case err != nil:
				return errors.Join(web.ErrUnavailable, err)
			}
			http.SetCookie(w, extended)
			if !may(a) {
				return errNotYours
			}
			if r, err = g.entry(r.WithContext(With(r.Context(), a))); err != nil {
				return err
			}
			next.ServeHTTP(w, r)
			return nil
		})
	}
}

// who is the admin that a request comes from. If that made a browser's session last longer, its cookie is to be set again: it would
// end 30 days after it was set however often its owner comes.
func (g *Guard) who(r *http.Request) (a Admin, extended *http.Cookie, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if token, program := bearerOf(r); program {
		parsed, err := uuid.Parse(token)
		if err != nil {
			return Admin{}, nil, errNobody
		}
		a, err = g.store.byLink(ctx, parsed)
		return a, nil, err
	}
	held := g.cookie.of(r)
	if held == nil {
		return Admin{}, nil, errNobody
	}
	a, longer, err := g.store.bySession(ctx, hashOf(held))
	if err != nil || !longer {
		return a, nil, err
	}
	return a, g.cookie.kept(held), nil
}

// NeedsChatbot refuses what is about a church's assistant while there is none.
func (g *Guard) NeedsChatbot(next http.Handler) http.Handler {
	return g.edge.Handle(func(w http.ResponseWriter, r *http.Request) error {
		if !From(r.Context()).Church.Chatbot {
			return errNoChatbot
		}
		next.ServeHTTP(w, r)
		return nil
	})
}

// private has nobody keep an answer, or tell where it was left from: the address may have been a key.
func private(header http.Header) {
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "same-origin") // not none: a form would be sent as from nowhere, and refused where the browser says no more of it
	header.Set("X-Robots-Tag", "noindex")
}

// bearerOf is the token that a program names. Only an API takes one.
func bearerOf(r *http.Request) (token string, ok bool) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return "", false
	}
	const scheme = "bearer "
	value := r.Header.Get("Authorization")
	if len(value) < len(scheme) || !strings.EqualFold(value[:len(scheme)], scheme) {
		return "", false
	}
	return strings.TrimSpace(value[len(scheme):]), true
}

// isPage reports whether somebody looks at a page, rather than a module or a program asking for something.
func isPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/")
}
