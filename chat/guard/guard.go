package guard

import (
	"math"
	"unicode/utf8"

	"narthex/chat/church"
)

// Terms is what must not be said: the forbidden terms of a doctrine, and our own instructions to the model. It is made
// once, and safe for concurrent use.
//
// A forbidden term is found whole, whatever its case and accents, and however its words are joined:
//   - Case, accents (composed or not), full-width, mathematical and look-alike letters are levelled; characters without
//     width are not there at all.
//   - Between the words of a term may stand any run of characters that are no letters or digits, or none: "prosperity-gospel",
//     "prosperity\n**gospel**", "#ProsperityGospel", and "Once saved, always saved". The end of a sentence is such a run too,
//     because "Name it. Claim it." says what it says.
//   - Inside a word may stand anything but a letter, a digit, white space and an apostrophe: "pur**gat**ory", "pre-tribulation".
//   - Apostrophes of all forms may be missing, and the possessive may be there; "he'll" is not "hell".
//   - The last word may also be a plural or possessive: "our priest" forbids "our priests" and "our priest's". Other
//     forms are other terms, and so are plurals that are words of their own, as "news" is beside "new".
//   - Before and after a term stands no letter or digit: "papist" is not in "papistry", but in "papist-like".
//
// It does not find letters replaced by digits, letters with spaces between them, and words that are taken apart by HTML tags or the
// target of a link.
//
// Of instructions, eight words in a row of one line are found; see [leakWords].
type Terms struct {
	sets  []*termSet // looked for side by side
	leaks *leaks     // nil: neither instructions nor claims
}

// Kind says what a [Hit] has hit.
type Kind string

// The kinds of hits.
const (
	Forbidden    Kind = "forbidden"    // a term that the doctrine forbids
	Instructions Kind = "instructions" // a piece of our own instructions
)

// Hit is what a [Guard] has found.
type Hit struct {
	Kind     Kind
	Term     string // as configured; of instructions, the line; of a claim, its words
	Topic    string // of the rule that forbids it
	Position string // of that rule
	// Offset is where in the whole answer it begins, in bytes. All before a forbidden term has been let out, and nothing
	// of the term itself; of a piece of instructions, the first words have been let out as well, and of a claim, all but its
	// last word.
	Offset int
}

// NewTerms compiles the terms that rules forbid, and instructions that must stay ours: lines, or texts of several lines.
// What has no letter or digit is left out. A term that several rules forbid counts for the first.
func NewTerms(rules []church.Rule, instructions []string) *Terms {
	return newTerms(rules, instructions, nil)
}

// NewTermsOfAssistant does what NewTerms does, and adds what no assistant may claim, see [ClaimTopic].
func NewTermsOfAssistant(rules []church.Rule, instructions []string) *Terms {
	return newTerms(rules, instructions, assistantClaims())
}

// WithRules forbids what other rules do as well, in place of those that were added before. It shares all else with the terms it is called
// on: those of a lens take a hundred times the room of those of a church. A term that both forbid counts for the other rules. left are
// the terms for which there is no room, as those that do not compile (see Compiles): they are not looked for, and all others are.
func (t *Terms) WithRules(rules []church.Rule) (both *Terms, left []string) {
	own, left := compileApart(rules)
	return &Terms{sets: append(own, t.sets[len(t.sets)-1]), leaks: t.leaks}, left
}

// Compiles reports whether terms can be looked for together. Those that repeat themselves again and again cannot.
func Compiles(terms []string) bool {
	_, ok := newTermSet([]church.Rule{{Forbidden: terms}}, mostStates)
	return ok
}

func newTerms(rules []church.Rule, instructions []string, claims *claims) *Terms {
	set, _ := newTermSet(rules, math.MaxInt)
	return &Terms{sets: []*termSet{set}, leaks: newLeaks(instructions, claims)}
}

// Guard returns a matcher for one answer.
func (t *Terms) Guard() Guard { return Guard{terms: t} }

