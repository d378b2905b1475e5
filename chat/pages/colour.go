package pages

import (
	"fmt"
	"math"
	"strconv"
)

// colour is a colour of the sRGB space, each channel from 0 to 1.
type colour struct{ r, g, b float64 }

// readColour reads #rrggbb.
func readColour(text string) (c colour, ok bool) {
	if len(text) != 7 || text[0] != '#' {
		return colour{}, false
	}
	value, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		return colour{}, false
	}
	return colour{float64(value>>16) / 255, float64(value>>8&0xff) / 255, float64(value&0xff) / 255}, true
}

// String writes the colour as style sheets do.
func (c colour) String() string {
	channel := func(v float64) int { return int(math.Round(255 * min(max(v, 0), 1))) }
	return fmt.Sprintf("#%02x%02x%02x", channel(c.r), channel(c.g), channel(c.b))
}

// rounded is the colour as it is shown, each channel in 255 steps: what has just enough contrast before might not after.
func (c colour) rounded() colour {
	shown, _ := readColour(c.String())
	return shown
}

// linear undoes the gamma of one channel.
func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func gamma(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// luminance is the relative luminance of WCAG 2.2, from 0 to 1.
func (c colour) luminance() float64 {
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b colour) float64 {
	lighter, darker := a.luminance(), b.luminance()
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// perceived is a colour in OKLCH, where the same step in lightness looks the same whatever the hue: lightness from 0 to 1,
// chroma from 0 to about 0.4, hue in radians. The numbers below are Björn Ottosson's (https://bottosson.github.io/posts/oklab/).
type perceived struct{ lightness, chroma, hue float64 }

func (c colour) perceived() perceived {
	r, g, b := linear(c.r), linear(c.g), linear(c.b)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	greenRed := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	blueYellow := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	return perceived{
		lightness: 0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		chroma:    math.Hypot(greenRed, blueYellow),
		hue:       math.Atan2(blueYellow, greenRed),
	}
}

// colour is the colour that sRGB can show of it: where it cannot, chroma gives way, and lightness and hue stay.
func (p perceived) colour() colour {
	if c, shown := p.inSRGB(); shown {
		return c.rounded()
	}
	low, high := 0.0, p.chroma
	for range 20 { // to a millionth
		if p.chroma = (low + high) / 2; p.shown() {
			low = p.chroma
		} else {
			high = p.chroma
		}
	}
	p.chroma = low
	c, _ := p.inSRGB()
	return c.rounded()
}

func (p perceived) shown() bool {
	_, shown := p.inSRGB()
	return shown
}

func (p perceived) inSRGB() (c colour, shown bool) {
	greenRed, blueYellow := p.chroma*math.Cos(p.hue), p.chroma*math.Sin(p.hue)
	cube := func(v float64) float64 { return v * v * v }
	l := cube(p.lightness + 0.3963377774*greenRed + 0.2158037573*blueYellow)
	m := cube(p.lightness - 0.1055613458*greenRed - 0.0638541728*blueYellow)
	s := cube(p.lightness - 0.0894841775*greenRed - 1.2914855480*blueYellow)
	c = colour{
		gamma(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		gamma(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		gamma(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
	}
	inside := func(v float64) bool { return v >= -0.0005 && v <= 1.0005 }
	return c, inside(c.r) && inside(c.g) && inside(c.b)
}
