package pdftext

import (
	"iter"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	corefont "github.com/pdfcpu/pdfcpu/pkg/font"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// font knows which characters a string's bytes stand for, and how wide they are.
type font struct {
	composite    bool
	bold         bool
	encoding     *[256]string // simple fonts
	toUnicode    *cmap
	codes16      *cmap // composite fonts with a CMap of their own: how many bytes a code has, and its CID
	utf16        bool  // the codes are UTF-16
	widths       map[uint32]float64
	defaultWidth float64
	widthScale   float64 // glyph space to thousandths
}

// code is one character code of a string.
type code struct {
	value  uint32
	length int
}

func (in *interpreter) fontNamed(name string) *font {
	fonts := in.dict(in.resources["Font"])
	if o, ok := fonts[name]; ok {
		return in.fontObject(o)
	}
	return nil
}

// maxFonts bounds the fonts that are kept ready; a document with more reads some of them again.
const maxFonts = 2000

func (r *reader) fontObject(o types.Object) *font {
	ref, ok := o.(types.IndirectRef)
	if !ok {
		return r.newFont(r.dict(o))
	}
	object := ref.ObjectNumber.Value()
	if f, ok := r.fonts[object]; ok {
		return f
	}
	if len(r.fonts) >= maxFonts {
		clear(r.fonts)
	}
	f := r.newFont(r.dict(o))
	r.fonts[object] = f
	return f
}

func (r *reader) newFont(d types.Dict) *font {
	if d == nil {
		return nil
	}
	f := &font{widthScale: 1}
	if stream := r.stream(d["ToUnicode"]); stream != nil {
		f.toUnicode = parseCMap(stream)
	}
	baseFont := r.name(d["BaseFont"])
	if _, name, ok := strings.Cut(baseFont, "+"); ok {
		baseFont = name
	}
	if r.name(d["Subtype"]) == "Type0" {
		r.readComposite(f, d)
	} else {
		r.readSimple(f, d, baseFont)
	}
	f.bold = f.bold || isBold(baseFont)
	return f
}

func isBold(baseFont string) bool {
	name := strings.ToLower(baseFont)
	for _, word := range []string{"bold", "black", "heavy", "demi"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "-medi") // the Nimbus fonts' word for it
}

// forceBold is the flag in a font descriptor that asks for it.
const forceBold = 1 << 18

func (r *reader) readDescriptor(f *font, descriptor types.Dict) {
	f.bold = int(r.number(descriptor["Flags"]))&forceBold != 0 || r.number(descriptor["FontWeight"]) >= 600
}

func (r *reader) readSimple(f *font, d types.Dict, baseFont string) {
	descriptor := r.dict(d["FontDescriptor"])
	r.readDescriptor(f, descriptor)
	f.encoding = r.simpleEncoding(d, baseFont)
	f.defaultWidth = r.number(descriptor["MissingWidth"])
	if a := r.array(d["FontMatrix"]); len(a) == 6 && r.name(d["Subtype"]) == "Type3" {
		f.widthScale = max(r.number(a[0])*1000, 0)
	}
	first := uint32(r.number(d["FirstChar"]))
	widths := r.array(d["Widths"])
	f.widths = make(map[uint32]float64, len(widths))
	for i, w := range widths {
		if i > 255 {
			break
		}
		f.widths[first+uint32(i)] = r.number(w)
	}
	if len(widths) == 0 {
		f.useCoreWidths(baseFont)
	}
}

// useCoreWidths gives the widths of the fourteen fonts that every viewer has, for fonts that come without their own.
func (f *font) useCoreWidths(baseFont string) {
	name := coreFontName(baseFont)
	f.defaultWidth = 500
	for value, text := range f.encoding {
		first, size := utf8.DecodeRuneInString(text)
		if width, err := corefont.CharWidth(name, first); size > 0 && err == nil && width > 0 {
			f.widths[uint32(value)] = float64(width)
		}
	}
}

func coreFontName(baseFont string) string {
	if corefont.IsCoreFont(baseFont) {
		return baseFont
	}
	name := strings.ToLower(baseFont)
	bold, italic := isBold(name), strings.Contains(name, "italic") || strings.Contains(name, "oblique")
	switch {
	case strings.Contains(name, "courier"):
		return "Courier"
	case strings.Contains(name, "times") || strings.Contains(name, "serif") && !strings.Contains(name, "sans"):
		return [...]string{"Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"}[index(bold, italic)]
	default:
		return [...]string{"Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique"}[index(bold, italic)]
	}
}

func index(bold, italic bool) (i int) {
	if bold {
		i++
	}
	if italic {
		i += 2
	}
	return i
}

func (r *reader) readComposite(f *font, d types.Dict) {
	f.composite = true
	f.defaultWidth = 1000
	if stream := r.stream(d["Encoding"]); stream != nil {
		f.codes16 = parseCMap(stream)
	} else if name := r.name(d["Encoding"]); strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16") {
		f.utf16 = true
	}
	descendants := r.array(d["DescendantFonts"])
	if len(descendants) == 0 {
		return
	}
	descendant := r.dict(descendants[0])
	r.readDescriptor(f, r.dict(descendant["FontDescriptor"]))
	if descendant["DW"] != nil {
		f.defaultWidth = r.number(descendant["DW"])
	}
	f.widths = r.cidWidths(r.array(descendant["W"]))
}

const maxWidths = 70_000

// cidWidths reads "first [w1 w2 …]" and "first last w" in turn.
func (r *reader) cidWidths(w types.Array) map[uint32]float64 {
	widths := make(map[uint32]float64)
	for i := 0; i+1 < len(w) && len(widths) < maxWidths; {
		first := uint32(max(r.number(w[i]), 0))
		if list := r.array(w[i+1]); list != nil {
			for j, width := range list {
				if j > maxWidths {
					break
				}
				widths[first+uint32(j)] = r.number(width)
			}
			i += 2
			continue
		}
		if i+2 >= len(w) {
			break
		}
		last := uint32(min(max(r.number(w[i+1]), 0), float64(first)+maxWidths))
		width := r.number(w[i+2])
		for cid := first; cid <= last && len(widths) < maxWidths; cid++ {
			widths[cid] = width
		}
		i += 3
	}
	return widths
}

// codes yields the character codes of a string.
func (f *font) codes(raw string) iter.Seq[code] {
	return func(yield func(code) bool) {
		for len(raw) > 0 {
			c := code{value: uint32(raw[0]), length: 1}
			switch {
			case f.composite && f.codes16 != nil:
				c = f.codes16.next(raw)
			case f.composite && len(raw) > 1:
				c = code{value: uint32(raw[0])<<8 | uint32(raw[1]), length: 2}
			}
			raw = raw[c.length:]
			if !yield(c) {
				return
			}
		}
	}
}

// width is in thousandths of the font size.
func (f *font) width(value uint32) float64 {
	if f.codes16 != nil {
		value = f.codes16.cid(value)
	}
	if w, ok := f.widths[value]; ok {
		return w * f.widthScale
	}
	return f.defaultWidth * f.widthScale
}

// unicode is the text of one code; nothing when the font does not tell.
func (f *font) unicode(c code) string {
	if f.toUnicode != nil {
		if text, ok := f.toUnicode.lookup(c); ok {
			return text
		}
	}
	switch {
	case !f.composite:
		return f.encoding[c.value&0xff]
	case f.utf16:
		return string(utf16.Decode([]uint16{uint16(c.value)}))
	}
	return ""
}
