package website

import (
	"context"
	"errors"
	"net/http"
	"time"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// page is what website.html shows.
type page struct {
	Frame    frame.Frame
	Church   string
	Changes  bool   // the admin may
	Embed    string // the line for the church's own website
	Listed   []string
	Shown    []seen
	Refused  []seen
	Keys     []key
	Endpoint string // where programs ask
	state
}

// state is what came of a form.
type state struct {
	SiteFault, Site string // why a site was not taken, and what was written
	KeyFault        string
	Secret          string // of the key that was just made: this once
}

// seen is a site with when it was seen last, by the church's clock.
type seen struct {
	church.Attempt
	Last string
}

// key is a program's.
type key struct {
	church.APIKey
	Created, Used string
}

// show is GET /admin/settings/website.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	return h.render(w, r, http.StatusOK, state{})
}

func (h *Handler) render(w http.ResponseWriter, r *http.Request, status int, s state) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	shown := &page{
		Frame: frame.Of(a, frame.Website), Church: a.Church.Name, Changes: a.Changes(access.Settings), state: s,
		Embed:    `<script src="` + h.parts.BaseURL + `/widget.js" data-church="` + a.Church.Slug + `" async></script>`,
		Endpoint: h.parts.BaseURL + "/v1/chat/completions",
	}
	if err := h.read(ctx, a, shown); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return h.parts.Pages.Render(w, status, h.parts.Pages.Asked(r, a.Church.Language), "website", shown)
}

func (h *Handler) read(ctx context.Context, a access.Admin, shown *page) (err error) {
	if shown.Listed, err = h.widgets.Origins(ctx, a.ChurchID); err != nil {
		return err
	}
	sites, err := h.widgets.Shown(ctx, a.ChurchID)
	if err != nil {
		return err
	}
	tried, err := h.widgets.Attempts(ctx, a.ChurchID)
	if err != nil {
		return err
	}
	keys, err := h.parts.Keys.List(ctx, a.ChurchID)
	if err != nil {
		return err
	}
	for _, one := range sites {
		shown.Shown = append(shown.Shown, seen{one, clock(a, one.LastAt)})
	}
	for _, one := range tried {
		shown.Refused = append(shown.Refused, seen{one, clock(a, one.LastAt)})
	}
	for _, one := range keys {
		if one.RevokedAt != nil {
			continue
		}
		of := key{APIKey: one, Created: clock(a, one.CreatedAt)}
		if one.LastUsedAt != nil {
			of.Used = clock(a, *one.LastUsedAt)
		}
		shown.Keys = append(shown.Keys, of)
	}
	return nil
}

// clock says when something was, by the church's clock and with its zone.
func clock(a access.Admin, at time.Time) string {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return at.In(place).Format("2006-01-02 15:04 MST")
}
