package guard

import (
	"unicode/utf8"

	"narthex/chat/church"
	"narthex/chat/words"
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
	automaton automaton
	origins   []origin // by the number of a term in the automaton
	leaks     *leaks   // nil: neither instructions nor claims
}

type origin struct {
	rule *church.Rule
	term string
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

// WithRules forbids what other rules do in place of its own, and shares all else: instructions and claims take far more room. Rules
// that do not compile (see Compiles) are refused.
func (t *Terms) WithRules(rules []church.Rule) (own *Terms, ok bool) {
	spelled, origins := spellRules(rules)
	built, ok := newBoundedAutomaton(spelled, mostStates)
	return &Terms{automaton: built, origins: origins, leaks: t.leaks}, ok
}

// Compiles reports whether terms can be looked for together. Those that repeat themselves again and again cannot.
func Compiles(terms []string) bool {
	spelled, _ := spellRules([]church.Rule{{Forbidden: terms}})
	_, ok := newBoundedAutomaton(spelled, mostStates)
	return ok
}

func newTerms(rules []church.Rule, instructions []string, claims *claims) *Terms {
	spelled, origins := spellRules(rules)
	return &Terms{automaton: newAutomaton(spelled), origins: origins, leaks: newLeaks(instructions, claims)}
}

// spellRules gives all forms of the terms that rules forbid, and where each comes from.
func spellRules(rules []church.Rule) (spelled [][]letter, origins []origin) {
	for i := range rules {
		for _, term := range rules[i].Forbidden {
			letters := spell(term)
			if len(letters) == 0 {
				continue
			}
			for _, form := range forms(letters) {
				spelled = append(spelled, form)
				origins = append(origins, origin{&rules[i], term})
			}
		}
	}
	return spelled, origins
}

// Guard returns a matcher for one answer.
func (t *Terms) Guard() Guard { return Guard{terms: t} }

// Guard looks for terms in one answer as it is written. It holds text back only while that could still become a hit; all
// other text passes as it is, at once, without a copy. What it holds is never longer than the answer.
type Guard struct {
	terms *Terms
	state int32  // of the automaton
	start int    // where the longest beginning of a term in play begins; counts only while there is one
	leak  leaker // what it has read of the instructions
	held  []byte // what was written and has not been let out
	cut   int    // bytes at the end of held that are the beginning of a character, and not yet read
	out   int    // bytes that have been let out
	hit   *Hit
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
	if last := &g.terms.automaton.states[g.state]; last.term != 0 {
		found = g.completed(last, "", 0)
		from = found.Offset
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

// readTerms moves on by a piece of text, as far as the automaton is concerned.
func (g *Guard) readTerms(text string) *Hit {
	a := &g.terms.automaton
	for i := 0; i < len(text); {
		before := &a.states[g.state]
		letters, size := 0, 1
		if b := text[i]; b >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			letters = g.step(r)
		} else if s := a.ascii[b]; s < words.FirstSeparator {
			letters = 1
			g.state = a.next(before, s)
		} else {
			g.state = before.after(s, g.state)
		}
		if g.state == complete {
			return g.completed(before, text, i)
		}
		if after := a.states[g.state].depth; after > 0 {
			g.follow(before.depth, after, letters, text, i)
		}
		i += size
	}
	return nil
}

// step moves on by a character that is not ASCII, which may stand for several letters. It returns how many.
func (g *Guard) step(r rune) (letters int) {
	a := &g.terms.automaton
	plain, other := words.Level(r)
	for _, p := range plain {
		g.state = a.next(&a.states[g.state], a.symbol(p))
	}
	if len(plain) == 0 {
		g.state = a.states[g.state].after(other, g.state)
	}
	return len(plain)
}

// follow keeps track of where the longest beginning of a term in play begins, after the letters of the character text[i]:
// before and after are how long it was and is.
func (g *Guard) follow(before, after int32, letters int, text string, i int) {
	switch n := int32(letters); {
	case before > 0 && after == before+n: // it is the same
	case after <= n: // a beginning is at the start of a word, so it does not begin within a character
		g.start = g.out + len(g.held) + i
	default:
		g.start = g.back(text, i, int(after-n))
	}
}

// completed makes a hit of the term that ends in a state, before text[i].
func (g *Guard) completed(state *state, text string, i int) *Hit {
	found := g.terms.origins[state.term-1]
	hit := &Hit{Kind: Forbidden, Term: found.term, Topic: found.rule.Topic, Position: found.rule.Position, Offset: g.start}
	if state.termDepth < state.depth { // another term, which begins earlier, might have followed
		hit.Offset = g.back(text, i, int(state.termDepth))
	}
	return hit
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

// back returns where in the answer the letter begins that stands so many letters before text[i].
func (g *Guard) back(text string, i, letters int) int {
	at := g.out + len(g.held)
	for i > 0 && letters > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
		letters -= width(r)
	}
	if letters <= 0 {
		return at + i
	}
	i = len(g.held)
	for i > 0 && letters > 0 {
		r, size := utf8.DecodeLastRune(g.held[:i])
		i -= size
		letters -= width(r)
	}
	return g.out + i
}

// holdFrom returns from where on the answer is held, when end bytes of the newest piece have been read.
func (g *Guard) holdFrom(end int) int {
	from := g.out + len(g.held) + end
	if g.terms.automaton.states[g.state].depth > 0 {
		from = g.start
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
