package extract_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/retrieval/chunk"
	"narthex/retrieval/extract"
)

func extracted(t testing.TB, mediaType string, content []byte) extract.Text {
	t.Helper()
	extracted, err := extract.Document(t.Context(), mediaType, content)
	if err != nil {
		t.Fatalf("extract: %v", err)
	}
	return extracted
}

// outline writes blocks one a line: "# " headings by level, "- " lists, "| " tables, the lines of these two parted by " / ".
func outline(e extract.Text) string {
	var b strings.Builder
	for _, block := range e.Blocks {
		if block.Page > 0 {
			fmt.Fprintf(&b, "p%d ", block.Page)
		}
		switch block.Kind {
		case extract.Heading:
			b.WriteString(strings.Repeat("#", block.HeadingLevel) + " ")
		case extract.List:
			b.WriteString("list: ")
		case extract.Table:
			b.WriteString("table: ")
		}
		b.WriteString(strings.ReplaceAll(block.Text, "\n", " / ") + "\n")
	}
	return b.String()
}

func lines(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestExtractMarkdown(t *testing.T) {
	got := extracted(t, extract.TypeMarkdown, []byte(lines(
		"---", "title: Visitor guide", "lang: en", "---",
		"# Welcome", "", "Come *as you* are. See [the map](https://example.org/map)", "and `park` behind\\_the church &amp; hall.", "",
		"- Coffee", "- Tea", "  - Green", "", "3. Third", "4. Fourth", "",
		"| Day | Time |", "|---|---|", "| Sunday | 9:00 |", "",
		"> Quoted words.", "", "<div>Raw <b>HTML</b><script>x</script></div>", "", "    code stays", "",
		"Setext", "------", "![A picture of the door](door.png)")))
	want := lines("# Welcome", "Come as you are. See the map and park behind_the church & hall.",
		"list: - Coffee / - Tea / - - Green", "list: 3. Third / 4. Fourth", "table: Day | Time / Sunday | 9:00",
		"Quoted words.", "Raw HTML", "list: code stays", "## Setext", "A picture of the door")
	if diff := cmp.Diff(want, outline(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Title != "Visitor guide" || got.Language != "en" {
		t.Errorf("title %q, language %q", got.Title, got.Language)
	}
}

func TestExtractHTML(t *testing.T) {
	got := extracted(t, extract.TypeHTML, []byte(`<!doctype html><html lang="es-MX"><head><title>Boletín</title><style>p{}</style></head><body>
		<nav><a href="/">Home</a></nav><h1>Bienvenidos</h1><p>Misa a las <b>9:00</b>.<br>Todos <span hidden>no</span> vienen.</p>
		<p style="Display : NONE">hidden</p><div aria-hidden="true">hidden</div><script>var x = "<p>no</p>"</script>
		<ul><li>Café<li>Té<ol><li>Verde</ol></ul><table><tr><th>Día<th>Hora<tr><td>Domingo<td>9:00</table>
		<table><tr><td><h2>Layout</h2>in a table</td></tr></table><dl><dt>Tel<dd>555-0134</dl>
		<pre>a
b</pre><form><p>In a form</p><button>Send</button></form><noscript>no</noscript><img alt="The door"></body></html>`))
	want := lines("# Bienvenidos", "Misa a las 9:00. Todos vienen.", "list: - Café / - Té / - 1. Verde", "table: Día | Hora / Domingo | 9:00",
		"## Layout", "in a table", "list: Tel: 555-0134", "list: a / b", "In a form", "The door")
	if diff := cmp.Diff(want, outline(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Title != "Boletín" || got.Language != "es" {
		t.Errorf("title %q, language %q", got.Title, got.Language)
	}
}

func TestExtractHTMLInAnotherEncoding(t *testing.T) {
	got := extracted(t, extract.TypeHTML, []byte("<meta charset=iso-8859-1><p>Begonia Ib\xe1\xf1ez"))
	if diff := cmp.Diff(lines("Begonia Ibáñez"), outline(got)); diff != "" {
		t.Error(diff)
	}
}

func TestExtractPlainText(t *testing.T) {
	got := extracted(t, extract.TypePlain, []byte(lines(
		"PARISH NEWSLETTER", "", "This line goes on", "in the next one.", "",
		"Notices", "=======", "* One", "  goes on", "* Two", "",
		"Sunday   9:00", "Monday  10:00", "Tuesday 11:00", "", "\fOn page two.")))
	want := lines("p1 ## PARISH NEWSLETTER", "p1 This line goes on in the next one.", "p1 # Notices", "p1 list: * One goes on / * Two",
		"p1 list: Sunday 9:00 / Monday 10:00 / Tuesday 11:00", "p2 On page two.")
	if diff := cmp.Diff(want, outline(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALineWithoutCapitalsIsNoHeading(t *testing.T) {
	got := outline(extracted(t, extract.TypePlain, []byte(lines("MASS TIMES", "", "主日崇拜上午十一点。", "", "Come early."))))
	if want := lines("## MASS TIMES", "主日崇拜上午十一点。", "Come early."); got != want {
		t.Errorf("%s", got)
	}
}

func TestExtractPlainTextInOtherEncodings(t *testing.T) {
	for name, content := range map[string]string{
		"UTF-8 with a mark": "\xef\xbb\xbfSeñor", "UTF-16 little-endian": "\xff\xfeS\x00e\x00\xf1\x00o\x00r\x00",
		"UTF-16 big-endian": "\xfe\xff\x00S\x00e\x00\xf1\x00o\x00r", "Windows-1252": "Se\xf1or",
	} {
		if got := outline(extracted(t, extract.TypePlain, []byte(content))); got != "Señor\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestExtractDOCX(t *testing.T) {
	paragraph := func(style, text string) string {
		return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
	}
	item := func(level int, text string) string {
		return fmt.Sprintf(`<w:p><w:pPr><w:numPr><w:ilvl w:val="%d"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>%s</w:t></w:r></w:p>`, level, text)
	}
	content := docxOf(t, paragraph("Ttulo1", "Handbook")+paragraph("Sub", "Chapter")+
		`<w:p><w:r><w:t>One </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>two</w:t></w:r></w:ins><w:r><w:tab/><w:t>three</w:t></w:r>`+
		`<w:r><w:fldChar/><w:instrText>PAGE</w:instrText></w:r></w:p>`+
		item(0, "Coffee")+item(1, "Green tea")+
		`<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Day</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Time</w:t></w:r></w:p></w:tc></w:tr>`+
		`<w:tr><w:tc><w:p><w:r><w:t>Sunday</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>9:00</w:t></w:r></w:p><w:p><w:r><w:t>11:00</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`+
		`<w:p><w:r><w:t>Before the box</w:t><w:drawing><w:txbxContent><w:p><w:r><w:t>In the box</w:t></w:r></w:p></w:txbxContent></w:drawing></w:r><w:r><w:t>after the box</w:t></w:r></w:p>`+
		`<w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Second page.</w:t></w:r></w:p>`,
		[2]string{"word/styles.xml", `<w:styles ` + wordNamespace + `><w:style w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Base"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:styleId="Sub"><w:name w:val="y"/><w:basedOn w:val="Base"/></w:style></w:styles>`},
		[2]string{"docProps/core.xml", `<cp:coreProperties xmlns:cp="a" xmlns:dc="b"><dc:title>The handbook</dc:title><dc:language>en-IE</dc:language></cp:coreProperties>`})
	got := extracted(t, extract.TypeDOCX, content)
	want := lines("p1 # Handbook", "p1 ## Chapter", "p1 One two three", "p1 list: - Coffee / - - Green tea",
		"p1 table: Day | Time / Sunday | 9:00 11:00", "p1 Before the box", "p1 In the box", "p1 after the box", "p2 Second page.")
	if diff := cmp.Diff(want, outline(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Title != "The handbook" || got.Language != "en" || got.Pages != 2 {
		t.Errorf("title %q, language %q, %d pages", got.Title, got.Language, got.Pages)
	}
}

func TestExtractRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		mediaType string
		content   []byte
		want      error
	}{
		"an unknown type":          {"image/png", []byte("x"), extract.ErrUnsupported},
		"too much":                 {extract.TypePlain, make([]byte, extract.MaxDocumentBytes+1), extract.ErrTooLarge},
		"nothing but spaces":       {extract.TypePlain, []byte(" \n\t\x00"), extract.ErrNoText},
		"a PDF that is none":       {extract.TypePDF, []byte("words"), extract.ErrUnreadable},
		"a scan":                   {extract.TypePDF, pdfPage("0 0 m 100 100 l S", ""), extract.ErrNoText},
		"a DOCX that is none":      {extract.TypeDOCX, []byte("words"), extract.ErrUnreadable},
		"an encrypted Word file":   {extract.TypeDOCX, zipFile(t, [2]string{"word/document.xml", "x"}, [2]string{"EncryptedPackage", "x"}), extract.ErrEncrypted},
		"a page of scripts":        {extract.TypeHTML, []byte("<script>x</script>"), extract.ErrNoText},
		"Markdown without content": {extract.TypeMarkdown, []byte("***\n\n[a]: b\n"), extract.ErrNoText},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := extract.Document(t.Context(), c.mediaType, c.content); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestExtractStopsWithItsCaller(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	for _, mediaType := range []string{extract.TypePlain, extract.TypeMarkdown, extract.TypeHTML} {
		if _, err := extract.Document(ctx, mediaType, []byte("words")); !errors.Is(err, gone) {
			t.Errorf("%s: %v", mediaType, err)
		}
	}
}

func FuzzExtract(f *testing.F) {
	types := []string{extract.TypePlain, extract.TypeMarkdown, extract.TypeHTML, extract.TypePDF, extract.TypeDOCX}
	f.Add(uint8(0), []byte("WORDS\n\n- a\n- b\n\fx"))
	f.Add(uint8(1), []byte("---\ntitle: x\n---\n# A\n\n- b\n  - c\n\n|a|b|\n|-|-|\n<div>x</div>"))
	f.Add(uint8(2), []byte("<title>x</title><ul><li>a<table><tr><td>b<h1>c"))
	f.Add(uint8(3), pdfPage("BT /F1 12 Tf 72 700 Td [(Wo) -300 (rds)] TJ T* (more) ' ET /X Do", "/XObject << /X 6 0 R >>", pdfStream("/Subtype /Form", "BT /F1 9 Tf (form) Tj ET")))
	f.Add(uint8(3), composite())
	f.Add(uint8(4), docxOf(f, "<w:p><w:r><w:t>word</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"))
	f.Fuzz(func(t *testing.T, kind uint8, content []byte) {
		if len(content) > 50_000 {
			return
		}
		extracted, err := extract.Document(t.Context(), types[int(kind)%len(types)], content)
		if err != nil {
			if !isRefusal(err) {
				t.Fatalf("not a refusal: %v", err)
			}
			return
		}
		for _, b := range extracted.Blocks {
			if strings.TrimSpace(b.Text) == "" || strings.ContainsRune(b.Text, 0) || b.Kind == extract.Heading != (b.HeadingLevel > 0) {
				t.Fatalf("block %+v", b)
			}
		}
		chunk.Cut(extracted, chunk.Config{})
	})
}
