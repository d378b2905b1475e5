package prompt

import (
	"bytes"
	"sync"
	"unique"

	"narthex/chat/church"
)

// part is some of a block's text. Most of a prompt says the same to everybody who asks a church: such a part is written
// once for each snapshot, and only copied afterwards.
type part struct {
	name  string // among the parts that are kept
	write func(*bytes.Buffer, Input)
	of    func(Input) variant // what the text depends on beside the snapshot; nil: it is another one each time
}

// variant tells the texts of a part apart within a snapshot. There are few: a church has no more agents, lenses and
// languages than are known.
type variant struct {
	agent    church.Agent
	lens     int
	language string
}

func snapshotOf(Input) variant { return variant{} }
func agentOf(in Input) variant { return variant{agent: in.Agent} }
func lensOf(in Input) variant  { return variant{lens: in.Lens.Lens.ID} }

func languageOf(in Input) variant {
	if _, named := languageNames[in.Language]; !named {
		return variant{} // however many others there are
	}
	return variant{language: in.Language}
}

type keptKey struct {
	part string
	variant
}

func (p part) writeTo(out *bytes.Buffer, in Input) {
	if p.of == nil {
		p.write(out, in)
		return
	}
	// Many churches share a lens and all the platform's own answers: one copy of a text serves them.
	kept := church.Derived(in.Church, keptKey{p.name, p.of(in)}, func() unique.Handle[string] {
		var text bytes.Buffer
		p.write(&text, in)
		return unique.Make(text.String())
	})
	out.WriteString(kept.Value())
}

// maxSpare is what a buffer may hold to be used again: more than a prompt.
const maxSpare = 256 << 10

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// written returns what write writes, in one allocation of the right size.
func written(write func(*bytes.Buffer)) string {
	out := buffers.Get().(*bytes.Buffer)
	out.Reset()
	write(out)
	text := out.String()
	if out.Cap() <= maxSpare {
		buffers.Put(out)
	}
	return text
}
