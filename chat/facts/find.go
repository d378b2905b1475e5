package facts

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"narthex/chat/church"
)

// Question is what a visitor asked.
type Question struct {
	Text     string
	Language string // ISO 639-1; the answer's language
	Now      time.Time
}

// Answer is a stored fact in a sentence. Reason names the subject: hours, address, staff, ministries, what_to_expect.
type Answer struct {
	Text   string
	Reason string
}

// maxWords is the length from which a message tells a story rather than asks for a fact.
const maxWords = 18

// Find answers the question from the snapshot's facts. ok is false when it is not purely a question about them, or when
// the church has not stored the fact.
func Find(c *church.Snapshot, q Question) (answer Answer, ok bool) {
	words := tokens(q.Text)
	if len(words) == 0 || len(words) > maxWords {
		return Answer{}, false
	}
	lex := lexicons[q.Language]
	if lex == nil {
		return Answer{}, false
	}
	asked := &inquiry{church: c, lex: lex, words: lex.withoutGreeting(words), now: q.Now.In(c.Location), names: wordSet(tokens(c.Address.City))}
	asked.explainName(tokens(c.Name))
	asked.explainName(tokens(c.DirectoryName))
	if asked.hasPhrase(lex.never) {
		return Answer{}, false
	}
	for _, subject := range []func(*inquiry) (Answer, bool){findHours, findPlace, findVisit, findStaff, findMinistries} {
		if answer, ok := subject(asked); ok && answer.Text != "" {
			return answer, true
		}
	}
	return Answer{}, false
}

// withoutGreeting drops the greeting that a question may start with.
func (l *lexicon) withoutGreeting(words []string) []string {
	for _, greeting := range l.greetings {
		if parts := strings.Fields(greeting); len(words) > len(parts) && slices.Equal(words[:len(parts)], parts) {
			return l.withoutGreeting(words[len(parts):])
		}
	}
	return words
}

// inquiry is a question taken apart, as the subjects look at it.
type inquiry struct {
	church *church.Snapshot
	lex    *lexicon
	words  []string
	names  set // words of the church's own name and town, which add nothing to a question put to it
	now    time.Time
}

// explainName marks the words with which the question names the church: two or more in a row of its name, because one
// alone ("community", "grace") may mean something else.
func (q *inquiry) explainName(name []string) {
	for i := 0; i+1 < len(q.words); i++ {
		for j := 0; j+1 < len(name); j++ {
			if q.words[i] == name[j] && q.words[i+1] == name[j+1] {
				q.names[name[j]], q.names[name[j+1]] = true, true
			}
		}
	}
}

type set map[string]bool

func wordSet(words []string) set {
	s := make(set, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}

// words makes a set of a space-separated list.
func words(list string) set { return wordSet(strings.Fields(list)) }

// has reports whether any of the words is in the question.
func (q *inquiry) has(wanted set) bool {
	for _, w := range q.words {
		if wanted[w] {
			return true
		}
	}
	return false
}

// hasPhrase reports whether one of the phrases, each of words separated by spaces, is in the question.
func (q *inquiry) hasPhrase(phrases []string) bool {
	text := " " + strings.Join(q.words, " ") + " "
	for _, phrase := range phrases {
		if strings.Contains(text, " "+phrase+" ") {
			return true
		}
	}
	return false
}

// rest returns the words that none of the sets, nor the language's small words, nor the church's name explain.
func (q *inquiry) rest(explained ...set) []string {
	var rest []string
	for _, w := range q.words {
		if q.lex.small[w] || q.names[w] || inAny(w, explained) {
			continue
		}
		rest = append(rest, w)
	}
	return rest
}

// covered reports whether every word of the question is explained.
func (q *inquiry) covered(explained ...set) bool { return len(q.rest(explained...)) == 0 }

func inAny(w string, sets []set) bool {
	for _, s := range sets {
		if s[w] {
			return true
		}
	}
	return false
}

// tokens splits a text into lower-case words without accents; apostrophes join ("what's" is whats).
func tokens(text string) []string {
	plain := strings.Map(func(r rune) rune {
		if r == '\'' || r == '’' || r == '`' || unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
	return strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// containsAll reports whether every wanted word is among the words of text. There must be at least one.
func containsAll(text string, wanted []string) bool {
	if len(wanted) == 0 {
		return false
	}
	have := wordSet(tokens(text))
	for _, w := range wanted {
		if !have[w] && !have[strings.TrimSuffix(w, "s")] && !have[w+"s"] {
			return false
		}
	}
	return true
}
