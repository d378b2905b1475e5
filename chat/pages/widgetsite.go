package pages

import (
	"encoding/json"
	"net/http"
	"strings"

	"narthex/chat/church"
	"narthex/static/web"
)

// siteData is what the loader is told. The type Site in loader.classic.js mirrors it.
type siteData struct {
	Name     string            `json:"name"`
	Language string            `json:"language"`
	Dir      string            `json:"dir"`
	Accent   string            `json:"accent,omitempty"`   // the button's colour, #rrggbb, where the church has one
	OnAccent string            `json:"onAccent,omitempty"` // of what stands on it
	Token    string            `json:"token"`
	Life     int               `json:"life"` // of the token, seconds
	Texts    map[string]string `json:"texts"`
}

// site is GET /widget/{slug}/site.js?lang=: a module that says what the loader has to know before it shows the button, for
// the pages of sites that may show it. It is a module because browsers import those across origins with the origin named
// and our permission needed, under the site's permission to load our script, and without any other.
func (g *Widget) site(w http.ResponseWriter, r *http.Request) error {
	header := w.Header()
	header.Set("Cache-Control", "no-store") // it holds a token
	header.Set("Vary", "Origin, Accept-Language")
	header.Set("Cross-Origin-Resource-Policy", "same-origin") // not as a plain script, whose origin nobody names
	snapshot, err := g.find(r)
	if err != nil {
		return err
	}
	origin := r.Header.Get("Origin")
	if origin == "" { // browsers leave it out within one origin
		origin = g.own
	}
	if snapshot == nil || !snapshot.Served() {
		// For everybody: a button that leads nowhere is no secret, and a church that pauses need not change its site.
		header.Set("Access-Control-Allow-Origin", "*")
		return sendModule(w, nil)
	}
	if !g.mayEmbed(snapshot, origin) {
		g.refuseSite(snapshot, origin, refusedOrigin)
		return errSiteNotAllowed
	}
	if origin != g.own {
		g.attempts.noteShown(snapshot.ID, origin)
	}
	header.Set("Access-Control-Allow-Origin", origin)
	return sendModule(w, g.siteData(snapshot, g.language(r, snapshot), origin))
}

func (g *Widget) siteData(snapshot *church.Snapshot, language *web.Language, origin string) *siteData {
	data := &siteData{
		Name: snapshot.Name, Language: language.Code, Dir: language.Dir,
		Token: g.tokens.mint(snapshot.ID, origin), Life: int(visitorTokenLife.Seconds()),
		Texts: language.Group("widget."),
	}
	for key, text := range data.Texts {
		data.Texts[key] = strings.ReplaceAll(text, "{church}", snapshot.Name)
	}
	if brand, ok := readColour(snapshot.Accent); ok {
		data.Accent, data.OnAccent = brand.String(), readableOn(brand).String()
	}
	return data
}

// language is the one that the page asks for, else the visitor's browser, else the church's.
func (g *Widget) language(r *http.Request, snapshot *church.Snapshot) *web.Language {
	return g.pages.Asked(r, snapshot.Language)
}

// sendModule answers with a module whose default export is data. JSON is JavaScript.
func sendModule(w http.ResponseWriter, data *siteData) error {
	encoded, err := json.Marshal(data)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, err = w.Write([]byte("export default " + string(encoded) + "\n"))
	return err
}
