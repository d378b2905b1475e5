package team

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/notify"
	"narthex/static/web"
)

// activityPage is what activity.html shows.
type activityPage struct {
	Frame   frame.Frame
	Changes []activityRow
	First   bool   // it is the first page
	Earlier string // the address of the next page; "" if there is none
}

type activityRow struct{ When, Who, What string }

// showActivity is GET /admin/settings/audit, and with ?before=<id> what was changed before that.
func (h *Handler) showActivity(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	before := beforeOf(r)
	changes, more, err := h.store.changes(ctx, before)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	a, language := access.From(ctx), h.language(r)
	words := notify.WordsIn(language.Code)
	page := &activityPage{Frame: frame.Of(a, frame.Activity), First: before == nil}
	for _, c := range changes {
		page.Changes = append(page.Changes, activityRow{words.Moment(c.HappenedAt, a.Church.Timezone), c.Who, describe(language, c)})
	}
	if more {
		page.Earlier = activityPath + "?before=" + changes[len(changes)-1].ID.String()
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "activity", page)
}

// roleLists are the details that name roles.
var roleLists = []string{"roles", "before"}

// describe says what was changed. What there are no words for is named as it is stored: a page that fails says nothing at all.
func describe(language *web.Language, c Change) string {
	var pairs []string
	for name, value := range c.Detail {
		if c.What == "team.roles_changed" || c.What == "team.invited" {
			value = roleNames(language, name, value)
		}
		pairs = append(pairs, name, value)
	}
	text, err := language.Text("audit."+c.What, pairs...)
	if err != nil {
		return c.What
	}
	return text
}

// roleNames has a list of roles in words.
func roleNames(language *web.Language, name, list string) string {
	if !slices.Contains(roleLists, name) {
		return list
	}
	names := strings.Split(list, ", ")
	for i, role := range names {
		if text, err := language.Text("team.role." + role); err == nil {
			names[i] = text
		}
	}
	return strings.Join(names, ", ")
}
