package extract_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// pdfFile writes a PDF of numbered objects, the first being number 1; object 1 must be the catalog.
func pdfFile(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}

func pdfStream(dict, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(content), content)
}

func deflated(content string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(content))
	_ = w.Close()
	return b.String()
}

// pdfPage is a PDF of one page with a content stream, font F1 (Helvetica), and what else its resources name. The further
// objects are numbered from 6.
func pdfPage(content, resources string, further ...string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> " + resources + " >> >>",
		pdfStream("", content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	return pdfFile(append(objects, further...)...)
}

// hostilePDFs are files made to keep a reader busy, fill its memory or overflow its stack.
func hostilePDFs() map[string][]byte {
	text := "BT /F1 12 Tf 72 700 Td (word ) Tj ET\n"
	huge := strings.Repeat(text, 2_000_000/len(text))
	form := func(next string) string {
		return pdfStream("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> /XObject << /X "+next+" >> >>",
			strings.Repeat("/X Do ", 30)+text)
	}
	return map[string][]byte{
		"a stream that unpacks to gigabytes": pdfFile(
			"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
			"<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
			pdfStream("/Filter [/FlateDecode /FlateDecode]", deflated(deflated(strings.Repeat("\x00", 40<<20))))),
		"an endless page":                       pdfPageFlate(huge + huge + huge),
		"forms that draw forms that draw forms": pdfPage("/X Do", "/XObject << /X 6 0 R >>", form("7 0 R"), form("8 0 R"), form("9 0 R"), form("10 0 R"), form("11 0 R"), form("6 0 R")),
		"a form that draws itself":              pdfPage("/X Do", "/XObject << /X 6 0 R >>", form("6 0 R")),
		"pages in a circle":                     pdfFile("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 1000000000 >>", "<< /Type /Pages /Kids [2 0 R 3 0 R] /Parent 2 0 R >>"),
		"a million pages that are one":          pdfFile("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1000000 /Kids ["+strings.Repeat("3 0 R ", 1_000_000)+"] >>", "<< /Type /Page /Parent 2 0 R >>"),
		"brackets nested a million deep":        pdfPage(strings.Repeat("[", 1_000_000), ""),
		"dictionaries nested a million deep":    pdfFile("<< /Type /Catalog /Pages 2 0 R /X "+strings.Repeat("<< /A ", 500_000)+strings.Repeat(">> ", 500_000)+">>", "<< /Type /Pages /Kids [] /Count 0 >>"),
		"a length that refers to itself":        pdfFile("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>", "<< /Length 4 0 R >>\nstream\nBT ET\nendstream"),
		"references in a circle":                pdfFile("2 0 R", "3 0 R", "1 0 R"),
		"cross-references in a circle":          []byte("%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n"),
		"a cross-reference table of billions":   []byte("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\nxref\n0 4294967295\n0000000000 65535 f \ntrailer\n<< /Size 4294967295 /Root 1 0 R >>\nstartxref\n58\n%%EOF\n"),
		"a cross-reference stream of billions":  pdfXrefStream(),
		"a character map of billions": pdfPage("BT /F2 12 Tf 72 700 Td <0001> Tj ET", "/Font << /F2 6 0 R >>", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [] >>",
			pdfStream("", "1 begincodespacerange <0000> <ffff> endcodespacerange "+strings.Repeat("1 beginbfrange <0000> <ffff> [<0041> <0042>] endbfrange ", 50_000))),
		"widths for every number":                    pdfPage("BT /F2 12 Tf 72 700 Td <00010002> Tj ET", "/Font << /F2 6 0 R >>", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /W [0 4294967295 500] >>] >>"),
		"glyphs of infinite size":                    pdfPage("BT /F1 1e38 Tf 1e38 0 0 1e38 1e38 1e38 Tm (x) Tj 99999999999999999999999999 Tc (y) Tj ET", ""),
		"a string without an end":                    pdfPage("BT /F1 12 Tf ("+strings.Repeat("(", 200_000), ""),
		"nothing but the first line":                 []byte("%PDF-1.7\n"),
		"noise":                                      append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("\x00\xff obj stream << >> endobj xref trailer "), 20_000)...),
		"an inline image that does not end":          pdfPage("BI /W 1 ID "+strings.Repeat("E", 1_000_000), ""),
		"saved states without number":                pdfPage(strings.Repeat("q ", 2_000_000)+text, ""),
		"marks without number":                       pdfPage(strings.Repeat("/A BMC ", 1_000_000)+text, ""),
		"a page larger than any paper":               pdfPage("1e30 0 0 1e30 0 0 cm "+text, ""),
		"a hundred thousand columns on one baseline": pdfPage(manyColumns(60_000), ""),
		"a hundred thousand lines":                   pdfPage(manyLines(100_000), ""),
	}
}

func pdfPageFlate(content string) []byte {
	return pdfFile("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		pdfStream("/Filter /FlateDecode", deflated(content)),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
}

func pdfXrefStream() []byte {
	body := "%PDF-1.7\n1 0 obj\n" + pdfStream("/Type /XRef /Size 2000000000 /Index [0 2000000000] /W [1 4 2] /Root 1 0 R /Filter /FlateDecode", deflated(strings.Repeat("\x00", 20<<20))) + "\nendobj\nstartxref\n9\n%%EOF\n"
	return []byte(body)
}

func manyColumns(n int) string {
	var b strings.Builder
	b.WriteString("BT /F1 1 Tf\n")
	for i := range n {
		fmt.Fprintf(&b, "1 0 0 1 %d %d Tm (ab%d) Tj\n", i%600, 700-i/600*2, i)
	}
	return b.String() + "ET"
}

func manyLines(n int) string {
	var b strings.Builder
	b.WriteString("BT /F1 1 Tf\n")
	for i := range n {
		fmt.Fprintf(&b, "1 0 0 1 %f %f Tm (w%d) Tj\n", float64(i%7)*80, 790-float64(i)*0.0078, i)
	}
	return b.String() + "ET"
}
