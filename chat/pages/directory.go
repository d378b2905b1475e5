package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/static/web"
)

// claimURL is where somebody begins who looks after a church that is only listed.
const claimURL = "/pricing"

// churchPage is what church.html shows: the directory's entry of one church.
type churchPage struct {
	frontage
	Contact    contact
	MapURL     string
	Week       []dayHours
	Special    []specialDay
	Next       nextService
	Expect     []fact
	Ministries []church.Ministry
	Staff      []person
	ClaimURL   string // empty for a church that is subscribed
	ChatURL    string // full address of the care page; empty where no assistant answers
	Structured placeOfWorship
}

// fact is a question and what the church says to it.
type fact struct{ Name, Text string }

// church is GET /churches/{slug}?lang=: what the directory knows of a church. What it has told us for its visitors is shown as
// long as it is subscribed, so that it is kept up.
func (h *Handler) church(w http.ResponseWriter, r *http.Request) error {
	slug := chi.URLParam(r, "slug")
	listed, err := h.directory(r.Context(), slug)
	if errors.Is(err, church.ErrNotFound) {
		return h.missing(w, r)
	}
	if err := lookupError(slug, err); err != nil {
		return err
	}
	snapshot, subscribed, err := h.told(r.Context(), listed)
	if err != nil {
		return err
	}
	language := h.pages.Asked(r, listed.Language)
	page, err := h.newChurchPage(snapshot, listed.Name, language)
	if err != nil {
		return err
	}
	if err := page.speak(h.pages, language, nil); err != nil {
		return err
	}
	if !subscribed {
		page.ClaimURL = claimURL + "?" + url.Values{"church": {slug}}.Encode()
	}
	return h.pages.RenderCompressed(w, r, http.StatusOK, language, "church", page)
}

// told is what may be shown of a church: what it has told us, or the directory's facts alone.
func (h *Handler) told(ctx context.Context, listed *church.Directory) (snapshot *church.Snapshot, subscribed bool, err error) {
	snapshot, err = h.find(ctx, listed.Slug)
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
		return listing(listed), false, nil
	case err != nil:
		return nil, false, err
	case !snapshot.Subscribed():
		return listing(listed), true, nil
	}
	return snapshot, true, nil
}

// newChurchPage names the church as the directory does: its custom name is for the chat and the telephone.
func (h *Handler) newChurchPage(snapshot *church.Snapshot, name string, language *web.Language) (page *churchPage, err error) {
	now := time.Now().In(snapshot.Location)
	page = &churchPage{
		frontage:   h.frontage(snapshot, directoryPath(snapshot.Slug)),
		Contact:    contactOf(snapshot),
		Ministries: snapshot.Ministries,
		Staff:      peopleOf(snapshot.Staff),
	}
	page.Church.Name = name
	page.MapURL = mapLink(page.Contact.Address)
	if snapshot.Served() {
		page.ChatURL = h.baseURL + language.Link(carePath(snapshot.Slug))
	}
	if page.Week, err = weekOf(snapshot.Hours, now, language); err != nil {
		return nil, err
	}
	if page.Special, err = specialDays(snapshot, language); err != nil {
		return nil, err
	}
	if page.Next, err = comingService(snapshot, now, language); err != nil {
		return nil, err
	}
	if page.Expect, err = expectations(snapshot.Expect, language); err != nil {
		return nil, err
	}
	page.Structured = structured(snapshot, page, now)
	return page, nil
}

// expectations are what a first-time visitor wants to know, as far as the church says.
func expectations(expect church.WhatToExpect, language *web.Language) (facts []fact, err error) {
	for _, told := range [...]struct{ key, text string }{
		{"expect.first_visit", expect.FirstVisit}, {"expect.children", expect.Children}, {"expect.parking", expect.Parking},
		{"expect.dress_code", expect.DressCode}, {"expect.music_style", expect.MusicStyle}, {"expect.service_length", expect.ServiceLength},
	} {
		if told.text == "" {
			continue
		}
		name, err := language.Text(told.key)
		if err != nil {
			return nil, err
		}
		facts = append(facts, fact{name, told.text})
	}
	return facts, nil
}
