// Package excerpt gives what a visitor is shown of a stored text, and what is kept of it for the end of an answer.
package excerpt

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/google/uuid"

	"narthex/chat/attribution"
	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/retrieval"
)

// maxExcerpt is how much of a source a visitor is shown, in characters with the mark that there is more.
const maxExcerpt = 300

// Plain is how a stored text begins, as plain text in one line: without the marks of Markdown, and without characters
// that cannot be seen or that turn the direction of what follows. The excerpt ends with a whole word. It shares no memory
// with the text, so that the text can be freed while an answer streams.
func Plain(text string) string {
	plain := make([]rune, 0, maxExcerpt)
	lineStart, gap := true, false
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			gap, lineStart = true, lineStart || r == '\n'
			continue
		case !isGraphic(r), r == '*', r == '`', lineStart && (r == '#' || r == '>'), r == '_' && doubled(text, i):
			continue
		}
		if gap && len(plain) > 0 {
			plain = append(plain, ' ')
		}
		if len(plain) >= maxExcerpt {
			return shortened(plain)
		}
		plain, lineStart, gap = append(plain, r), false, false
	}
	return string(plain)
}

// Of is the excerpt of a source; empty where the text has a mark of being private, or speaks to the assistant,
// wherever in the text that is: a text that is private as a whole is not quoted by its beginning.
func Of(title, text string) string {
	if guard.KeptBack(title + ". " + text) {
		return ""
	}
	return Plain(text)
}

// Reading is what is kept of a passage's text for the end of an answer, when the text itself is freed.
type Reading struct {
	Excerpt string             // see Of
	Text    attribution.Source // what answers may rest on
}

// Kept keeps the readings of those of a church's passages that were needed before: the same few passages bear on most questions, and to
// read one through for marks of being private takes as long as a request to Redis.
type Kept struct {
	seed    maphash.Seed
	made    sync.Map // readingKey → Reading
	entries atomic.Int64
}

type (
	readingsKey struct{}
	// readingKey tells texts apart, also the old from the new of a passage that was edited.
	readingKey struct {
		id   uuid.UUID
		hash uint64
	}
)

// maxReadings bounds how many are kept for a church.
const maxReadings = 2000

// For returns those of a church.
func For(snapshot *church.Snapshot) *Kept {
	return church.Derived(snapshot, readingsKey{}, func() *Kept { return &Kept{seed: maphash.MakeSeed()} })
}

// OfPassage reads a passage.
func (k *Kept) OfPassage(p *retrieval.Passage) Reading {
	var hash maphash.Hash
	hash.SetSeed(k.seed)
	_, _ = hash.WriteString(p.Title) // hashes take everything
	_ = hash.WriteByte(0)
	_, _ = hash.WriteString(p.Content)
	key := readingKey{p.ID, hash.Sum64()}
	if made, ok := k.made.Load(key); ok {
		return made.(Reading)
	}
	made := Reading{Of(p.Title, p.Content), attribution.Read(p.Title, p.Content)}
	if k.entries.Add(1) <= maxReadings {
		k.made.Store(key, made)
	}
	return made
}

func isGraphic(r rune) bool {
	if r < unicode.MaxASCII {
		return r >= ' ' // without a look into tables
	}
	return unicode.IsGraphic(r)
}

// doubled reports whether the byte at i stands beside another of its kind.
func doubled(text string, i int) bool {
	return i+1 < len(text) && text[i+1] == text[i] || i > 0 && text[i-1] == text[i]
}

// shortened ends a text with a whole word, if it has several, and the mark that there is more.
func shortened(text []rune) string {
	text = text[:maxExcerpt-1]
	for at := len(text) - 1; at > maxExcerpt/2; at-- {
		if text[at] == ' ' {
			text = text[:at]
			break
		}
	}
	return string(append(text, '…'))
}
