package extract

import (
	"archive/zip"
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// Sniff tells a document's type by what is in it. The name and the declared type only decide between kinds of text.
func Sniff(fileName, declared string, content []byte) (string, error) {
	head := content[:min(len(content), 1024)]
	switch {
	case bytes.Contains(head, []byte("%PDF-")):
		return TypePDF, nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		if isDOCX(content) {
			return TypeDOCX, nil
		}
		return "", ErrUnsupported
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")): // OLE, in which Word keeps old files, and new ones that have a password
		if bytes.Contains(content, encryptedPackage) {
			return "", ErrEncrypted
		}
		return "", ErrUnsupported
	case !isText(content):
		return "", ErrUnsupported
	}
	declared, _, _ = strings.Cut(strings.ToLower(declared), ";")
	extension := strings.ToLower(path.Ext(fileName))
	switch {
	case looksLikeHTML(head), extension == ".html", extension == ".htm", declared == TypeHTML:
		return TypeHTML, nil
	case extension == ".md", extension == ".markdown", declared == TypeMarkdown:
		return TypeMarkdown, nil
	default:
		return TypePlain, nil
	}
}

// encryptedPackage is the name of the stream that holds a file with a password, in UTF-16.
var encryptedPackage = []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")

// isDOCX looks into the archive's directory; only the little is unpacked that says where the document is.
func isDOCX(content []byte) bool {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	return err == nil && partsOf(archive).document() != ""
}

// isText refuses binary files: control characters that no text has, unless a byte order mark says that it is UTF-16 or 32.
func isText(content []byte) bool {
	for _, mark := range [][]byte{{0xff, 0xfe}, {0xfe, 0xff}, {0, 0, 0xfe, 0xff}} {
		if bytes.HasPrefix(content, mark) {
			return true
		}
	}
	controls := 0
	for _, b := range content {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != '\v' && b != 0x1b {
			controls++
		}
	}
	if utf8.Valid(content) {
		return controls*1000 <= len(content) && !bytes.Contains(content, []byte{0, 0})
	}
	return controls == 0
}

func looksLikeHTML(head []byte) bool {
	start := strings.ToLower(string(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html") || strings.HasPrefix(start, "<!--") && strings.Contains(start, "<html")
}
