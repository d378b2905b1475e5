package pages

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/static/web"
)

// carePage is what care.html shows.
type carePage struct {
	frontage
	Next      nextService
	Cards     []agentCard
	ChatURL   string // for a question that belongs to no agent
	Assistant telephone
	Lenses    *lensChoice // nil where there is nothing to choose
	Contact   contact
	Directory string
}

// frontage is what the pages of a church begin and end with.
type frontage struct {
	Church       identity
	Language     string // of the church's own texts
	Place        string // city and state
	Photo        photo
	Theme        string // address of the church's style sheet, empty for the product's colours
	Canonical    string // the page's full address
	Emergency    emergency
	ShowBranding bool
}

func (h *Handler) frontage(snapshot *church.Snapshot, path string) frontage {
	return frontage{
		Church: identity{
			ID: snapshot.ID.String(), Slug: snapshot.Slug, Name: snapshot.Name, Denomination: readable(snapshot.Denomination),
		},
		Language:     snapshot.Language,
		Place:        joined(", ", snapshot.Address.City, snapshot.Address.State),
		Photo:        photoOf(snapshot.Photo, snapshot.PhotoAlt),
		Theme:        themeURL(snapshot),
		Canonical:    h.baseURL + path,
		Emergency:    emergencyIn(snapshot.Address.Country),
		ShowBranding: !snapshot.Plan.HidesBranding(),
	}
}

// agentCard invites to one of the church's agents.
type agentCard struct {
	Icon               string
	Name, About, URL   string
	SuggestedQuestions []suggestion
}

// suggestion is a question to begin with, and the way to the chat where it stands in the box already.
type suggestion struct{ Text, URL string }

// care is GET /care/{slug}: what the church's assistant can do for a visitor, or how to reach the church without it.
func (h *Handler) care(w http.ResponseWriter, r *http.Request) error {
	slug := chi.URLParam(r, "slug")
	snapshot, err := h.find(r.Context(), slug)
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
		return h.noCarePage(w, r, slug)
	case err != nil:
		return err
	case !snapshot.CareEnabled || !snapshot.Served(time.Now()):
		return h.offline(w, r, snapshot)
	}
	language := h.pages.Language(r, snapshot.Language)
	page, err := h.newCarePage(snapshot, language, r.URL.Query().Get("lens"))
	if err != nil {
		return err
	}
	return h.pages.RenderCompressed(w, r, http.StatusOK, language, "care", page)
}

func (h *Handler) newCarePage(snapshot *church.Snapshot, language *web.Language, wantedLens string) (*carePage, error) {
	choice := lensChoiceOf(snapshot, wantedLens)
	var lens string
	if choice != nil {
		lens = choice.Chosen
	}
	page := &carePage{
		frontage:  h.frontage(snapshot, carePath(snapshot.Slug)),
		ChatURL:   chatPath(snapshot.Slug, "", "", lens),
		Assistant: assistantLine(snapshot),
		Lenses:    choice,
		Contact:   contactOf(snapshot),
		Directory: directoryPath(snapshot.Slug),
	}
	var err error
	if page.Next, err = comingService(snapshot, time.Now().In(snapshot.Location), language); err != nil {
		return nil, err
	}
	for _, agent := range snapshot.ActiveAgents() {
		card, err := newAgentCard(snapshot.Slug, agent, lens, language)
		if err != nil {
			return nil, err
		}
		page.Cards = append(page.Cards, card)
	}
	return page, nil
}

func newAgentCard(slug string, agent church.Agent, lens string, language *web.Language) (card agentCard, err error) {
	card = agentCard{Icon: string(agent), URL: chatPath(slug, agent, "", lens)}
	if card.Name, err = language.Text("agent." + string(agent)); err != nil {
		return card, err
	}
	if card.About, err = language.Text("agent." + string(agent) + ".about"); err != nil {
		return card, err
	}
	for _, question := range language.List("prompt." + string(agent) + ".") {
		card.SuggestedQuestions = append(card.SuggestedQuestions, suggestion{question, chatPath(slug, agent, question, lens)})
	}
	return card, nil
}

// lensChoice lets visitors of a demonstration church hear it in the voice of another tradition.
type lensChoice struct {
	Own     string // the name of the lens that the church has without a choice
	Chosen  string // slug; empty: its own
	Options []lensOption
}

type lensOption struct {
	Slug, Name string
	Chosen     bool
}

// lensChoiceOf is nil unless the church has stored no lens and is a demonstration church: nowhere else would a visitor's
// choice have any effect (see church.Snapshot.ResolveLens), and a control that does nothing is worse than none.
func lensChoiceOf(snapshot *church.Snapshot, wanted string) *lensChoice {
	if !snapshot.Demo || snapshot.LensSource == church.LensStored {
		return nil
	}
	choice := &lensChoice{Own: snapshot.Lens.Name, Chosen: chosenLens(snapshot, wanted)}
	for _, tradition := range snapshot.Catalogue {
		slug := tradition.Lens.Slug
		choice.Options = append(choice.Options, lensOption{Slug: slug, Name: tradition.Lens.Name, Chosen: slug == choice.Chosen})
	}
	slices.SortFunc(choice.Options, func(a, b lensOption) int { return strings.Compare(a.Name, b.Name) })
	return choice
}

// chosenLens is the slug of the lens that a visitor wants, empty where the church's own counts whatever is wanted.
func chosenLens(snapshot *church.Snapshot, wanted string) string {
	if tradition, source := snapshot.ResolveLens(wanted, ""); source == church.LensOverridden {
		return tradition.Lens.Slug
	}
	return ""
}
