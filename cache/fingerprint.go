package cache

import (
	"bytes"
	"crypto/sha256"
	"slices"
)

// A fingerprint is what is kept of a meaning: enough to tell whether another question asks the same, and none of its words. What is
// compared whole has one hash; words, names and persons are looked for among each other, and have one each.
type fingerprint struct {
	Words    hashes `json:"w"`
	Names    hashes `json:"n,omitempty"`
	People   hashes `json:"p,omitempty"`
	Features []byte `json:"f"`
	Order    []byte `json:"o,omitempty"` // nil: it asks one thing, in whatever order
	Line     []byte `json:"l"`

	Asker     role `json:"r,omitempty"`
	Asked     role `json:"d,omitempty"`
	Sequenced bool `json:"s,omitempty"`
	Enough    bool `json:"e"` // see meaning.tellsEnough
}

// fingerprint hides the words of a meaning.
func (m meaning) fingerprint() fingerprint {
	f := fingerprint{
		Words: hashesOf(m.words), Names: hashesOf(m.names), People: hashesOf(m.people), Features: wholeHash(m.features), Line: wholeHash(m.line),
		Asker: m.asker, Asked: m.asked, Sequenced: m.sequenced, Enough: m.tellsEnough(),
	}
	if m.asks > 1 {
		f.Order = wholeHash(m.order)
	}
	return f
}

// agrees says whether two questions ask the same (see [Agree]), without their words.
func (f fingerprint) agrees(other fingerprint) bool {
	if bytes.Equal(f.Words, other.Words) {
		return true
	}
	if !bytes.Equal(f.Features, other.Features) || !f.Enough {
		return false
	}
	if !bytes.Equal(f.Order, other.Order) { // "when is A and where is B"
		return false
	}
	if (f.Sequenced || other.Sequenced) && !bytes.Equal(f.Line, other.Line) {
		return false
	}
	if f.Asker.conflicts(other.Asker) || f.Asked.conflicts(other.Asked) {
		return false
	}
	return f.hasPeopleAsIn(other) && f.hasNamesOf(other) && other.hasNamesOf(f)
}

// hasPeopleAsIn says whether the persons that both mention come in the same order.
func (f fingerprint) hasPeopleAsIn(other fingerprint) bool {
	from := 0
	for person := range f.People.each {
		at := other.People.index(person)
		if at < 0 {
			continue
		}
		if at < from { // each is there once
			return false
		}
		from = at
	}
	return true
}

func (f fingerprint) hasNamesOf(other fingerprint) bool {
	for name := range other.Names.each {
		if f.Words.index(name) < 0 {
			return false
		}
	}
	return true
}

// hashes are those of words, one after the other.
type hashes []byte

// hashBytes is the length of one. It is for comparing the words of two questions whose other words are the same already.
const hashBytes = 8

func hashesOf(words []string) hashes {
	if len(words) == 0 {
		return nil
	}
	all := make(hashes, 0, hashBytes*len(words))
	var text [64]byte
	for _, word := range words {
		sum := sha256.Sum256(append(text[:0], word...))
		all = append(all, sum[:hashBytes]...)
	}
	return all
}

func (h hashes) each(yield func([]byte) bool) {
	for one := range slices.Chunk(h, hashBytes) {
		if !yield(one) {
			return
		}
	}
}

// index is where a hash stands among the others, -1 if it does not.
func (h hashes) index(one []byte) int {
	at := 0
	for other := range h.each {
		if bytes.Equal(one, other) {
			return at
		}
		at++
	}
	return -1
}

// wholeHash is that of a list: 128 bits, which nobody makes two lists share.
func wholeHash(list []string) []byte {
	var room [512]byte
	text := room[:0]
	for _, item := range list {
		text = append(append(text, item...), 0)
	}
	sum := sha256.Sum256(text)
	return sum[:16:16]
}
