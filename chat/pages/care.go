package pages

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/chat/preview"
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
	Lang      string // the language that the address asks for, if it asks for one
	Preview   string // the token of a page that visitors do not see yet
}

// agentCard invites to one of the church's agents.
type agentCard struct {
	Icon               string
	Name, About, URL   string
	SuggestedQuestions []suggestion
}

// suggestion is a question to begin with, and the way to the chat where it stands in the box already.
type suggestion struct{ Text, URL string }

// care is GET /care/{slug}?lens=&lang=: what the church's assistant can do for a visitor, or how to reach the church without it.
func (h *Handler) care(w http.ResponseWriter, r *http.Request) error {
	slug := chi.URLParam(r, "slug")
	snapshot, err := h.find(r.Context(), slug)
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
		return h.noCarePage(w, r, slug)
	case err != nil:
		return err
	}
	token, open := h.opens(r, snapshot)
	if !snapshot.CareEnabled || !open {
		return h.offline(w, r, snapshot)
	}
	language := h.pages.Asked(r, snapshot.Language)
	page, err := h.newCarePage(snapshot, language, r.URL.Query())
	if err != nil {
		return err
	}
	if err := page.speak(h.pages, language, page.kept(token)); err != nil {
		return err
	}
	page.preview(token)
	return h.renderOpen(w, r, language, "care", page, token)
}

func (h *Handler) newCarePage(snapshot *church.Snapshot, language *web.Language, asked url.Values) (*carePage, error) {
	choice := lensChoiceOf(snapshot, asked.Get("lens"), language)
	lens, lang := "", language.Chosen() // the chat goes on in it
	if choice != nil {
		lens = choice.Chosen
	}
	page := &carePage{
		frontage:  h.frontage(snapshot, carePath(snapshot.Slug)),
		ChatURL:   chatPath(snapshot.Slug, "", "", lens, lang),
		Lang:      lang,
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
		card, err := newAgentCard(snapshot, agent, lens, lang, language)
		if err != nil {
			return nil, err
		}
		page.Cards = append(page.Cards, card)
	}
	return page, nil
}

// kept is what of its address the page keeps in another language: the chosen lens, and that it is a preview.
func (p *carePage) kept(token string) url.Values {
	kept := url.Values{}
	if p.Lenses != nil && p.Lenses.Chosen != "" {
		kept.Set("lens", p.Lenses.Chosen)
	}
	if token != "" {
		kept.Set(preview.Parameter, token)
	}
	return kept
}

func newAgentCard(snapshot *church.Snapshot, agent church.Agent, lens, lang string, language *web.Language) (card agentCard, err error) {
	card = agentCard{Icon: string(agent), URL: chatPath(snapshot.Slug, agent, "", lens, lang)}
	if card.Name, err = language.Text("agent." + string(agent)); err != nil {
		return card, err
	}
	spoken, _ := snapshot.ResolveLens(lens, "")
	if card.About, err = wording(language, spoken.Lens, "agent."+string(agent)+".about"); err != nil {
		return card, err
	}
	for _, question := range suggestedPrompts(snapshot, language, agent, spoken.Lens) {
		card.SuggestedQuestions = append(card.SuggestedQuestions, suggestion{question, chatPath(snapshot.Slug, agent, question, lens, lang)})
	}
	return card, nil
}
