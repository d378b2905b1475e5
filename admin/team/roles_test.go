package team_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
)

// areaOf is the area that a route is about; "" is one's own affair, of everybody.
func areaOf(route string) access.Area {
	switch {
	case strings.Contains(route, "audit"):
		return access.Audit
	case strings.Contains(route, "/team"):
		return access.Team
	}
	return ""
}

// route is one of those of the package.
type route struct{ method, path string }

func (h *house) routes(t *testing.T) (all []route) {
	t.Helper()
	must(t, chi.Walk(h.router, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if strings.HasPrefix(path, "/admin/settings/") || strings.HasPrefix(path, "/api/admin/") {
			all = append(all, route{method, path})
		}
		return nil
	}))
	if len(all) != 26 {
		t.Errorf("%d routes", len(all))
	}
	return all
}

// Of each route, whoever has a role gets what the table says: somebody who has no business there is refused before anything is
// looked at, and everybody else gets as far as that there is no such person or nothing to do.
func TestEverybodySeesAndDoesWhatTheTableSays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, role := range access.Roles() {
		a := access.Admin{Roles: []access.Role{role}}
		for _, r := range h.routes(t) {
			id, _ := h.church(t, "grace-"+uuid.NewString(), "office@nobody.example")
			_, session := h.somebody(t, id, "a@grace.example", role)
			area := areaOf(r.path)
			may := area == "" || r.method == http.MethodGet && a.Sees(area) || r.method != http.MethodGet && a.Changes(area)
			path := strings.Replace(r.path, "{id}", uuid.NewString(), 1)
			got := h.ask(t, r.method, path, session, nil)
			if may == (got.status == 403) || got.status >= 500 || got.status == 401 {
				t.Errorf("%s: %s %s: %d, and the table says %v", role, r.method, path, got.status, may)
			}
			if !may && h.count(t, "audit_log where church_id = $1", id)+h.count(t, "notifications where church_id = $1", id) != 0 {
				t.Errorf("%s: %s %s did something", role, r.method, path)
			}
			if r.method == http.MethodGet {
				continue
			}
			if got := h.ask(t, r.method, path, session, nil, "Sec-Fetch-Site", "cross-site"); got.status != 403 {
				t.Errorf("%s %s from another site: %d", r.method, path, got.status)
			}
		}
	}
	for _, r := range h.routes(t) {
		got := h.ask(t, r.method, strings.Replace(r.path, "{id}", uuid.NewString(), 1), nil, nil)
		if want := map[bool]int{true: 303, false: 401}[r.method == http.MethodGet && !strings.HasPrefix(r.path, "/api/")]; got.status != want {
			t.Errorf("%s %s of nobody: %d, want %d", r.method, r.path, got.status, want)
		}
	}
}

// A church's admin reaches nothing of another's by any route.
func TestNothingIsReachedOfAnotherChurch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	other, _ := h.church(t, "hope", "hal@hope.example")
	h.somebody(t, other, "hal@hope.example", access.RoleAdmin)
	bob, _ := h.somebody(t, other, "bob@hope.example", access.RoleAdmin)
	var session uuid.UUID
	must(t, h.db.Admin.QueryRow(t.Context(), "select id from auth_sessions where identity_id = $1", bob).Scan(&session))
	before := h.fingerprint(t, other)
	for _, r := range h.routes(t) {
		target := bob
		if strings.Contains(r.path, "sessions") {
			target = session
		}
		path := strings.Replace(r.path, "{id}", target.String(), 1)
		got := h.ask(t, r.method, path, ann, map[string]any{"version": 1, "roles": []string{"treasurer"}})
		if strings.Contains(got.body, "hope.example") || strings.Contains(got.body, "Hope") {
			t.Errorf("%s %s tells of it", r.method, path)
		}
		if strings.Contains(r.path, "{id}") && got.status < 400 {
			t.Errorf("%s %s: %d", r.method, path, got.status)
		}
	}
	if after := h.fingerprint(t, other); after != before {
		t.Errorf("changed from %s to %s", before, after)
	}
}

// fingerprint is everything of a church that these routes change.
func (h *house) fingerprint(t *testing.T, id uuid.UUID) (all string) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), `
		select concat_ws(' | ',
			(select string_agg(i::text, ',' order by id) from church_admin_identities i where church_id = $1),
			(select string_agg(r::text, ',' order by identity_id, role) from church_identity_roles r where church_id = $1),
			(select string_agg(s::text, ',' order by id) from auth_sessions s where church_id = $1),
			(select string_agg(l::text, ',' order by id) from admin_links l where church_id = $1),
			(select string_agg(c::text, ',' order by id) from admin_address_changes c where church_id = $1),
			(select string_agg(a::text, ',' order by id) from audit_log a where church_id = $1),
			(select p.admin_token::text || p.admin_email from premium_churches p where church_id = $1))`, id).Scan(&all))
	return all
}
