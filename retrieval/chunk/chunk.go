package chunk

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"narthex/chat/words"
	"narthex/retrieval/extract"
)

// Chunk is a passage of a document, small enough to be one answer's source.
type Chunk struct {
	Index       int
	HeadingPath []string // headings above it, outermost first
	Page        int      // it begins on; 0 where the format has none
	Text        string
	Overlap     int // bytes at the start of Text that repeat the end of the chunk before, or a table's header row
}

// Config holds sizes in words. What is zero gets the default.
type Config struct {
	Target  int // a chunk is closed at the next border after this; default 250
	Max     int // no chunk is longer, its overlap included; default 350
	Min     int // a section below this joins its neighbour; default 50
	Overlap int // at most so much is repeated where a section's text is cut; default 40
}

func (cfg Config) withDefaults() Config {
	cfg.Max = max(cmp.Or(cfg.Max, 350), 8)
	cfg.Target = min(cmp.Or(cfg.Target, 250), cfg.Max)
	cfg.Min = min(cmp.Or(cfg.Min, 50), cfg.Target/2)
	cfg.Overlap = min(cmp.Or(cfg.Overlap, 40), cfg.Max/4)
	return cfg
}

// Cut cuts a document into passages: first at headings, then between paragraphs, lists and tables, then between
// sentences, items and rows, and only then between words. Lists and tables are kept whole when they fit. Sections too
// short to stand alone join the next one under the same heading. Where one section goes over several chunks, each begins
// with the last sentences of the one before it; a table's rows with its header row.
//
// Together the chunks hold all of the text in order. The same text gives the same chunks.
func Cut(text extract.Text, cfg Config) []Chunk {
	cfg = cfg.withDefaults()
	var chunks []Chunk
	for _, section := range joinSmall(sections(text.Blocks), cfg) {
		p := &packer{cfg: cfg, path: section.path}
		for _, block := range section.blocks {
			p.add(block)
		}
		chunks = append(chunks, p.finish()...)
	}
	for i := range chunks {
		chunks[i].Index = i
	}
	return chunks
}

// wordLength is how many characters count as one word at least: a bound in words must also bound text that has few spaces.
const wordLength = 8

func wordCount(text string) int {
	words, inWord := 0, false
	for _, r := range text {
		blank := r <= ' '
		if !blank && !inWord {
			words++
		}
		inWord = !blank
	}
	return max(words, utf8.RuneCountInString(text)/wordLength)
}

// section is the text between two headings.
type section struct {
	path   []string
	blocks []extract.Block
}

func (s section) words() int {
	words := 0
	for _, b := range s.blocks {
		words += wordCount(b.Text)
	}
	return words
}

// sections groups blocks under their headings. A heading with nothing under it is text.
func sections(blocks []extract.Block) []section {
	var found []section
	var path []extract.Block
	current := section{}
	flush := func() {
		if len(current.blocks) > 0 {
			found = append(found, current)
		}
	}
	for i, block := range blocks {
		if block.Kind != extract.Heading || utf8.RuneCountInString(block.Text) > extract.MaxHeading {
			block.Kind, block.HeadingLevel = plainKind(block.Kind), 0
			current.blocks = append(current.blocks, block)
			continue
		}
		flush()
		for len(path) > 0 && path[len(path)-1].HeadingLevel >= block.HeadingLevel {
			path = path[:len(path)-1]
		}
		if hasNothingBelow(blocks, i) {
			current = section{path: headings(path), blocks: []extract.Block{{Text: block.Text, Page: block.Page}}}
			continue
		}
		path = append(path, block)
		current = section{path: headings(path)}
	}
	flush()
	return found
}

func plainKind(kind extract.BlockKind) extract.BlockKind {
	if kind == extract.Heading {
		return extract.Paragraph
	}
	return kind
}

func hasNothingBelow(blocks []extract.Block, i int) bool {
	return i+1 == len(blocks) || blocks[i+1].Kind == extract.Heading && blocks[i+1].HeadingLevel <= blocks[i].HeadingLevel
}

func headings(path []extract.Block) []string {
	texts := make([]string, len(path))
	for i, block := range path {
		texts[i] = block.Text
	}
	return texts
}

// joinSmall merges a section too short to stand alone with the ones after it, as long as they share the heading above and
// fit together. The merged section keeps the path they share; the headings below it become text.
func joinSmall(all []section, cfg Config) []section {
	var joined []section
	for _, next := range all {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			shared := sharedPath(last.path, next.path)
			if last.words() < cfg.Min && len(shared) >= parentDepth(last.path) && last.words()+next.words() <= cfg.Target {
				*last = section{path: shared, blocks: append(inlined(*last, len(shared)), inlined(next, len(shared))...)}
				continue
			}
		}
		joined = append(joined, next)
	}
	return joined
}

func parentDepth(path []string) int { return max(len(path)-1, 0) }

func sharedPath(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n:n]
}

// inlined returns the section's blocks after those of its headings that are no longer in its path.
func inlined(s section, depth int) []extract.Block {
	var blocks []extract.Block
	for _, heading := range s.path[depth:] {
		blocks = append(blocks, extract.Block{Text: heading, Page: s.blocks[0].Page})
	}
	return append(blocks, s.blocks...)
}

