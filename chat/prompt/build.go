package prompt

import (
	"bytes"
	"sync"

	"github.com/google/uuid"

	"narthex/chat/quoted"
	"narthex/retrieval"
)

// DefaultBudget is how many tokens a system message may have when nothing else is said. What is never dropped has up to
// 5,500 at the demonstration churches, product knowledge has 1,500, and a passage of 350 words, the longest, about 550: six
// of those fit, or all of the usual ones.
const DefaultBudget = 10_000

// Built is a system message and what it is made of.
type Built struct {
	Text   quoted.Text
	Report Report

	in Input
}

// Report says how long each block of a system message is, and what was left out to keep to the budget.
type Report struct {
	Blocks  []BlockSize // those that the message has, in its order
	Total   int         // tokens of the whole message, to within one for each part that it was put together from
	Budget  int         // tokens; Total is above it only where the blocks that are never shortened are
	Dropped []uuid.UUID // passages that were left out
}

// BlockSize is the length of one block.
type BlockSize struct {
	Name    string // persona, agent, facts, vocabulary, doctrine, theology, knowledge, faq or product
	Bytes   int
	Tokens  int
	Dropped int // passages or entries left out at its end
}

// Build writes the system message for a full answer. Beyond the budget it leaves out what is least worth having: curated
// theology from its end, then the church's knowledge, then product knowledge, and never anything of the other blocks.
func Build(in Input) Built {
	b := newBuilder(in)
	defer b.free()
	b.writeFrom(0)
	if over := b.total() - b.in.Budget; over > 0 {
		b.shorten(over)
	}
	return Built{b.out.Text(), b.report(), in}
}

// builder is one system message being written.
type builder struct {
	in        Input
	out       quoted.Builder
	sizes     [blockCount]BlockSize
	begins    [blockCount]quoted.Mark // where each block begins
	keep      keep
	theology  []int // tokens of each passage in the block
	knowledge []int
}

// keep is how many items each block that may be shortened still has.
type keep struct{ theology, knowledge, product int }

// maxSpare is what a buffer may hold to be used again: more than a prompt.
const maxSpare = 256 << 10

var builders = sync.Pool{New: func() any { return new(builder) }}

func newBuilder(in Input) *builder {
	b := builders.Get().(*builder)
	b.in = in
	if b.in.Budget <= 0 {
		b.in.Budget = DefaultBudget
	}
	b.keep = keep{len(in.Passages), len(in.Passages), len(in.Church.ProductKnowledge)}
	return b
}

func (b *builder) free() {
	b.in = Input{}
	b.out.Reset()
	if b.out.Cap() <= maxSpare {
		builders.Put(b)
	}
}

// writeFrom writes the blocks from that one on, in place of what stood there.
func (b *builder) writeFrom(first int) {
	if first > 0 {
		b.out.Truncate(b.begins[first])
	}
	for i := first; i < len(blocks); i++ {
		before := b.out.Len()
		b.begins[i] = b.out.Mark()
		tokens := b.writeBlock(&blocks[i])
		b.sizes[i] = BlockSize{Name: blocks[i].name, Bytes: b.out.Len() - before, Tokens: tokens}
	}
}

func (b *builder) writeBlock(block *block) (tokens int) {
	before := b.out.Mark()
	tokens = block.heading.writeTo(&b.out)
	empty := b.out.Len()
	for i := range block.parts {
		tokens += block.parts[i].writeTo(b)
	}
	if b.out.Len() == empty {
		b.out.Truncate(before)
		return 0
	}
	b.out.Own().WriteByte('\n')
	return tokens // the empty line is one token with the end of the line before
}

// measure counts what is written of this message alone.
func (b *builder) measure(write func(*bytes.Buffer)) (tokens int) {
	own := b.out.Own()
	from := own.Len()
	write(own)
	return tokensIn(own.Bytes()[from:])
}

