package pages

import (
	"errors"
	"net/http"

	"narthex/chat/church"
	"narthex/static/web"
)

// offlinePage is what offline.html shows: no assistant, but the ways to a person.
type offlinePage struct {
	frontage
	Title, Text string
	ChatURL     string // empty where there is no chat either
	Assistant   telephone
	Contact     contact
	Directory   string // empty where the directory does not know the church either
}

// offline is the care page of a church whose assistant does not answer here. The status is 200: it is the page that there
// is, and nothing is broken.
func (h *Handler) offline(w http.ResponseWriter, r *http.Request, snapshot *church.Snapshot) error {
	page := &offlinePage{
		frontage:  h.frontage(snapshot, carePath(snapshot.Slug)),
		Contact:   contactOf(snapshot),
		Directory: directoryPath(snapshot.Slug),
	}
	if snapshot.Served() {
		page.ChatURL = chatPath(snapshot.Slug, "", "", "", "")
	}
	if snapshot.Subscribed() {
		page.Assistant = assistantLine(snapshot)
	}
	return h.renderOffline(w, r, http.StatusOK, page, "offline")
}

// noCarePage says that there is no care page at this address, and what there is instead.
func (h *Handler) noCarePage(w http.ResponseWriter, r *http.Request, slug string) error {
	listed, err := h.directory(r.Context(), slug)
	if errors.Is(err, church.ErrNotFound) {
		return h.missing(w, r)
	}
	if err := lookupError(slug, err); err != nil {
		return err
	}
	known := listing(listed)
	return h.renderOffline(w, r, http.StatusNotFound, &offlinePage{
		frontage:  h.frontage(known, carePath(slug)),
		Contact:   contactOf(known),
		Directory: directoryPath(slug),
	}, "unlisted")
}

// missing says that there is no such church.
func (h *Handler) missing(w http.ResponseWriter, r *http.Request) error {
	return h.renderOffline(w, r, http.StatusNotFound, &offlinePage{frontage: frontage{Emergency: emergencyIn("")}}, "missing")
}

// renderOffline sends the page with the texts of a case: offline, unlisted or missing. Nobody may remember it: the
// assistant may be there a minute later.
func (h *Handler) renderOffline(w http.ResponseWriter, r *http.Request, status int, page *offlinePage, texts string) error {
	language := h.pages.Asked(r, page.Language)
	if err := page.say(texts, language); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return h.pages.Render(w, status, language, "offline", page)
}

func (p *offlinePage) say(texts string, language *web.Language) (err error) {
	if p.Title, err = language.Text("offline." + texts + ".title"); err != nil {
		return err
	}
	p.Text, err = language.Text("offline."+texts+".text", "church", p.Church.Name)
	return err
}
