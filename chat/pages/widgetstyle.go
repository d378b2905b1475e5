package pages

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	"narthex/chat/church"
	"narthex/static/web"
)

// panelSheets are the style sheets of a panel, which gets them as one.
var panelSheets = []string{"css/chat.css", "widget/panel.css"}

// The themes of a panel. Auto is the visitor's preference.
const themeAuto = "auto"

var themes = []string{themeAuto, "light", "dark"}

// A site may be light or dark whatever its visitor prefers, and the panel follows it. So there is a style sheet for each
// theme, in which the question for the preference has been answered.
var (
	asksForDark  = regexp.MustCompile(`@media\s*(?:screen and\s*)?\(prefers-color-scheme:\s*dark\)`)
	asksForLight = regexp.MustCompile(`@media\s*(?:screen and\s*)?\(prefers-color-scheme:\s*light\)`)
	namesSchemes = regexp.MustCompile(`color-scheme:\s*light dark`)
)

func inTheme(sheet []byte, theme string) []byte {
	never, always := []byte("@media not all"), []byte("@media all")
	switch theme {
	case "dark":
		sheet = asksForLight.ReplaceAll(asksForDark.ReplaceAll(sheet, always), never)
	case "light":
		sheet = asksForDark.ReplaceAll(asksForLight.ReplaceAll(sheet, always), never)
	default:
		return sheet
	}
	return namesSchemes.ReplaceAll(sheet, []byte("color-scheme:"+theme))
}

// makeStyles makes the style sheet that all churches' panels share, by theme.
func makeStyles(assets *web.Assets) (map[string]*web.File, error) {
	var sheet bytes.Buffer
	for _, name := range panelSheets {
		file, err := assets.File(name)
		if err != nil {
			return nil, err
		}
		sheet.Write(file.Content())
	}
	made := make(map[string]*web.File, len(themes))
	for _, theme := range themes {
		file, err := web.NewFile("panel.css", inTheme(sheet.Bytes(), theme))
		if err != nil {
			return nil, fmt.Errorf("the panel's style: %w", err)
		}
		made[theme] = file
	}
	return made, nil
}

// style is GET /widget.css?theme=&v=.
func (g *Widget) style(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	file, ok := g.styles[query.Get("theme")]
	if !ok {
		return web.ErrNotFound
	}
	return file.Serve(w, r, keptIf(query.Get("v") == file.Version()))
}

// colour is GET /widget/{slug}/colour.css?theme=&v=: the church's own colour, in place of the product's.
func (g *Widget) colour(w http.ResponseWriter, r *http.Request) error {
	snapshot, err := g.find(r)
	if err != nil {
		return err
	}
	query := r.URL.Query()
	theme := query.Get("theme")
	if snapshot == nil || !slices.Contains(themes, theme) {
		return web.ErrNotFound
	}
	own := themeOf(snapshot)
	file, err := web.NewFile("colour.css", inTheme([]byte(own.sheet), theme))
	if err != nil {
		return err
	}
	return file.Serve(w, r, keptIf(own.sheet != "" && query.Get("v") == own.version))
}

// styleURLs are the addresses of a church's style sheets in a theme. They carry their versions.
func (g *Widget) styleURLs(snapshot *church.Snapshot, theme string) []string {
	addresses := []string{"/widget.css?theme=" + theme + "&v=" + g.styles[theme].Version()}
	if own := themeOf(snapshot); own.sheet != "" {
		addresses = append(addresses, "/widget/"+url.PathEscape(snapshot.Slug)+"/colour.css?theme="+theme+"&v="+own.version)
	}
	return addresses
}
