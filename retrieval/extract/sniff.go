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

// isDOCX looks into the archive's directory; nothing is unpacked.
func isDOCX(content []byte) bool {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return false
	}
	for i, file := range archive.File {
		if file.Name == "word/document.xml" {
			return true
		}
		if i == maxZipFiles {
			break
		}
	}
	return false
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
