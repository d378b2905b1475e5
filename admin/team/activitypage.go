package team

import (
	"context"
	"errors"
	"net/http"

	"narthex/admin/access"
	"narthex/admin/audit"
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
		page.Changes = append(page.Changes, activityRow{words.Moment(c.HappenedAt, a.Church.Timezone), c.Who, audit.Words(language, c.What, c.Detail)})
	}
	if more {
		page.Earlier = activityPath + "?before=" + changes[len(changes)-1].ID.String()
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "activity", page)
}