// packer fills chunks with the blocks of one section.
type packer struct {
	cfg    Config
	path   []string
	chunks []Chunk

	text    strings.Builder
	words   int
	page    int
	overlap int  // bytes of text that are repeated
	fresh   bool // text holds something that is not repeated
}

// add puts a block into the chunk that is being filled, whole if it fits, else in pieces.
func (p *packer) add(block extract.Block) {
	words := wordCount(block.Text)
	if p.fresh && (p.words >= p.cfg.Target || p.words+words > p.cfg.Max && words <= p.cfg.Max && p.words >= p.cfg.Target/2) {
		p.cutBefore(block)
	}
	if p.words+words <= p.cfg.Max {
		p.write("\n\n", block.Text, block.Page)
		return
	}
	separator := "\n\n"
	for _, piece := range p.pieces(block) {
		if p.fresh && p.words+wordCount(piece) > p.cfg.Target {
			p.cutWithin(block)
			separator = "\n\n"
			if p.overlap > 0 {
				separator = pieceSeparator(block.Kind)
			}
		}
		p.write(separator, piece, block.Page)
		separator = pieceSeparator(block.Kind)
	}
}

func pieceSeparator(kind extract.BlockKind) string {
	if kind == extract.List || kind == extract.Table {
		return "\n"
	}
	return " "
}

func (p *packer) write(separator, text string, page int) {
	if p.text.Len() > 0 {
		p.text.WriteString(separator)
		if !p.fresh {
			p.overlap = p.text.Len()
		}
	}
	if !p.fresh {
		p.page = page
	}
	p.text.WriteString(text)
	p.words += wordCount(text)
	p.fresh = true
}

// cutBefore closes the chunk between two blocks. The last sentences go along when they and the block are prose.
func (p *packer) cutBefore(next extract.Block) {
	last := p.text.String()
	if i := strings.LastIndex(last, "\n\n"); i >= 0 {
		last = last[i+2:]
	}
	p.close()
	if next.Kind == extract.Paragraph && !strings.Contains(last, "\n") {
		p.repeat(p.tail(words.Sentences(last)))
	}
}

// cutWithin closes the chunk inside a block.
func (p *packer) cutWithin(block extract.Block) {
	last := p.text.String()
	p.close()
	switch block.Kind {
	case extract.Table:
		header, _, _ := strings.Cut(block.Text, "\n")
		if wordCount(header) <= p.cfg.Overlap {
			p.repeat(header)
		}
	case extract.Paragraph:
		if i := strings.LastIndex(last, "\n\n"); i >= 0 {
			last = last[i+2:]
		}
		p.repeat(p.tail(words.Sentences(last)))
	}
}

// tail returns as many of the last sentences as the overlap has room for.
func (p *packer) tail(all []string) string {
	words, from := 0, len(all)
	for from > 0 {
		words += wordCount(all[from-1])
		if words > p.cfg.Overlap {
			break
		}
		from--
	}
	return strings.Join(all[from:], " ")
}

func (p *packer) repeat(text string) {
	p.text.WriteString(text)
	p.words = wordCount(text)
	p.overlap = len(text)
}

func (p *packer) close() {
	if p.fresh {
		p.chunks = append(p.chunks, Chunk{HeadingPath: slices.Clone(p.path), Page: p.page, Text: p.text.String(), Overlap: p.overlap})
	}
	p.text.Reset()
	p.words, p.page, p.overlap, p.fresh = 0, 0, 0, false
}

func (p *packer) finish() []Chunk {
	p.close()
	return p.chunks
}

// pieces cuts a block that is too long where it hurts least. No piece is longer than what fits beside an overlap.
func (p *packer) pieces(block extract.Block) []string {
	var rough []string
	if block.Kind == extract.List || block.Kind == extract.Table {
		rough = strings.Split(block.Text, "\n")
	} else {
		rough = words.Sentences(block.Text)
	}
	limit := p.cfg.Max - p.cfg.Overlap
	var pieces []string
	for _, piece := range rough {
		if wordCount(piece) <= limit {
			pieces = append(pieces, piece)
			continue
		}
		pieces = append(pieces, splitWords(piece, limit)...)
	}
	return pieces
}

// splitWords cuts text without sentences between words, and inside a word that is endless.
func splitWords(text string, limit int) []string {
	var pieces []string
	var piece strings.Builder
	words, runes := 0, 0
	flush := func() {
		if piece.Len() > 0 {
			pieces = append(pieces, piece.String())
		}
		piece.Reset()
		words, runes = 0, 0
	}
	for _, word := range strings.Fields(text) {
		length := utf8.RuneCountInString(word)
		for ; length/wordLength > limit; length -= limit * wordLength {
			flush()
			head := cutRunes(word, limit*wordLength)
			pieces = append(pieces, head)
			word = word[len(head):]
		}
		length++ // the blank
		if words+1 > limit || (runes+length)/wordLength > limit {
			flush()
		}
		if piece.Len() > 0 {
			piece.WriteByte(' ')
		}
		piece.WriteString(word)
		words++
		runes += length
	}
	flush()
	return pieces
}

func cutRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
