package pages

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/static/web"
)

// panelPage is what widget.html shows: the chat page in a frame.
type panelPage struct {
	*chatPage
	ChatURL string // the same conversation on a page of its own
	Styles  []string
	Client  panelData
}

// panelData is what the panel's module is told beside what the chat page's is. The type PanelData in panel.js mirrors it.
type panelData struct {
	clientData
	Host   string              `json:"host"` // the origin of the page that the panel stands on; empty: ours
	Token  string              `json:"token"`
	Life   int64               `json:"life"`   // of the token from now on, milliseconds
	Styles map[string][]string `json:"styles"` // addresses by theme
}

// panel is GET /widget/{slug}?visitor=&lang=&agent=&theme=: the conversation, for the iframe that the loader makes. Whoever
// opens it in a tab of its own gets the chat page.
func (g *Widget) panel(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store") // it holds a token
	slug := chi.URLParam(r, "slug")
	query := r.URL.Query()
	if r.Header.Get("Sec-Fetch-Dest") == "document" {
		http.Redirect(w, r, chatPath(slug, askedAgent(query), "", "", g.pages.Asked(r, "").Chosen()), http.StatusFound)
		return nil
	}
	snapshot, err := g.find(r)
	if err != nil {
		return err
	}
	if snapshot == nil || !snapshot.Served() {
		return web.ErrNotFound
	}
	token, err := g.panelToken(r, snapshot, query.Get(visitorParameter))
	if err != nil {
		return err
	}
	language := g.language(r, snapshot)
	page, err := g.newPanelPage(snapshot, language, query)
	if err != nil {
		return err
	}
	page.Client.Token, page.Client.Life = query.Get(visitorParameter), token.expires.Sub(g.now()).Milliseconds()
	if token.origin == g.own {
		web.AllowFraming(w.Header(), "'self'")
	} else {
		page.Client.Host = token.origin
		web.AllowFraming(w.Header(), token.origin)
	}
	return g.pages.RenderCompressed(w, r, http.StatusOK, language, "widget", page)
}

// panelToken checks the token that a panel is asked for with.
func (g *Widget) panelToken(r *http.Request, snapshot *church.Snapshot, shown string) (visitorToken, error) {
	token, err := g.tokens.check(shown)
	switch {
	case err == nil && token.church == snapshot.ID && g.mayEmbed(snapshot, token.origin):
		return token, nil
	case err == nil && token.church == snapshot.ID:
		g.refuseSite(snapshot, token.origin, refusedToken) // taken off the list meanwhile
	case errors.Is(err, errExpiredVisitorToken):
		g.refused.WithLabelValues(refusedToken).Inc()
	default:
		g.refuseSite(snapshot, refererOrigin(r), refusedToken)
	}
	return visitorToken{}, errVisitorToken
}

// refererOrigin is the origin of the page that a frame without a token stands on, as far as its browser says.
func refererOrigin(r *http.Request) string {
	referer, err := url.Parse(r.Header.Get("Referer"))
	if err != nil {
		return ""
	}
	return referer.Scheme + "://" + referer.Host
}

func (g *Widget) newPanelPage(snapshot *church.Snapshot, language *web.Language, query url.Values) (*panelPage, error) {
	chat, err := newChatPage(snapshot, language, query.Get("agent"), "")
	if err != nil {
		return nil, err
	}
	page := &panelPage{
		chatPage: chat, ChatURL: chatPath(snapshot.Slug, askedAgent(query), "", "", language.Chosen()),
		Client: panelData{clientData: chat.Client, Styles: make(map[string][]string, len(themes))},
	}
	for _, theme := range themes {
		page.Client.Styles[theme] = g.styleURLs(snapshot, theme)
	}
	page.Styles = page.Client.Styles[themeAuto]
	if wanted, ok := page.Client.Styles[query.Get("theme")]; ok {
		page.Styles = wanted
	}
	return page, nil
}

// askedAgent is the agent that the panel is asked for with; it is empty for one that does not exist.
func askedAgent(query url.Values) church.Agent {
	agent, _ := church.ParseAgent(query.Get("agent"))
	return agent
}
