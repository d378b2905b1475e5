package retrieval_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"narthex/retrieval"
)

// Whatever a file does, there is an answer within the time and memory that its reader is given: its text, or a refusal.
func TestHostileDocumentsAreAnsweredInTime(t *testing.T) {
	x := newIsolated(t, "serve", retrieval.IsolatedConfig{Timeout: 2 * time.Second}) // the default would be 5
	check := func(t *testing.T, mediaType string, content []byte) {
		if len(content) > retrieval.MaxDocumentBytes {
			t.Fatalf("the test's file has %d bytes", len(content))
		}
		started := time.Now()
		got, err := x.Extract(t.Context(), mediaType, content)
		took := time.Since(started)
		t.Logf("%d KB, %v: %d blocks, %v", len(content)>>10, took.Round(time.Millisecond), len(got.Blocks), err)
		if took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		if err != nil && !isRefusal(err) {
			t.Errorf("not a refusal: %v", err)
		}
	}
	for name, content := range hostilePDFs() {
		t.Run("PDF: "+name, func(t *testing.T) { check(t, retrieval.TypePDF, content) })
	}
	for name, content := range hostileDOCXs(t) {
		t.Run("DOCX: "+name, func(t *testing.T) { check(t, retrieval.TypeDOCX, content) })
	}
	for name, content := range hostileTexts() {
		for _, mediaType := range []string{retrieval.TypeHTML, retrieval.TypeMarkdown, retrieval.TypePlain} {
			t.Run(mediaType+": "+name, func(t *testing.T) { check(t, mediaType, []byte(content)) })
		}
	}
}

func isRefusal(err error) bool {
	for _, refusal := range []error{retrieval.ErrTooLarge, retrieval.ErrUnreadable, retrieval.ErrEncrypted, retrieval.ErrNoText, retrieval.ErrUnsupported} {
		if errors.Is(err, refusal) {
			return true
		}
	}
	return false
}

// zipFile packs files; names may come twice.
func zipFile(t testing.TB, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, file := range files {
		part, err := w.Create(file[0])
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
		"a zip bomb":                          docxOf(t, strings.Repeat(" ", 100<<20)),
		"a bomb among the styles":             docxOf(t, paragraph, [2]string{"word/styles.xml", strings.Repeat(" ", 100<<20)}),
		"a size that is a lie":                lie,
		"elements nested a million deep":      docxOf(t, strings.Repeat("<w:tbl><w:tr><w:tc>", 300_000)),
		"millions of paragraphs":              docxOf(t, strings.Repeat(paragraph, 1_000_000)),
		"a table of a million cells":          docxOf(t, "<w:tbl><w:tr>"+strings.Repeat("<w:tc>"+paragraph+"</w:tc>", 500_000)+"</w:tr></w:tbl>"),
		"entities that multiply":              zipFile(t, [2]string{"word/document.xml", `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><w:document ` + wordNamespace + `><w:body><w:p><w:r><w:t>&c;&c;&c;</w:t></w:r></w:p></w:body></w:document>`}),
		"a file from elsewhere":               zipFile(t, [2]string{"word/document.xml", `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document ` + wordNamespace + `><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>`}),
		"twenty thousand parts":               docxOf(t, paragraph, many...),
		"half an archive":                     half,
		"no document":                         zipFile(t, [2]string{"word/other.xml", "<a/>"}),
		"broken XML":                          docxOf(t, "<w:p><w:r><w:t>word</w:p></w:x>"),
		"a megabyte of one attribute":         docxOf(t, `<w:p w:x="`+strings.Repeat("x", 30<<20)+`"/>`+paragraph),
		"styles that are based on each other": docxOf(t, paragraph, [2]string{"word/styles.xml", `<w:styles ` + wordNamespace + `><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`}),
		"closing tags alone":                  docxOf(t, strings.Repeat("</w:p></w:tc></w:tr></w:tbl>", 1000)+paragraph),
	}
}

func hostileTexts() map[string]string {
	return map[string]string{
		"opening tags":          strings.Repeat("<div>", 500_000),
		"table in table":        strings.Repeat("<table><tr><td>", 100_000),
		"formatting elements":   strings.Repeat("<b><i><u><a>", 50_000) + "x",
		"lists in lists":        strings.Repeat("<ul><li>", 100_000),
		"quotes":                strings.Repeat(">", 1_000_000) + "x",
		"brackets":              strings.Repeat("[", 1_000_000) + "x" + strings.Repeat("]", 1_000_000),
		"links":                 strings.Repeat("[a](", 300_000),
		"stars":                 strings.Repeat("*a **a ", 500_000),
		"indents":               manyIndents(2000),
		"ticks":                 strings.Repeat("`a``b```c", 200_000),
		"a table's bars":        "a|b\n-|-\n" + strings.Repeat("|", 2_000_000),
		"reference links":       strings.Repeat("[a]: /x\n", 300_000),
		"entities":              strings.Repeat("&amp", 2_000_000),
		"one endless line":      strings.Repeat("word ", 3_000_000),
		"a million short lines": strings.Repeat("x\n", 5_000_000),
		"form feeds":            strings.Repeat("x\f", 2_000_000),
		"an open comment":       "<!--" + strings.Repeat("-", 5_000_000),
		"attributes":            "<p " + strings.Repeat("a=1 ", 1_000_000) + ">x",
	}
}

func manyIndents(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", 2*i) + "- x\n")
	}
	return b.String()
}
