package tier

import (
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/safety"
	"narthex/retrieval"
)

// maxExcerpt is how much of a source a visitor is shown, in characters with the mark that there is more.
const maxExcerpt = 300

// excerpt is how a stored text begins, as plain text in one line: without the marks of Markdown, and without characters
// that cannot be seen or that turn the direction of what follows. It ends with a whole word. It shares no memory with the
// text, which is let go while an answer streams.
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
// wherever in it that is: what is private as a whole is not quoted by its beginning.
func quotable(title, text string) string {
	if safety.KeptBack(title + ". " + text) {
		return ""
	}
	return excerpt(text)
}

// excerpts are those of a church's passages that were needed before: the same few passages bear on most questions, and to
// read one through for marks of being private takes as long as a question to Redis.
type excerpts struct {
	seed    maphash.Seed
	made    sync.Map // of excerptKey to string
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

// of is quotable for a passage.
func (e *excerpts) of(p *retrieval.Passage) string {
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

// checkExcerpts holds what is quoted beside an answer to what holds for the answer: it leads nowhere but to what is on file,
// and says nothing that must not be said. What has a mark of being private is looked at once more, as it is shown: without
// the marks of Markdown it may be found where it was not before.
func (c *draft) checkExcerpts(sources []chat.Source) {
	for i := range sources {
		source := &sources[i]
		if source.Excerpt == "" {
			continue
		}
		if safety.KeptBack(source.Title+". "+source.Excerpt) || c.mustNotSay(source.Excerpt) {
			source.Excerpt = ""
			continue
		}
		sieve := c.pointers.Sieve(leftOutFor(c.turn))
		source.Excerpt = excerpt(sieve.Write(source.Excerpt) + sieve.Close())
	}
}

// mustNotSay reports whether a whole text has something that an answer must not say.
func (c *draft) mustNotSay(text string) bool {
	guard := c.terms.Guard()
	if _, hit := guard.Write(text); hit != nil {
		return true
	}
	_, hit := guard.Close()
	return hit != nil
}

// excerptsOf leaves sources the excerpts of those that were shown, as they were shown.
func excerptsOf(sources, shown []chat.Source) []chat.Source {
	for i := range sources {
		sources[i].Excerpt = ""
		if at := slices.IndexFunc(shown, func(s chat.Source) bool { return s.ID == sources[i].ID }); at >= 0 {
			sources[i].Excerpt = shown[at].Excerpt
		}
	}
	return sources
}
