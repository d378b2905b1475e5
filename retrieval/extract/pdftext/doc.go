// Package pdftext reads the text of a PDF in reading order, with the positions and sizes that tell headings from prose and
// tables from columns.
//
// The file format (cross-references and their repair, object streams, filters, decryption) is pdfcpu's work, which offers
// no text; what is here begins at a page's content stream. Read document.go (pages) first, then token.go and
// interpreter.go (what a page draws), font.go, cmap.go and encoding.go (which characters that is), then fragment.go,
// line.go and column.go (in which order they are read).
//
// PDFium's WebAssembly build was tried in its place (two fifths of these lines would stay) and reads the same text from the
// documents of this repository, and from fonts of Chinese, Japanese and Korean that come without a ToUnicode map, which are
// not read here. But its machine code takes 4 to 5 s and 300 MB to compile, more than a child of extract.Isolated may take,
// unless the code is kept in a folder that the server can write; a page then takes ten times as long, so that 300 pages no
// longer fit into 5 s; and glyphs that only their names explain (f_i) are lost.
//
// Files may be hostile: everything is bounded by counts, not by time. Callers that need a bound in time run it in a
// process of its own.
package pdftext
