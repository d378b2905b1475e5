package pages

import (
	"errors"
	"maps"
	"net/http"
	"strings"
	"unicode"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/chat/voice/number"
	"narthex/static/messages"
	"narthex/static/web"
)

// upgradeURL is where a church on the basic tier compares plans.
const upgradeURL = "/pricing"

// chatPage is what chat.html shows.
type chatPage struct {
	Church         identity
	Place          string // city and state
	Theme          string // address of the church's style sheet, empty for the product's colours
	Languages      []web.OtherLanguage
	Monogram       string // stands for the church where there is no room for its name
	AgentName      string // empty when the visitor has not chosen one
	Prompts        []string
	Contact        contact
	Emergency      emergency
	ShowBranding   bool
	UpgradeURL     string
	UpgradeMessage string // empty when the church's plan has all that the chat can do
	Client         clientData
}

// clientData is what the page's modules are told. The type PageData in room.js mirrors it.
type clientData struct {
	ChurchID string            `json:"churchId"`
	Agent    church.Agent      `json:"agent"`
	Agents   map[string]string `json:"agents"`  // what they are called
	Lines    []callLine        `json:"lines"`   // to be called in danger
	Calls    messages.Catalog  `json:"calls"`   // what is said about them, by language
	Phone    string            `json:"phone"`   // the church's, as people write it; empty if not known
	Dialled  string            `json:"dialled"` // as a telephone takes it
	Name     string            `json:"name"`    // the church's
	Lens     string            `json:"lens"`    // the tradition that the visitor has chosen at a demonstration church, by slug
	Language string            `json:"language"`
	Demo     bool              `json:"demo"`
	Preview  string            `json:"preview,omitempty"` // the token of a page that visitors do not see yet
	Texts    map[string]string `json:"texts"`
}

// chat is GET /chat/{slug}?agent=&lens=&q=&lang=: the conversation, or the way to the church's care page where there is none to be had.
func (h *Handler) chat(w http.ResponseWriter, r *http.Request) error {
	slug := chi.URLParam(r, "slug")
	snapshot, err := h.find(r.Context(), slug)
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
		return h.redirectToCare(w, r, slug)
	case err != nil:
		return err
	}
	token, open := h.opens(r, snapshot)
	if !open {
		return h.redirectToCare(w, r, slug)
	}
	language := h.pages.Asked(r, snapshot.Language)
	lens := chosenLens(snapshot, r.URL.Query().Get("lens"))
	page, err := newChatPage(snapshot, language, r.URL.Query().Get("agent"), lens)
	if err != nil {
		return err
	}
	if page.Languages, err = h.pages.Others(r, language); err != nil {
		return err
	}
	page.Client.Preview = token
	return h.renderOpen(w, r, language, "chat", page, token)
}

// redirectToCare sends the visitor to the page that says how things stand with the church. Nobody may remember it: the
// chat may be there again a minute later.
func (h *Handler) redirectToCare(w http.ResponseWriter, r *http.Request, slug string) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, h.pages.Asked(r, "").Link(carePath(slug)), http.StatusFound)
	return nil
}

func newChatPage(snapshot *church.Snapshot, language *web.Language, wanted, lens string) (*chatPage, error) {
	agent, chosen := church.ParseAgent(wanted)
	if !chosen {
		agent = generalAgent(snapshot)
	}
	spoken, _ := snapshot.ResolveLens(lens, "")
	page := &chatPage{
		Church:       identityOf(snapshot),
		Place:        joined(", ", snapshot.Address.City, snapshot.Address.State),
		Theme:        themeURL(snapshot),
		Monogram:     monogram(snapshot.Name),
		Prompts:      suggestedPrompts(snapshot, language, agent, spoken.Lens),
		Contact:      contactOf(snapshot),
		Emergency:    emergencyIn(snapshot.Address.Country),
		ShowBranding: !snapshot.Plan.HidesBranding(),
		Client: clientData{
			ChurchID: snapshot.ID.String(), Agent: agent, Agents: make(map[string]string),
			Phone: snapshot.Phone, Dialled: number.Dialled(snapshot.Phone, snapshot.Address.Country), Name: snapshot.Name, Lens: lens, Language: language.Code, Demo: snapshot.Demo, Texts: clientTexts(language, snapshot.Demo),
		},
	}
	var err error
	if page.Client.Lines, err = linesIn(snapshot, language); err != nil {
		return nil, err
	}
	page.Client.Calls = callsBeside(language, page.Client.Lines)
	for _, agent := range []church.Agent{church.Care, church.Coordinator, church.Discipleship, church.Stewardship} {
		if page.Client.Agents[string(agent)], err = language.Text("agent." + string(agent)); err != nil {
			return nil, err
		}
	}
	if chosen {
		page.AgentName = page.Client.Agents[string(agent)]
	}
	if !snapshot.Plan.Tier().AtLeast(church.Pro) {
		page.UpgradeURL = upgradeURL
		if page.UpgradeMessage, err = language.Text("upgrade.message"); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// clientTexts are those of the page's modules. How answers were made is told at demonstrations alone.
func clientTexts(language *web.Language, demo bool) map[string]string {
	texts := language.Group("client.")
	if !demo {
		maps.DeleteFunc(texts, func(key, _ string) bool { return strings.HasPrefix(key, "insight.") })
	}
	return texts
}

// generalAgent takes the questions of visitors who have not chosen an agent: the coordinator, or the first one there is.
func generalAgent(snapshot *church.Snapshot) church.Agent {
	active := snapshot.ActiveAgents()
	if snapshot.Agents[church.Coordinator].Enabled || len(active) == 0 {
		return church.Coordinator
	}
	return active[0]
}

// monogram is the first letter of a name.
func monogram(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}
