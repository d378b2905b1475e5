package quoted

import (
	"bytes"
	"encoding/json"
	"slices"
	"unique"
)

// Kept is a text that is quoted once, however many texts are made with it. Equal ones share their memory.
type Kept struct {
	quoted unique.Handle[string]
	size   int // in bytes, before it was quoted
}

// Keep quotes a text. It must not end within a character.
func Keep(text string) Kept {
	return Kept{unique.Make(string(Append(nil, text))), len(text)}
}

// Text is a text of its own words with kept ones between them. The zero value is the empty text.
type Text struct {
	own    string
	places []place
	size   int
}

// place is where a kept text stands among what is a text's own.
type place struct {
	quoted string
	at     int
}

// Len is the length of the text in bytes, before it is quoted.
func (t Text) Len() int { return t.size }

// AppendTo appends the text as encoding/json writes it between its quotation marks.
func (t Text) AppendTo(body []byte) []byte {
	from := 0
	for _, p := range t.places {
		body = append(Append(body, t.own[from:p.at]), p.quoted...)
		from = p.at
	}
	return Append(body, t.own[from:])
}

// String gives the text as it is read. It takes much longer than AppendTo.
func (t Text) String() (text string) {
	quoted := append(t.AppendTo([]byte{'"'}), '"')
	if err := json.Unmarshal(quoted, &text); err != nil {
		panic(err) // Append writes nothing that cannot be read
	}
	return text
}

// Builder puts a text together. The zero value is ready to use.
type Builder struct {
	own    bytes.Buffer
	places []place
	kept   int // bytes of the kept texts, before they were quoted
}

// Own takes what is the text's own, as it is read. It must not end within a character where a kept text follows.
func (b *Builder) Own() *bytes.Buffer { return &b.own }

// Keep adds a kept text.
func (b *Builder) Keep(k Kept) {
	if k.size > 0 {
		b.places = append(b.places, place{k.quoted.Value(), b.own.Len()})
		b.kept += k.size
	}
}

// Len is the length of the text in bytes, before it is quoted.
func (b *Builder) Len() int { return b.kept + b.own.Len() }

// Mark is the end of a text under construction.
type Mark struct{ own, places, kept int }

// Mark gives the end of the text.
func (b *Builder) Mark() Mark { return Mark{b.own.Len(), len(b.places), b.kept} }

// Truncate takes back what was added since.
func (b *Builder) Truncate(to Mark) {
	b.own.Truncate(to.own)
	b.places, b.kept = b.places[:to.places], to.kept
}

// Reset begins anew, with the memory that there is.
func (b *Builder) Reset() {
	clear(b.places[:cap(b.places)]) // which hold texts of churches that may be forgotten
	b.Truncate(Mark{})
}

// Cap is how many bytes of its own words the builder has memory for.
func (b *Builder) Cap() int { return b.own.Cap() }

// Text gives what was put together.
func (b *Builder) Text() Text { return Text{b.own.String(), slices.Clone(b.places), b.Len()} }
