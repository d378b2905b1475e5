package pdftext

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"golang.org/x/text/encoding/charmap"
)

// simpleEncoding builds the table of a simple font: its base encoding with the differences that the font lists.
func (r *reader) simpleEncoding(d types.Dict, baseFont string) *[256]string {
	base, differences := "", types.Array(nil)
	switch e := r.resolve(d["Encoding"]).(type) {
	case types.Name:
		base = string(e)
	case types.Dict:
		base, differences = r.name(e["BaseEncoding"]), r.array(e["Differences"])
	}
	var table [256]string
	switch {
	case base == "MacRomanEncoding":
		table = macRoman
	case strings.HasPrefix(baseFont, "Symbol"), strings.HasPrefix(baseFont, "ZapfDingbats"), strings.HasPrefix(baseFont, "Wingdings"):
		table = bullets
	default: // StandardEncoding differs from WinAnsi in quotes and a few accents, which fonts that use it list by name
		table = winAnsi
	}
	at := 0
	for _, o := range differences {
		switch v := r.resolve(o).(type) {
		case types.Integer:
			at = int(v)
		case types.Name:
			if at >= 0 && at < 256 {
				table[at] = glyphText(string(v))
			}
			at++
		}
	}
	return &table
}

var (
	winAnsi  = byteTable(charmap.Windows1252)
	macRoman = byteTable(charmap.Macintosh)
	bullets  = pictureTable()
)

func byteTable(encoding *charmap.Charmap) (table [256]string) {
	for i := 32; i < 256; i++ {
		if r := encoding.DecodeByte(byte(i)); r != utf8.RuneError {
			table[i] = string(r)
		}
	}
	table[0x7f] = ""
	return table
}

// pictureTable is for fonts of pictures, which documents use for the points of lists.
func pictureTable() (table [256]string) {
	for i := 33; i < 256; i++ {
		table[i] = "•"
	}
	table[' '] = " "
	return table
}

// glyphText returns the text of a glyph's name, by the rules of the Adobe Glyph List.
func glyphText(name string) string {
	name, _, _ = strings.Cut(name, ".") // "a.alt" is an a
	if text, ok := glyphNames[name]; ok {
		return text
	}
	if len(name) == 1 {
		return name
	}
	if strings.Contains(name, "_") { // "f_i" is a ligature
		var b strings.Builder
		for part := range strings.SplitSeq(name, "_") {
			b.WriteString(glyphText(part))
		}
		return b.String()
	}
	digits, ok := strings.CutPrefix(name, "uni")
	if !ok || len(digits) < 4 {
		digits, ok = strings.CutPrefix(name, "u")
	} else {
		digits = digits[:4]
	}
	if value, err := strconv.ParseUint(digits, 16, 21); ok && err == nil && len(digits) >= 4 && utf8.ValidRune(rune(value)) {
		return string(rune(value))
	}
	return ""
}

// glyphNames are the names of the glyphs of the Latin alphabets; letters that are their own names are not listed.
var glyphNames = makeGlyphNames()

func makeGlyphNames() map[string]string {
	names := make(map[string]string)
	fields := strings.Fields(`
		exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' parenleft ( parenright ) asterisk *
		plus + comma , hyphen - period . slash / zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 colon :
		semicolon ; less < equal = greater > question ? at @ bracketleft [ backslash \ bracketright ] asciicircum ^ underscore _
		grave ` + "`" + ` braceleft { bar | braceright } asciitilde ~ quoteleft ‘ quoteright ’ quotedblleft “ quotedblright ” quotesinglbase ‚
		quotedblbase „ guillemotleft « guillemotright » guilsinglleft ‹ guilsinglright › bullet • ellipsis … endash – emdash —
		dagger † daggerdbl ‡ perthousand ‰ trademark ™ copyright © registered ® degree ° ordfeminine ª ordmasculine º section §
		paragraph ¶ periodcentered · exclamdown ¡ questiondown ¿ cent ¢ sterling £ yen ¥ Euro € currency ¤ florin ƒ brokenbar ¦
		plusminus ± multiply × divide ÷ minus − fraction ⁄ onequarter ¼ onehalf ½ threequarters ¾ onesuperior ¹ twosuperior ²
		threesuperior ³ logicalnot ¬ mu µ germandbls ß ae æ AE Æ oe œ OE Œ oslash ø Oslash Ø eth ð Eth Ð thorn þ Thorn Þ
		lslash ł Lslash Ł dotlessi ı acute ´ dieresis ¨ macron ¯ cedilla ¸ circumflex ˆ tilde ˜ breve ˘ dotaccent ˙ ring ˚
		ogonek ˛ hungarumlaut ˝ caron ˇ fi fi fl fl ff ff ffi ffi ffl ffl notequal ≠ lessequal ≤ greaterequal ≥ infinity ∞
		checkmark ✓ middot · sfthyphen - Zcaron Ž zcaron ž Scaron Š scaron š Ccaron Č ccaron č Rcaron Ř rcaron ř
		Ecaron Ě ecaron ě Ncaron Ň ncaron ň Dcaron Ď dcaron ď Tcaron Ť tcaron ť Uring Ů uring ů Aring Å aring å
		Cacute Ć cacute ć Nacute Ń nacute ń Sacute Ś sacute ś Zacute Ź zacute ź Zdotaccent Ż zdotaccent ż Aogonek Ą aogonek ą
		Eogonek Ę eogonek ę Dcroat Đ dcroat đ Ohungarumlaut Ő ohungarumlaut ő Uhungarumlaut Ű uhungarumlaut ű Gbreve Ğ gbreve ğ
		Abreve Ă abreve ă Scedilla Ş scedilla ş Ccedilla Ç ccedilla ç Idotaccent İ Scommaaccent Ș scommaaccent ș
		Tcommaaccent Ț tcommaaccent ț`)
	names["space"], names["nbspace"], names["nonbreakingspace"] = " ", " ", " "
	for i := 0; i+1 < len(fields); i += 2 {
		names[fields[i]] = fields[i+1]
	}
	for base, accents := range map[string]string{
		"grave": "AÀaàEÈeèIÌiìOÒoòUÙuù", "acute": "AÁaáEÉeéIÍiíOÓoóUÚuúYÝyý", "circumflex": "AÂaâEÊeêIÎiîOÔoôUÛuû",
		"tilde": "AÃaãNÑnñOÕoõ", "dieresis": "AÄaäEËeëIÏiïOÖoöUÜuüYŸyÿ", "macron": "AĀaāEĒeēIĪiīOŌoōUŪuū",
	} {
		runes := []rune(accents)
		for i := 0; i+1 < len(runes); i += 2 {
			names[string(runes[i])+base] = string(runes[i+1])
		}
	}
	return names
}

// decodeTextString reads a text string of the document's own dictionaries.
func decodeTextString(raw []byte) string {
	switch {
	case len(raw) >= 2 && raw[0] == 0xfe && raw[1] == 0xff:
		var u []uint16
		for i := 2; i+1 < len(raw); i += 2 {
			u = append(u, uint16(raw[i])<<8|uint16(raw[i+1]))
		}
		return string(utf16.Decode(u))
	case len(raw) >= 3 && raw[0] == 0xef && raw[1] == 0xbb && raw[2] == 0xbf:
		return strings.ToValidUTF8(string(raw[3:]), "\uFFFD")
	}
	var b strings.Builder
	for _, c := range raw { // PDFDocEncoding is Latin-1 where text strings use it
		b.WriteString(winAnsi[c])
	}
	return b.String()
}