// Guard looks for terms in one answer as it is written. It holds text back only while that could still become a hit; all
// other text passes as it is, at once, without a copy. What it holds is never longer than the answer.
type Guard struct {
	terms   *Terms
	readers [mostSets]termReader // of each set of terms
	leak    leaker               // what it has read of the instructions
	held    []byte               // what was written and has not been let out
	cut     int                  // bytes at the end of held that are the beginning of a character, and not yet read
	out     int                  // bytes that have been let out
	hit     *Hit
}

// Write takes the next piece of the answer, of any length, and returns what may go out now: often all of it, sometimes
// nothing. After a hit nothing more goes out, and the same hit is returned again.
func (g *Guard) Write(text string) (clear string, hit *Hit) {
	if g.hit != nil {
		return "", g.hit
	}
	if g.cut > 0 {
		whole := len(g.held) - g.cut
		text = string(g.held[whole:]) + text
		g.held = g.held[:whole]
	}
	g.cut = unfinished(text)
	end := len(text) - g.cut
	if found, from := g.read(text[:end]); found != nil {
		clear, _ = g.release(text, from)
		g.hit = found
		g.held = nil
		return clear, found
	}
	clear, g.held = g.release(text, g.holdFrom(end))
	return clear, nil
}

// Close returns what was held at the end of the answer, or the hit that its last word completes.
func (g *Guard) Close() (clear string, hit *Hit) {
	if g.hit != nil {
		return "", g.hit
	}
	end := g.out + len(g.held)
	found, from := g.leaked(g.leak.endOfWord(g.terms.leaks, end))
	if term := g.endOfTerms(); term != nil {
		found, from = term, term.Offset
	}
	if found == nil {
		from = end
	}
	clear, _ = g.release("", from)
	*g = Guard{terms: g.terms, hit: found, out: from}
	return clear, found
}

// read moves on by a piece of text. It returns a hit, if there is one, and up to where the answer may go out then.
func (g *Guard) read(text string) (hit *Hit, from int) {
	if hit := g.readTerms(text); hit != nil {
		return hit, hit.Offset
	}
	return g.leaked(g.leak.read(g.terms.leaks, text, g.out+len(g.held)))
}

// leaked makes a hit of a piece of instructions.
func (g *Guard) leaked(run leak, ok bool) (hit *Hit, from int) {
	if !ok {
		return nil, 0
	}
	if run.claim {
		return &Hit{Kind: Forbidden, Term: run.line, Topic: ClaimTopic, Offset: run.start}, run.hold
	}
	return &Hit{Kind: Instructions, Term: run.line, Offset: run.start}, run.hold
}

// holdFrom returns from where on the answer is held, when end bytes of the newest piece have been read.
func (g *Guard) holdFrom(end int) int {
	from := g.out + len(g.held) + end
	for i, set := range g.terms.sets {
		if reader := &g.readers[i]; set.automaton.states[reader.state].depth > 0 {
			from = min(from, reader.start)
		}
	}
	if g.leak.run > 0 {
		from = min(from, g.leak.hold)
	}
	if g.leak.claim.ripe {
		from = min(from, g.leak.claim.hold)
	}
	return from
}

// release lets out the answer up to an offset, of what is held and a new piece of it, and returns what is held then.
func (g *Guard) release(text string, from int) (clear string, held []byte) {
	inHeld := from - g.out
	inText := inHeld - len(g.held)
	switch {
	case inHeld <= 0:
		return "", append(g.held, text...)
	case inText < 0:
		clear = string(g.held[:inHeld])
		held = append(append(g.held[:0], g.held[inHeld:]...), text...)
	case len(g.held) == 0:
		clear = text[:inText]
		held = append(g.held, text[inText:]...)
	default:
		clear = string(g.held) + text[:inText]
		held = append(g.held[:0], text[inText:]...)
	}
	g.out = from
	return clear, held
}

// unfinished returns how many bytes at the end of a text are the beginning of a character.
func unfinished(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRuneInString(text[len(text)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
