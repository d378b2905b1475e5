package prompt

import (
	"bytes"

	"narthex/chat/church"
	"narthex/chat/quoted"
)

// part is some of a block's text. Exactly one of constant, write and measure is set. Most of a prompt says the same to
// everybody who asks a church: such a part is written, counted and quoted for JSON once for each snapshot.
type part struct {
	constant func(*Input) *constant // a text of this package; nil: none

	write func(*bytes.Buffer, *Input)
	name  string               // among the parts that are kept
	of    func(*Input) variant // what the text depends on beside the snapshot; nil: it is another one each time

	measure func(*builder) (tokens int) // writes, and knows what it has written
}

// variant tells the texts of a part apart within a snapshot. There are few: a church has no more agents and lenses than are
// known.
type variant struct {
	agent church.Agent
	lens  int
	about bool
}

func snapshotOf(*Input) variant { return variant{} }
func aboutOf(in *Input) variant { return variant{about: in.About} }
func agentOf(in *Input) variant { return variant{agent: in.Agent} }
func lensOf(in *Input) variant  { return variant{lens: in.Lens.Lens.ID} }

type keptKey struct {
	part string
	variant
}

// kept is a text with its tokens. Many churches share a lens and all the platform's own answers: one copy serves them.
type kept struct {
	text   quoted.Kept
	tokens int
}

func (p *part) writeTo(b *builder) (tokens int) {
	switch {
	case p.measure != nil:
		return p.measure(b)
	case p.constant != nil:
		if text := p.constant(&b.in); text != nil {
			return text.writeTo(&b.out)
		}
		return 0
	case p.of == nil:
		return b.measure(func(out *bytes.Buffer) { p.write(out, &b.in) })
	}
	text := church.Derived(b.in.Church, keptKey{p.name, p.of(&b.in)}, func() kept {
		var text bytes.Buffer
		p.write(&text, &b.in)
		return kept{quoted.Keep(text.String()), tokensIn(text.Bytes())}
	})
	b.out.Keep(text.text)
	return text.tokens
}
