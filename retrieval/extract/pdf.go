package extract

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"narthex/retrieval/extract/pdftext"
)

// maxStreamBytes bounds one content stream, unpacked: a page of dense text has some 100 KB, a map some MB.
const maxStreamBytes = 32 << 20

// extractPDF makes blocks of a PDF's lines. A PDF says where characters stand and how large they are, and nothing more;
// headings, paragraphs, lists and tables are what looks like them.
func extractPDF(c *collector, content []byte) error {
	document, err := pdftext.Read(c.ctx, content, pdftext.Limits{Pages: maxPages, TextBytes: maxTextBytes, StreamBytes: maxStreamBytes})
	switch {
	case errors.Is(err, pdftext.ErrEncrypted):
		return ErrEncrypted
	case errors.Is(err, pdftext.ErrTooLarge):
		return ErrTooLarge
	case err != nil:
		return fmt.Errorf("read the PDF: %w", err)
	}
	c.Title, c.Language, c.Pages = documentTitle(document.Title), document.Language, len(document.Pages)
	dropRunningHeads(document.Pages)
	b := newPDFBlocks(c, document.Pages)
	for i, page := range document.Pages {
		if err := b.page(i+1, page); err != nil {
			return err
		}
	}
	return b.flush()
}

// documentTitle leaves out titles that programs make up from file names.
func documentTitle(title string) string {
	title = strings.TrimSpace(strings.TrimPrefix(title, "Microsoft Word - "))
	if strings.EqualFold(title, "untitled") || len(path.Ext(title)) > 3 && !strings.Contains(path.Ext(title), " ") {
		return ""
	}
	return title
}

// marginShare is the part of the page's height, above and below, in which running heads and page numbers stand.
const marginShare = 0.1

var pageNumber = regexp.MustCompile(`^(?i)(?:(?:page|p\.|pag\.|página|leathanach)\s*)?[-–—|]?\s*(?:#|[ivxl]+)\s*[-–—|]?(?:\s*(?:of|de|/)\s*#)?$`)

var digits = regexp.MustCompile(`\pN+`)

// dropRunningHeads takes out page numbers, and lines in the margins that come again on most pages (three at the least: on
// two it may be chance), but for their numbers.
func dropRunningHeads(pages []pdftext.Page) {
	if len(pages) < 2 {
		return
	}
	counts := make(map[string]int)
	for _, page := range pages {
		seen := make(map[string]bool)
		for _, line := range page.Lines {
			if key, ok := marginKey(page, line); ok && !seen[key] {
				seen[key] = true
				counts[key]++
			}
		}
	}
	for i, page := range pages {
		kept := page.Lines[:0]
		for _, line := range page.Lines {
			key, ok := marginKey(page, line)
			if ok && (pageNumber.MatchString(key) || counts[key] >= 3 && counts[key]*2 > len(pages)) {
				continue
			}
			kept = append(kept, line)
		}
		pages[i].Lines = kept
	}
}

// marginKey is the line's text without its numbers, if it stands in a margin.
func marginKey(page pdftext.Page, line pdftext.Line) (string, bool) {
	if line.Y > page.Height*marginShare && line.Y < page.Height*(1-marginShare) {
		return "", false
	}
	return digits.ReplaceAllString(line.Text(), "#"), true
}
