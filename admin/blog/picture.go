package blog

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/url"
	"sync"

	"github.com/go-chi/chi/v5"

	"narthex/admin/articles"
	"narthex/static/web"
)

// Size of the pictures that others show beside a link to a page: what they all show whole (Open Graph's 1.91 to 1).
const pictureWidth, pictureHeight = 1200, 630

// walls are the colours of the style sheet's tones.
var walls = [...]color.RGBA{{0x1f, 0x5c, 0x66, 0xff}, {0x5b, 0x4a, 0x6e, 0xff}, {0x7a, 0x4b, 0x3a, 0xff}, {0x3f, 0x5a, 0x45, 0xff}}

var glow = color.RGBA{0xf0, 0xc9, 0x87, 0xff}

// paint draws a cover as the cards show it, cut to the form of a link's picture.
func (c cover) paint() ([]byte, error) {
	const scale, cut = 400.0 / pictureWidth, (250 - 400.0*pictureHeight/pictureWidth) / 2
	picture := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	for y := range pictureHeight {
		for x := range pictureWidth {
			var red, green, blue int
			for _, part := range [...]float64{0.25, 0.75} { // two looks at each pixel keep edges smooth
				seen := c.at((float64(x)+part)*scale, (float64(y)+part)*scale+cut)
				red, green, blue = red+int(seen.R), green+int(seen.G), blue+int(seen.B)
			}
			picture.SetRGBA(x, y, color.RGBA{uint8(red / 2), uint8(green / 2), uint8(blue / 2), 0xff})
		}
	}
	var made bytes.Buffer
	if err := png.Encode(&made, picture); err != nil {
		return nil, err
	}
	return made.Bytes(), nil
}

// at is the colour at a point of the cards' drawing.
func (c cover) at(x, y float64) color.RGBA {
	seen := walls[c.Tone%len(walls)]
	for _, one := range c.Arches {
		if one.covers(x, y) {
			seen = over(seen, 255, 17)
		}
	}
	if c.Light.covers(x, y) {
		seen = glow
	}
	if y >= 236 {
		seen = over(seen, 0, 12)
	}
	return seen
}

// over lays white or black over a colour, so many parts of a hundred.
func over(under color.RGBA, with, percent int) color.RGBA {
	mix := func(part uint8) uint8 { return uint8((int(part)*(100-percent) + with*percent) / 100) }
	return color.RGBA{mix(under.R), mix(under.G), mix(under.B), 0xff}
}

func (a arch) covers(x, y float64) bool {
	across, up := x-float64(a.X+a.Radius), y-float64(a.Spring)
	radius := float64(a.Radius)
	return across >= -radius && across <= radius && (up >= 0 || across*across+up*up <= radius*radius)
}

// pictures keeps the ones that were painted lately: there are few articles, and each is asked for by few programs.
type pictures struct {
	mu      sync.Mutex
	painted map[string][]byte
}

const mostPictures = 64

// of is the picture for a key. They are painted one at a time, so that who asks for many does not take all there is to compute with.
func (p *pictures) of(key string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if made, ok := p.painted[key]; ok {
		return made, nil
	}
	made, err := coverOf(key).paint()
	if err != nil {
		return nil, err
	}
	if p.painted == nil || len(p.painted) >= mostPictures {
		p.painted = make(map[string][]byte)
	}
	p.painted[key] = made
	return made, nil
}

// picture is GET /blog/{slug}/cover.png, the drawing of an article that has no photograph, and GET /picture.png, that of the site.
func (h *Handler) picture(w http.ResponseWriter, r *http.Request) error {
	key := chi.URLParam(r, "slug")
	if key == "" {
		key = "narthex"
	} else {
		ctx, cancel := patient(r)
		defer cancel()
		_, err := h.store.BySlug(ctx, key)
		if token := r.URL.Query().Get("preview"); errors.Is(err, articles.ErrNotFound) && token != "" {
			a, err := h.store.AnyBySlug(ctx, key)
			if err != nil || !h.previewed(a.ID, token) {
				return web.ErrNotFound
			}
			return h.paintPreview(w, key)
		}
		if err != nil {
			return missing(err)
		}
	}
	body, err := h.pictures.of(key)
	if err != nil {
		return err
	}
	return web.Shared{ContentType: "image/png", Body: body, Modified: h.started}.Serve(w, r)
}

// previewPicture is a picture's address as whoever has a link to a preview can follow it: the drawing of an article that is not public
// is shown to them alone.
func (h *Handler) previewPicture(address, slug, token string) string {
	if cover := h.baseURL + coverURL(slug); address == cover {
		return cover + "?" + url.Values{"preview": {token}}.Encode()
	}
	return address
}

// paintPreview answers with a drawing that nobody keeps.
func (h *Handler) paintPreview(w http.ResponseWriter, key string) error {
	body, err := h.pictures.of(key)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, no-store")
	_, err = w.Write(body)
	return err
}

func coverURL(slug string) string { return articleURL(slug) + "/cover.png" }
