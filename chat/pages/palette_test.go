package pages

import (
	"io/fs"
	"math"
	"regexp"
	"strings"
	"testing"

	"narthex/static"
)

// everyColour goes through the whole cube in steps of 17, and the corners where a channel is nearly out.
func everyColour(yield func(colour) bool) {
	for r := 0; r <= 255; r += 17 {
		for g := 0; g <= 255; g += 17 {
			for b := 0; b <= 255; b += 17 {
				if !yield(colour{float64(r) / 255, float64(g) / 255, float64(b) / 255}) {
					return
				}
			}
		}
	}
}

func TestWhateverColourAChurchHasTextStaysReadable(t *testing.T) {
	for brand := range everyColour {
		if got := contrast(readableOn(brand), brand); got < enough {
			t.Errorf("%s: text on it has %.2f", brand, got)
		}
		for name, s := range map[string]scheme{"light": light, "dark": dark} {
			p := s.palette(brand)
			for what, got := range map[string]float64{
				"the accent on paper": contrast(p.accent, s.paper), "the accent on a surface": contrast(p.accent, s.surface),
				"the accent on its soft ground": contrast(p.accent, p.soft), "text on the accent": contrast(p.onAccent, p.accent),
				"ink on the soft ground": contrast(s.ink, p.soft), "muted text on the soft ground": contrast(s.muted, p.soft),
			} {
				if got < enough {
					t.Errorf("%s, %s: %s has %.2f", brand, name, what, got)
				}
			}
		}
	}
}

func TestAColourThatIsReadableIsLeftAsItIs(t *testing.T) {
	for _, brand := range []string{"#1f5c66", "#7a1f3d", "#14406e"} {
		if got := light.palette(mustRead(brand)).accent.String(); got != brand {
			t.Errorf("%s became %s", brand, got)
		}
	}
	if got := dark.palette(mustRead("#e8b923")).accent.String(); got != "#e8b923" {
		t.Errorf("#e8b923 became %s", got)
	}
}

func TestAnAccentKeepsItsHue(t *testing.T) {
	for brand := range everyColour {
		wanted := brand.perceived()
		if wanted.chroma < 0.05 {
			continue // nearly grey
		}
		for name, s := range map[string]scheme{"light": light, "dark": dark} {
			got := s.palette(brand).accent.perceived()
			if got.chroma < 0.02 {
				continue // so light or dark that no hue is left in it
			}
			if turned := math.Abs(math.Remainder(got.hue-wanted.hue, 2*math.Pi)); turned > 0.15 {
				t.Errorf("%s, %s: turned by %.0f degrees", brand, name, turned*180/math.Pi)
			}
		}
	}
}

func TestColoursComeBackFromOKLCHAsTheyWere(t *testing.T) {
	for c := range everyColour {
		if got := c.perceived().colour().String(); got != c.String() {
			t.Errorf("%s came back as %s", c, got)
		}
	}
}

// The figures of WCAG's own examples and of a colour picker that follows CSS Color 4.
func TestLuminanceContrastAndOKLCHAreThoseOfTheStandards(t *testing.T) {
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 0.005 {
			t.Errorf("%s: %.4f, want %.4f", what, got, want)
		}
	}
	near("black on white", contrast(black, white), 21)
	near("#777 on white", contrast(mustRead("#777777"), white), 4.48)
	near("luminance of red", mustRead("#ff0000").luminance(), 0.2126)
	red := mustRead("#ff0000").perceived()
	near("lightness of red", red.lightness, 0.628)
	near("chroma of red", red.chroma, 0.2577)
	near("hue of red in degrees", red.hue*180/math.Pi, 29.234)
}

func TestOnlyColoursAreRead(t *testing.T) {
	for text, want := range map[string]bool{
		"#1f5c66": true, "#FFFFFF": true, "1f5c66": false, "#1f5c6": false, "#1f5c666": false, "#1f5c6g": false, "#+f5c66": false, "": false, "red": false,
	} {
		if _, ok := readColour(text); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

// The schemes repeat tokens of the style sheet, against which contrast is calculated.
func TestTheSchemesAreThoseOfTheStyleSheet(t *testing.T) {
	sheet, err := fs.ReadFile(static.Assets, "css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	inLight, inDark, found := strings.Cut(string(sheet), "prefers-color-scheme: dark")
	if !found {
		t.Fatal("no dark scheme in the style sheet")
	}
	for name, tt := range map[string]struct {
		sheet string
		scheme
	}{"light": {inLight, light}, "dark": {inDark, dark}} {
		for token, want := range map[string]colour{"paper": tt.paper, "surface": tt.surface, "ink": tt.ink, "muted": tt.muted} {
			match := regexp.MustCompile(`--` + token + `: (#[0-9a-f]{6});`).FindStringSubmatch(tt.sheet)
			if match == nil || match[1] != want.String() {
				t.Errorf("%s: --%s is %v in the style sheet, %s here", name, token, match, want)
			}
		}
	}
}

func BenchmarkThemeSheet(b *testing.B) {
	brand := mustRead("#e8b923")
	for b.Loop() {
		themeSheet(brand)
	}
}
