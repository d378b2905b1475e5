package extract_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"narthex/retrieval/extract"
)

// Whatever a file does, there is an answer within the time and memory that its reader is given: its text, or a refusal.
func TestHostileDocumentsAreAnsweredInTime(t *testing.T) {
	x := newIsolated(t, "serve", extract.IsolatedConfig{Timeout: time.Second, Parallel: 8}) // the default would be 5 s
	check := func(t *testing.T, mediaType string, content []byte) {
		t.Parallel()
		if len(content) > extract.MaxDocumentBytes {
			t.Fatalf("the test's file has %d bytes", len(content))
		}
		started := time.Now()
		got, err := x.Extract(t.Context(), mediaType, content)
		took := time.Since(started)
		t.Logf("%d KB, %v: %d blocks, %v", len(content)>>10, took.Round(time.Millisecond), len(got.Blocks), err)
		if took > 15*time.Second { // a busy machine takes a while to start the reader, and to read what it was sent
			t.Errorf("took %v", took)
		}
		if err != nil && !isRefusal(err) {
			t.Errorf("not a refusal: %v", err)
		}
	}
	for name, content := range hostilePDFs() {
		t.Run("PDF: "+name, func(t *testing.T) { check(t, extract.TypePDF, content) })
	}
	for name, content := range hostileDOCXs(t) {
		t.Run("DOCX: "+name, func(t *testing.T) { check(t, extract.TypeDOCX, content) })
	}
	for name, c := range hostileTexts() {
		t.Run("text: "+name, func(t *testing.T) { check(t, c.mediaType, []byte(c.content)) })
	}
}

func isRefusal(err error) bool {
	for _, refusal := range []error{extract.ErrTooLarge, extract.ErrUnreadable, extract.ErrEncrypted, extract.ErrNoText, extract.ErrUnsupported} {
		if errors.Is(err, refusal) {
			return true
		}
	}
	return false
}

// zipFile packs files; names may come twice. An empty one is stored as it is: to begin a compression clears 640 KB, which under the race
// detector takes longer than all else that is done with twenty thousand parts.
func zipFile(t testing.TB, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, file := range files {
		header := &zip.FileHeader{Name: file[0], Method: zip.Deflate}
		if file[1] == "" {
			header.Method = zip.Store
		}
		part, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(file[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const wordNamespace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

func docxOf(t testing.TB, body string, further ...[2]string) []byte {
	t.Helper()
	return zipFile(t, append([][2]string{{"word/document.xml", `<?xml version="1.0" encoding="UTF-8"?><w:document ` + wordNamespace + `><w:body>` + body + `</w:body></w:document>`}}, further...)...)
}

func hostileDOCXs(t testing.TB) map[string][]byte {
	paragraph := "<w:p><w:r><w:t>word</w:t></w:r></w:p>"
	var many [][2]string
	for i := range 20_000 {
		many = append(many, [2]string{fmt.Sprintf("word/%d.xml", i), ""})
	}
	lie := docxOf(t, strings.Repeat("<w:p/>", 20<<20/6))
	// The size that the archive's directory gives for the part, in its central record.
	at := bytes.LastIndex(lie, []byte("PK\x01\x02"))
	copy(lie[at+24:], []byte{1, 0, 0, 0})
	half := docxOf(t, strings.Repeat(paragraph, 1000))
	half = half[:len(half)/2]
	return map[string][]byte{
		"a zip bomb":                          docxOf(t, strings.Repeat(" ", 70<<20)),
		"a bomb among the styles":             docxOf(t, paragraph, [2]string{"word/styles.xml", strings.Repeat(" ", 70<<20)}),
		"a size that is a lie":                lie,
		"elements nested a million deep":      docxOf(t, strings.Repeat("<w:tbl><w:tr><w:tc>", 300_000)),
		"millions of paragraphs":              docxOf(t, strings.Repeat(paragraph, 500_000)),
		"a table of a million cells":          docxOf(t, "<w:tbl><w:tr>"+strings.Repeat("<w:tc>"+paragraph+"</w:tc>", 500_000)+"</w:tr></w:tbl>"),
		"entities that multiply":              zipFile(t, [2]string{"word/document.xml", `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><w:document ` + wordNamespace + `><w:body><w:p><w:r><w:t>&c;&c;&c;</w:t></w:r></w:p></w:body></w:document>`}),
		"a file from elsewhere":               zipFile(t, [2]string{"word/document.xml", `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document ` + wordNamespace + `><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>`}),
		"twenty thousand parts":               docxOf(t, paragraph, many...),
		"half an archive":                     half,
		"no document":                         zipFile(t, [2]string{"word/other.xml", "<a/>"}),
		"broken XML":                          docxOf(t, "<w:p><w:r><w:t>word</w:p></w:x>"),
		"a megabyte of one attribute":         docxOf(t, `<w:p w:x="`+strings.Repeat("x", 10<<20)+`"/>`+paragraph),
		"styles that are based on each other": docxOf(t, paragraph, [2]string{"word/styles.xml", `<w:styles ` + wordNamespace + `><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`}),
		"closing tags alone":                  docxOf(t, strings.Repeat("</w:p></w:tc></w:tr></w:tbl>", 1000)+paragraph),
	}
}

type hostileText struct{ mediaType, content string }

func hostileTexts() map[string]hostileText {
	return map[string]hostileText{
		"opening tags":          {extract.TypeHTML, strings.Repeat("<div>", 300_000)},
		"table in table":        {extract.TypeHTML, strings.Repeat("<table><tr><td>", 100_000)},
		"formatting elements":   {extract.TypeHTML, strings.Repeat("<b><i><u><a>", 50_000) + "x"},
		"lists in lists":        {extract.TypeHTML, strings.Repeat("<ul><li>", 100_000)},
		"entities":              {extract.TypeHTML, strings.Repeat("&amp", 1_000_000)},
		"an open comment":       {extract.TypeHTML, "<!--" + strings.Repeat("-", 2_000_000)},
		"attributes":            {extract.TypeHTML, "<p " + strings.Repeat("a=1 ", 500_000) + ">x"},
		"quotes":                {extract.TypeMarkdown, strings.Repeat(">", 1_000_000) + "x"},
		"brackets":              {extract.TypeMarkdown, strings.Repeat("[", 500_000) + "x" + strings.Repeat("]", 500_000)},
		"links":                 {extract.TypeMarkdown, strings.Repeat("[a](", 300_000)},
		"stars":                 {extract.TypeMarkdown, strings.Repeat("*a **a ", 200_000)},
		"indents":               {extract.TypeMarkdown, manyIndents(1500)},
		"ticks":                 {extract.TypeMarkdown, strings.Repeat("`a``b```c", 100_000)},
		"a table's bars":        {extract.TypeMarkdown, "a|b\n-|-\n" + strings.Repeat("|", 1_000_000)},
		"reference links":       {extract.TypeMarkdown, strings.Repeat("[a]: /x\n", 200_000)},
		"one endless line":      {extract.TypePlain, strings.Repeat("word ", 3_000_000)},
		"a million short lines": {extract.TypePlain, strings.Repeat("x\n", 3_000_000)},
		"form feeds":            {extract.TypePlain, strings.Repeat("x\f", 1_000_000)},
	}
}

func manyIndents(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", 2*i) + "- x\n")
	}
	return b.String()
}
