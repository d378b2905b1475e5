package pages

import (
	"net/http"

	"narthex/chat/church"
	"narthex/chat/preview"
	"narthex/static/web"
)

// opens reports whether a church's assistant is there for whoever asks. The token is that of a preview, by which it is there for
// those who have its link alone; one that is forged, expired or another church's is as none.
func (h *Handler) opens(r *http.Request, snapshot *church.Snapshot) (token string, open bool) {
	if snapshot.Served() {
		return "", true
	}
	token = r.URL.Query().Get(preview.Parameter)
	if token == "" || h.previews == nil || !snapshot.ChatbotEnabled || h.previews.Check(snapshot.ID, token) != nil {
		return "", false
	}
	return token, true
}

// renderOpen sends a page of a church whose assistant is there. A preview is kept by nobody, told to no other site and in no index.
func (h *Handler) renderOpen(w http.ResponseWriter, r *http.Request, language *web.Language, name string, page any, token string) error {
	if token == "" {
		return h.pages.RenderCompressed(w, r, http.StatusOK, language, name, page)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	return h.pages.Render(w, http.StatusOK, language, name, page)
}

// preview has the page's links lead on within a preview.
func (p *carePage) preview(token string) {
	p.Preview = token
	p.ChatURL = preview.With(p.ChatURL, token)
	for i := range p.Cards {
		card := &p.Cards[i]
		card.URL = preview.With(card.URL, token)
		for j := range card.SuggestedQuestions {
			card.SuggestedQuestions[j].URL = preview.With(card.SuggestedQuestions[j].URL, token)
		}
	}
}
