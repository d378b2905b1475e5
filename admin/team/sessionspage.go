package team

import (
	"context"
	"errors"
	"net/http"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/notify"
	"narthex/static/web"
)

// sessionsPage is what sessions.html shows.
type sessionsPage struct {
	Frame    frame.Frame
	Said     said
	Sessions []sessionRow
	Others   bool // there are more than this one
	Email    string
}

type sessionRow struct {
	Session

	Begun, Seen string
}

// showSessions is GET /admin/settings/sessions.
func (h *Handler) showSessions(w http.ResponseWriter, r *http.Request) error {
	return h.sessionsPage(w, r, doneOf(r))
}

func (h *Handler) sessionsPage(w http.ResponseWriter, r *http.Request, said said) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	sessions, err := h.store.sessions(ctx)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	a, language := access.From(ctx), h.language(r)
	words := notify.WordsIn(language.Code)
	page := &sessionsPage{Frame: frame.Of(a, frame.Sessions), Said: said, Others: len(sessions) > 1, Email: a.Email}
	for _, s := range sessions {
		page.Sessions = append(page.Sessions, sessionRow{s, words.Moment(s.BegunAt, a.Church.Timezone), words.Moment(s.SeenAt, a.Church.Timezone)})
	}
	return h.parts.Pages.Render(w, statusOf(said), language, "sessions", page)
}
