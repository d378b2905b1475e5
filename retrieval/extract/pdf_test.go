package extract_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"

	"narthex/retrieval/extract"
)

// composite is a page in a composite font whose codes only its ToUnicode CMap explains, as word processors write it.
func composite() []byte {
	return pdfPage("BT /F2 12 Tf 72 700 Td [<00010002> -400 <0003>] TJ ET", "/Font << /F2 6 0 R >>",
		"<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Cambria /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [8 0 R] >>",
		pdfStream("", "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0001> <004D> endbfchar 2 beginbfrange <0002> <0002> [<00FC0066>] <0003> <0004> <0078> endbfrange"),
		"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Cambria /DW 1000 /W [1 [600 500] 3 3 400] >>")
}

func pdfOutline(t testing.TB, content []byte) string {
	t.Helper()
	return strings.ReplaceAll(outline(extracted(t, extract.TypePDF, content)), "p1 ", "")
}

func TestExtractPDFReadsWhatIsShown(t *testing.T) {
	text := func(body string) string { return "BT /F1 12 Tf 72 700 Td " + body + " ET" }
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"words parted by gaps alone":   {pdfPage(text("[(Come) -278 (as) -278 (you) -278 (are.)] TJ"), ""), "Come as you are."},
		"letters set apart":            {pdfPage(text("[(Wel) 20 (come)] TJ"), ""), "Welcome"},
		"lines by every operator":      {pdfPage(text("14 TL (one) Tj T* (two) Tj (three) ' 0 0 (four) \" 0 -14 TD (five) Tj"), ""), "one two three four five"},
		"escapes and octal":            {pdfPage(text(`(a\(b\)c \101\\ caf\351)Tj`), ""), `a(b)c A\ café`},
		"hexadecimal strings":          {pdfPage(text("<48 69 21> Tj"), ""), "Hi!"},
		"a form":                       {pdfPage("/X Do", "/XObject << /X 6 0 R >>", pdfStream("/Type /XObject /Subtype /Form", text("(in a form) Tj"))), "in a form"},
		"a composite font":             {composite(), "Müf x"},
		"an encoding with differences": {pdfPage("BT /F2 12 Tf 72 700 Td (\x01\x02\x03) Tj ET", "/Font << /F2 6 0 R >>", "<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 1 /Widths [500 500 500] /Encoding << /Differences [1 /ntilde /f_i /uni20AC] >> >>"), "ñfi€"},
		"text that stands for other":   {pdfPage(text("/Span << /ActualText (hyphenated) >> BDC (hy-) Tj (phenated) Tj EMC"), ""), "hyphenated"},
		"no artifacts":                 {pdfPage(text("/Artifact BMC (Page 1 of 9) Tj EMC 0 -300 Td (words) Tj"), ""), "words"},
		"no repeated shadows":          {pdfPage(text("(shadow) Tj")+" "+"BT /F1 12 Tf 72.3 700.2 Td (shadow) Tj ET", ""), "shadow"},
		"past an inline image":         {pdfPage("BI /W 1 /H 1 ID \x00\xffEI\x01 EI "+text("(words) Tj"), ""), "words"},
		"a page turned on its side":    {bytes.Replace(pdfPage("BT /F1 12 Tf 0 1 -1 0 300 72 Tm (turned) Tj ET BT /F1 12 Tf 0 1 -1 0 314 72 Tm (about) Tj ET", ""), []byte("/MediaBox"), []byte("/Rotate 90 /MediaBox"), 1), "turned about"},
		"words parted at the line end": {pdfPage(text("14 TL (The congre-) Tj T* (gation sings.) Tj"), ""), "The congregation sings."},
		"a damaged table of objects":   {bytes.Replace(pdfPage(text("(mended) Tj"), ""), []byte("startxref\n"), []byte("startxref\n9"), 1), "mended"},
		"a file cut short":             {pdfPage(text("(cut) Tj"), "")[:700], "cut"},
		"compressed content":           {pdfPageFlate(text("(packed) Tj")), "packed"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want+"\n", pdfOutline(t, c.content)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func newPDF() *fpdf.Fpdf {
	p := fpdf.New("P", "mm", "A4", "")
	p.SetMargins(20, 20, 20)
	p.SetCompression(true)
	return p
}

func pdfBytes(t testing.TB, p *fpdf.Fpdf) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const sentence = "Everyone who comes through our doors is welcome, and nobody is asked to give anything at all. "

func TestExtractPDFTellsHeadingsListsAndTables(t *testing.T) {
	p := newPDF()
	p.SetTitle("Building use", true)
	p.SetHeaderFunc(func() {
		p.SetFont("Helvetica", "I", 8)
		p.SetXY(20, 8)
		p.CellFormat(0, 5, "Grace Harbor - Building use", "", 1, "C", false, 0, "")
		p.SetY(20)
	})
	p.SetFooterFunc(func() {
		p.SetY(-15)
		p.SetFont("Helvetica", "", 8)
		p.CellFormat(0, 5, fmt.Sprintf("Page %d of 3", p.PageNo()), "", 0, "C", false, 0, "")
	})
	title := func(size float64, text string) {
		p.SetFont("Times", "B", size)
		p.MultiCell(0, size/2, text, "", "L", false)
		p.Ln(2)
	}
	body := func(text string) {
		p.SetFont("Times", "", 11)
		p.MultiCell(0, 5, text, "", "J", false)
		p.Ln(3)
	}
	p.AddPage()
	title(20, "Building use policy")
	title(14, "Rooms")
	body(strings.Repeat(sentence, 4))
	body(strings.Repeat(sentence, 3))
	for _, item := range []string{"The hall seats one hundred.", strings.Repeat(sentence, 2), "No candles."} {
		p.SetX(25)
		p.CellFormat(5, 5, "\x95", "", 0, "", false, 0, "")
		p.MultiCell(0, 5, item, "", "L", false)
	}
	p.Ln(3)
	title(14, "Prices")
	for _, row := range [][]string{{"Room", "Members", "Others"}, {"Hall", "no charge", "$150 a day"}, {"Kitchen", "$20", "$60 a day"}} {
		p.SetFont("Times", "", 11)
		for _, cell := range row {
			p.CellFormat(50, 6, cell, "1", 0, "", false, 0, "")
		}
		p.Ln(6)
	}
	p.AddPage()
	body("On the second page.")
	p.AddPage()
	body("On the third page.")
	got := extracted(t, extract.TypePDF, pdfBytes(t, p))
	long := func(n int) string { return strings.TrimSpace(strings.Repeat(sentence, n)) }
	want := lines("p1 # Building use policy", "p1 ## Rooms", "p1 "+long(4), "p1 "+long(3),
		"p1 list: • The hall seats one hundred. / • "+long(2)+" / • No candles.", "p1 ## Prices",
		"p1 table: Room | Members | Others / Hall | no charge | $150 a day / Kitchen | $20 | $60 a day", "p2 On the second page.", "p3 On the third page.")
	if diff := cmp.Diff(want, outline(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Title != "Building use" || got.Pages != 3 {
		t.Errorf("title %q, %d pages", got.Title, got.Pages)
	}
}

func TestExtractPDFReadsColumnsOneAfterTheOther(t *testing.T) {
	p := newPDF()
	p.AddPage()
	p.SetFont("Helvetica", "B", 18)
	p.MultiCell(0, 10, "Parish news", "", "L", false)
	p.SetFont("Helvetica", "", 10)
	column := func(x, y float64, name string) string {
		p.SetXY(x, y)
		text := strings.TrimSpace(strings.Repeat("The "+name+" column tells of the choir, the pantry and the roof. ", 8))
		p.MultiCell(75, 5, text, "", "L", false)
		return text
	}
	left := column(20, 40, "left")
	right := column(115, 42.3, "right") // its baselines are not the left one's
	if diff := cmp.Diff(lines("# Parish news", left, right), pdfOutline(t, pdfBytes(t, p))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExtractPDFJoinsAParagraphAcrossPages(t *testing.T) {
	p := newPDF()
	p.SetAutoPageBreak(true, 20)
	p.AddPage()
	p.SetFont("Times", "", 12)
	text := strings.TrimSpace(strings.Repeat(sentence, 60))
	p.MultiCell(0, 6, text, "", "L", false)
	got := extracted(t, extract.TypePDF, pdfBytes(t, p))
	if got.Pages < 2 || len(got.Blocks) > 2 {
		t.Errorf("%d pages, %d blocks", got.Pages, len(got.Blocks))
	}
	var all []string
	for _, b := range got.Blocks {
		all = append(all, b.Text)
	}
	if diff := cmp.Diff(text, strings.Join(all, " ")); diff != "" {
		t.Errorf("text was lost or changed (-want +got):\n%s", diff)
	}
}

func TestExtractPDFUnderstandsPasswords(t *testing.T) {
	encrypt := func(user, owner string) []byte {
		p := newPDF()
		p.SetProtection(fpdf.CnProtectPrint, user, owner)
		p.AddPage()
		p.SetFont("Helvetica", "", 12)
		p.MultiCell(0, 6, "for your eyes", "", "L", false)
		return pdfBytes(t, p)
	}
	if got := pdfOutline(t, encrypt("", "owner")); got != "for your eyes\n" {
		t.Errorf("a document that anybody may open: %q", got)
	}
	if _, err := extract.Document(t.Context(), extract.TypePDF, encrypt("secret", "owner")); !errors.Is(err, extract.ErrEncrypted) {
		t.Errorf("a document with a password: %v", err)
	}
}
