package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// Decode turns a file's bytes into UTF-8. Text without a byte order mark that is not UTF-8 is taken for Windows-1252,
// which is what Word and Notepad wrote for decades.
func Decode(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(content, []byte{0, 0, 0xfe, 0xff}):
		return transformed(content, utf32.UTF32(utf32.BigEndian, utf32.UseBOM).NewDecoder())
	case bytes.HasPrefix(content, []byte{0xff, 0xfe}), bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		return transformed(content, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder())
	case utf8.Valid(content):
		return string(content)
	default:
		return transformed(content, charmap.Windows1252.NewDecoder())
	}
}

// decodePage is Decode for HTML, which may say itself what it is written in.
func decodePage(content []byte) []byte {
	encoding, name, certain := charset.DetermineEncoding(content, "text/html")
	// Only the first 1,024 bytes are looked at, and a page whose first accent comes later is taken for Windows-1252.
	if !certain && name == "windows-1252" && utf8.Valid(content) {
		return content
	}
	return []byte(transformed(content, encoding.NewDecoder()))
}

func transformed(content []byte, decoder transform.Transformer) string {
	decoded, _, err := transform.Bytes(decoder, content)
	if err != nil {
		return strings.ToValidUTF8(string(content), "\uFFFD")
	}
	return string(decoded)
}
