package disclosure

import (
	"strings"

	"narthex/chat/words"
)

// sentence is a row of parts, between which stands a comma or a word that joins clauses.
type sentence struct {
	parts [][]string
	asked bool // it ends in a question mark
}

// size is how many words it has.
func (s sentence) size() (n int) {
	for _, part := range s.parts {
		n += len(part)
	}
	return n
}

const (
	maxSentences = 100
	maxParts     = 10 // of a sentence; what comes after them belongs to the last
)

// joining words begin a clause: "is this private, because …".
var joining = words.Set("and but or because cause since if so when before then y pero o porque si cuando antes ni")

// titles stand before a name.
var titles = words.Set("pastor pastora father fr padre reverend rev sister deacon reverendo")

// someName is what the name of a person with a title is read as.
const someName = "somename"

// sentences cuts a message into words, as one language has them.
func (r *rules) sentences(message string) []sentence {
	c := cutter{rules: r}
	for line := range strings.Lines(message) {
		text := words.Fold(line)
		for at := 0; at < len(text); {
			from, to := words.Next(text, at)
			c.marks(text[at:from], from == to)
			if from == to {
				break
			}
			for to+1 < len(text) && text[to] == '\'' { // don't, whole
				if next, end := words.Next(text, to+1); next == to+1 && end > next {
					to = end
				} else {
					break
				}
			}
			c.word(strings.ReplaceAll(text[from:to], "'", ""))
			at = to
		}
		c.endSentence(false)
	}
	return c.done
}

type cutter struct {
	rules *rules
	done  []sentence
	parts [][]string
	part  []string
}

// marks takes what stands between two words.
func (c *cutter) marks(between string, last bool) {
	switch {
	case strings.ContainsAny(between, "?!;¿¡…"), strings.Contains(between, ". "), last && strings.Contains(between, "."):
		c.endSentence(strings.Contains(between, "?"))
	case strings.ContainsAny(between, ",:()\"“”«»–—"), strings.Contains(between, " - "):
		c.endPart()
	}
}

func (c *cutter) word(word string) {
	word = c.rules.spelling(word)
	if joining[word] {
		c.endPart()
	}
	c.invert(word)
	meant, short := c.rules.short[word]
	switch last := len(c.part) - 1; {
	case short:
		c.part = append(c.part, meant...)
	case last >= 0 && titles[c.part[last]] && !c.rules.words[word]:
		c.part = append(c.part, someName)
	default:
		c.part = append(c.part, word)
	}
}

// invert begins a part with the last word if that makes a question with this one, after a statement without a comma.
func (c *cutter) invert(word string) {
	last := len(c.part) - 1
	if meant := c.rules.short[word]; len(meant) > 0 {
		word = meant[0]
	}
	if last < 2 || !c.rules.persons[word] || !c.rules.verbs[c.part[last]] || c.rules.asking[c.part[0]] {
		return
	}
	verb := c.part[last]
	c.part = c.part[:last]
	c.endPart()
	c.part = append(c.part, verb)
}

func (c *cutter) endPart() {
	if len(c.part) == 0 || len(c.parts) >= maxParts {
		return
	}
	c.parts, c.part = append(c.parts, c.part), nil
}

func (c *cutter) endSentence(asked bool) {
	if len(c.part) > 0 {
		c.parts = append(c.parts, c.part)
	}
	if len(c.parts) > 0 && len(c.done) < maxSentences {
		c.done = append(c.done, sentence{c.parts, asked})
	}
	c.parts, c.part = nil, nil
}
