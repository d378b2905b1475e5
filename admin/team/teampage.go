package team

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/notify"
	"narthex/static/web"
)

// teamPage is what team.html shows.
type teamPage struct {
	Frame   frame.Frame
	Said    said
	People  []person
	Roles   []choice // of somebody new
	May     bool     // the reader may change the team
	Account string   // the address that the account belongs to
	Pending string   // the address that it is to have
	Until   string   // by when that is to be confirmed
}

// person is a member as the page shows them.
type person struct {
	Member

	Shown string // the name, or the address
	Seen  string // when they last looked in; "" if they never did
	Only  bool   // the only person of the team
	Roles []access.Role
	Gives []choice
}

// choice is a role that somebody has or may be given.
type choice struct {
	Role     access.Role
	Has, Off bool
}

// dones are what may be said of what was done: it stands in the address, where anybody writes what they like.
var dones = []string{
	"invited", "changed", "removed", "link_sent", "address_asked", "address_withdrawn", "link_renewed", "sessions_ended",
}

func doneOf(r *http.Request) said {
	if done := r.URL.Query().Get("done"); slices.Contains(dones, done) {
		return said{Done: done}
	}
	return said{}
}

// showTeam is GET /admin/settings/team.
func (h *Handler) showTeam(w http.ResponseWriter, r *http.Request) error {
	return h.teamPage(w, r, doneOf(r))
}

func (h *Handler) teamPage(w http.ResponseWriter, r *http.Request, said said) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	members, err := h.store.members(ctx)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	at, pending, err := h.store.accountAddress(ctx)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	a, language := access.From(ctx), h.language(r)
	words := notify.WordsIn(language.Code)
	if r.URL.Path != teamPath { // what was refused was no invitation, so that nothing of it stands in the form for one
		said.Input = input{}
	}
	page := &teamPage{Frame: frame.Of(a, frame.Team), Said: said, May: a.Changes(access.Team), Account: at.Email}
	if pending != nil {
		page.Pending, page.Until = pending.NewEmail, words.Moment(pending.ExpiresAt, a.Church.Timezone)
	}
	page.Roles = choices(a, nil, false)
	for i := range page.Roles {
		page.Roles[i].Has = slices.Contains(said.Input.Roles, string(page.Roles[i].Role))
	}
	for _, m := range members {
		p := person{Member: m, Shown: m.Name, Only: len(members) == 1, Roles: m.Roles, Gives: choices(a, m.Roles, m.You)}
		if p.Shown == "" {
			p.Shown = m.Email
		}
		if m.SeenAt != nil {
			p.Seen = words.Moment(*m.SeenAt, a.Church.Timezone)
		}
		page.People = append(page.People, p)
	}
	return h.parts.Pages.Render(w, statusOf(said), language, "team", page)
}

// choices are all roles: those that somebody has, and those that the admin may not give them.
func choices(a access.Admin, has []access.Role, toThemselves bool) (all []choice) {
	for _, role := range access.Roles() {
		held := slices.Contains(has, role)
		all = append(all, choice{role, held, !held && !mayGrant(a, role, toThemselves)})
	}
	return all
}

func statusOf(said said) int {
	if said.Fault != nil {
		return http.StatusUnprocessableEntity
	}
	return http.StatusOK
}
