package pages

import "fmt"

// enough is the contrast that text needs (WCAG 2.2, success criterion 1.4.3).
const enough = 4.5

// scheme is what a church's colour has to stand out from, light or dark. The colours are the tokens of tokens.css.
type scheme struct {
	paper, surface, ink, muted colour
	soft                       perceived // the lightness and the most chroma of grounds in the church's colour
	far                        float64   // the lightness that is farthest from paper
}

var (
	light = scheme{
		paper: mustRead("#fbfaf7"), surface: mustRead("#ffffff"), ink: mustRead("#1d2427"), muted: mustRead("#566167"),
		soft: perceived{lightness: 0.945, chroma: 0.025}, far: 0,
	}
	dark = scheme{
		paper: mustRead("#14181a"), surface: mustRead("#1d2326"), ink: mustRead("#eaeeee"), muted: mustRead("#a7b2b6"),
		soft: perceived{lightness: 0.3, chroma: 0.04}, far: 1,
	}
)

var white, black = colour{1, 1, 1}, colour{}

func mustRead(text string) colour {
	c, ok := readColour(text)
	if !ok {
		panic("not a colour: " + text)
	}
	return c
}

// palette is what a scheme shows in a church's colour.
type palette struct {
	accent, onAccent, soft colour // soft is a ground for text in ink, in muted and in accent
}

// palette derives what is shown of a church's colour. The accent is the colour itself where it stands out enough, else the
// nearest one in lightness that does; its hue stays.
func (s scheme) palette(brand colour) palette {
	wanted := brand.perceived()
	soft := perceived{s.soft.lightness, min(wanted.chroma, s.soft.chroma), wanted.hue}.colour()
	standsOut := func(c colour) bool {
		return contrast(c, s.paper) >= enough && contrast(c, s.surface) >= enough && contrast(c, soft) >= enough
	}
	accent := brand
	if !standsOut(brand) {
		accent = nearest(wanted, s.far, standsOut)
	}
	return palette{accent: accent, onAccent: readableOn(accent), soft: soft}
}

// nearest is the colour of this hue that fits and is nearest in lightness, to a thousandth; at the lightness far any fits.
func nearest(p perceived, far float64, fits func(colour) bool) colour {
	near := p.lightness
	p.lightness = far
	found := p.colour()
	for range 10 {
		p.lightness = (near + far) / 2
		if c := p.colour(); fits(c) {
			found, far = c, p.lightness
		} else {
			near = p.lightness
		}
	}
	return found
}

// readableOn is white where that can be read on the ground, else black: on any ground one of them can.
func readableOn(ground colour) colour {
	if contrast(white, ground) >= enough {
		return white
	}
	return black
}

// themeSheet is the style sheet that puts a church's colour in place of the product's.
func themeSheet(brand colour) string {
	return fmt.Sprintf(":root{--brand:%s;--on-brand:%s;%s}\n@media (prefers-color-scheme:dark){:root{%s}}\n",
		brand, readableOn(brand), light.palette(brand).tokens(), dark.palette(brand).tokens())
}

func (p palette) tokens() string {
	return fmt.Sprintf("--accent:%s;--on-accent:%s;--accent-soft:%s", p.accent, p.onAccent, p.soft)
}