func (b *builder) total() (tokens int) {
	for i := range b.sizes {
		tokens += b.sizes[i].Tokens
	}
	return tokens
}

// shorten writes the blocks again from the first that may be shortened, without what is too much.
func (b *builder) shorten(over int) {
	had := keep{len(b.theology), len(b.knowledge), b.keep.product}
	b.keep = had
	over = dropFrom(&b.keep.theology, over, func(i int) int { return b.theology[i] })
	over = dropFrom(&b.keep.knowledge, over, func(i int) int { return b.knowledge[i] })
	dropFrom(&b.keep.product, over, b.productTokens)
	b.writeFrom(theologyBlock)
	b.sizes[theologyBlock].Dropped = had.theology - b.keep.theology
	b.sizes[knowledgeBlock].Dropped = had.knowledge - b.keep.knowledge
	b.sizes[productBlock].Dropped = had.product - b.keep.product
}

// dropFrom takes items from the end until so many tokens are gone, or all items. It returns what is still too much.
func dropFrom(items *int, over int, tokens func(int) int) int {
	for ; over > 0 && *items > 0; *items-- {
		over -= tokens(*items - 1)
	}
	return over
}

// productTokens is asked only beyond the budget: as a rule the block is one kept text.
func (b *builder) productTokens(i int) int {
	var entry bytes.Buffer
	writeProductEntry(&entry, &b.in, i)
	return tokensIn(entry.Bytes())
}

func (b *builder) report() Report {
	report := Report{Blocks: make([]BlockSize, 0, len(blocks)), Total: b.total(), Budget: b.in.Budget}
	for _, size := range b.sizes {
		if size.Bytes > 0 || size.Dropped > 0 {
			report.Blocks = append(report.Blocks, size)
		}
	}
	if b.sizes[theologyBlock].Dropped+b.sizes[knowledgeBlock].Dropped > 0 {
		report.Dropped = append(b.droppedFrom(isTheology, b.keep.theology), b.droppedFrom(isKnowledge, b.keep.knowledge)...)
	}
	return report
}

// droppedFrom lists the passages of a block beyond those kept.
func (b *builder) droppedFrom(belongs func(*Input, *retrieval.Passage) bool, kept int) (dropped []uuid.UUID) {
	for i := range b.in.Passages {
		passage := &b.in.Passages[i]
		if !belongs(&b.in, passage) {
			continue
		}
		if kept--; kept < 0 {
			dropped = append(dropped, passage.ID)
		}
	}
	return dropped
}

func (b *builder) writeTheology() (tokens int) {
	b.theology, tokens = b.writePassages(b.theology[:0], theologyIntroText, isTheology, b.keep.theology)
	return tokens
}

func (b *builder) writeKnowledge() (tokens int) {
	b.knowledge, tokens = b.writePassages(b.knowledge[:0], knowledgeIntroText, isKnowledge, b.keep.knowledge)
	return tokens
}

// writePassages writes at most so many passages that belong, and appends the tokens of each to counted.
func (b *builder) writePassages(counted []int, intro *constant, belongs func(*Input, *retrieval.Passage) bool, limit int) (_ []int, tokens int) {
	for i := range b.in.Passages {
		passage := &b.in.Passages[i]
		if len(counted) == limit || !belongs(&b.in, passage) {
			continue
		}
		if len(counted) == 0 {
			tokens += intro.writeTo(&b.out)
		}
		own := b.measure(func(out *bytes.Buffer) { writePassage(out, passage) })
		counted = append(counted, own)
		tokens += own
	}
	return counted, tokens
}

// writeProduct copies the kept text, unless some of it is to be left out.
func (b *builder) writeProduct() (tokens int) {
	if b.keep.product == len(b.in.Church.ProductKnowledge) {
		return wholeProduct.writeTo(b)
	}
	return b.measure(func(out *bytes.Buffer) { writeProductEntries(out, &b.in, b.keep.product) })
}

var wholeProduct = part{name: "product", write: writeProduct, of: aboutOf}
