// Package pdftext reads the text of a PDF in reading order, with the positions and sizes that tell headings from prose and
// tables from columns.
//
// The file format (cross-references and their repair, object streams, filters, decryption) is pdfcpu's work, which offers
// no text; what is here begins at a page's content stream. Read document.go (pages) first, then token.go and
// interpreter.go (what a page draws), font.go, cmap.go and encoding.go (which characters that is), then fragment.go,
// line.go and column.go (in which order they are read).
//
// Files may be hostile: everything is bounded by counts, not by time. Callers that need a bound in time run it in a
// process of its own.
package pdftext
