// What a visitor is shown of a stored text.

package tier

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/retrieval"
)

// maxExcerpt is how much of a source a visitor is shown, in characters with the mark that there is more.
const maxExcerpt = 300

// excerpt is how a stored text begins, as plain text in one line: without the marks of Markdown, and without characters
// that cannot be seen or that turn the direction of what follows. The excerpt ends with a whole word. It shares no memory
// with the text, so that the text can be freed while an answer streams.
func excerpt(text string) string {
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

// quotable is the excerpt of a source; empty where the text has a mark of being private, or speaks to the assistant,
// wherever in the text that is: a text that is private as a whole is not quoted by its beginning.
func quotable(title, text string) string {
	if guard.KeptBack(title + ". " + text) {
		return ""
	}
	return excerpt(text)
}

// excerpts keeps those of a church's passages that were needed before: the same few passages bear on most questions, and to
// read one through for marks of being private takes as long as a request to Redis.
type excerpts struct {
	seed    maphash.Seed
	made    sync.Map // excerptKey → string
	entries atomic.Int64
}

type (
	excerptsKey struct{}
	// excerptKey tells texts apart, also the old from the new of a passage that was edited.
	excerptKey struct {
		id   uuid.UUID
		hash uint64
	}
)

// maxExcerpts bounds how many are kept for a church.
const maxExcerpts = 2000

func excerptsFor(snapshot *church.Snapshot) *excerpts {
	return church.Derived(snapshot, excerptsKey{}, func() *excerpts { return &excerpts{seed: maphash.MakeSeed()} })
}

// ofPassage is quotable for a passage.
func (e *excerpts) ofPassage(p *retrieval.Passage) string {
	var hash maphash.Hash
	hash.SetSeed(e.seed)
	_, _ = hash.WriteString(p.Title) // hashes take everything
	_ = hash.WriteByte(0)
	_, _ = hash.WriteString(p.Content)
	key := excerptKey{p.ID, hash.Sum64()}
	if made, ok := e.made.Load(key); ok {
		return made.(string)
	}
	made := quotable(p.Title, p.Content)
	if e.entries.Add(1) <= maxExcerpts {
		e.made.Store(key, made)
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
