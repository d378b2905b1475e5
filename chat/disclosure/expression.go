package disclosure

import (
	"fmt"
	"math/bits"
)

// maxWords is the length of the longest clause that is looked at. Its places are the bits of a mask.
const maxWords = 28

// mask is a set of places in a clause.
type mask uint32

// kind says how an expression is made of its parts.
type kind int

const (
	oneOfWords  kind = iota // a word of a set
	otherWord               // any word but those of what a church is about
	sequence                // its parts, one after the other
	choice                  // any one of them
	optional                // its only part, or nothing
	repeated                // its only part any number of times, or never
	atLeastOnce             // its only part, once or more often
)

// expression is a regular expression over words. Expressions with a name are shared by all that use them, so that a place of
// a clause is compared with each of them once.
type expression struct {
	kind   kind
	words  map[string]bool
	parts  []*expression
	number int // from 1: its place among those whose matches are remembered; 0: they are not
}

// matcher compares a clause with expressions.
type matcher struct {
	clause     []string
	church     map[string]bool // words of what a church is about
	remembered []mask          // by expression and place; see known
}

// known marks a remembered mask. No place of a clause has this bit.
const known mask = 1 << 31

// matches gives the places where the expression may end when it begins at a place.
func (m *matcher) matches(e *expression, from int) mask {
	if e.number == 0 {
		return m.compare(e, from)
	}
	at := (e.number-1)*(maxWords+1) + from
	if found := m.remembered[at]; found&known != 0 {
		return found &^ known
	}
	found := m.compare(e, from)
	m.remembered[at] = found | known
	return found
}

func (m *matcher) compare(e *expression, from int) (ends mask) {
	switch e.kind {
	case oneOfWords:
		if from < len(m.clause) && e.words[m.clause[from]] {
			ends = 1 << (from + 1)
		}
	case otherWord:
		if from < len(m.clause) && !m.church[m.clause[from]] {
			ends = 1 << (from + 1)
		}
	case sequence:
		ends = 1 << from
		for _, part := range e.parts {
			if ends = m.after(part, ends); ends == 0 {
				break
			}
		}
	case choice:
		for _, part := range e.parts {
			ends |= m.matches(part, from)
		}
	case optional:
		ends = 1<<from | m.matches(e.parts[0], from)
	case repeated:
		ends = m.closure(e.parts[0], 1<<from)
	case atLeastOnce:
		ends = m.closure(e.parts[0], m.matches(e.parts[0], from))
	}
	return ends
}

// after gives where an expression may end that begins at any of the places.
func (m *matcher) after(e *expression, places mask) (ends mask) {
	for ; places != 0; places &= places - 1 {
		ends |= m.matches(e, bits.TrailingZeros32(uint32(places)))
	}
	return ends
}

// closure adds to the places all that are reached from them by an expression, however often.
func (m *matcher) closure(e *expression, places mask) mask {
	for fresh := places; fresh != 0; {
		fresh = m.after(e, fresh) &^ places
		places |= fresh
	}
	return places
}

// parser reads an expression: words, "~" for any other word, references to others by "@name", parentheses, and the signs | ? * +.
type parser struct {
	text  string
	rules *rules
	open  bool // it has a place for any other word
}

func (p *parser) choice() (*expression, error) {
	var parts []*expression
	for {
		part, err := p.sequence()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if p.text == "" || p.text[0] != '|' {
			return joined(parts), nil
		}
		p.text = p.text[1:]
	}
}

// joined is the choice of some parts, single words among them as a set.
func joined(parts []*expression) *expression {
	all := make(map[string]bool)
	var others []*expression
	for _, part := range parts {
		if part.kind != oneOfWords || part.number != 0 {
			others = append(others, part)
			continue
		}
		for word := range part.words {
			all[word] = true
		}
	}
	if len(all) > 0 {
		others = append(others, &expression{kind: oneOfWords, words: all})
	}
	if len(others) == 1 {
		return others[0]
	}
	return &expression{kind: choice, parts: others}
}

func (p *parser) sequence() (*expression, error) {
	e := &expression{kind: sequence}
	for p.text != "" && p.text[0] != '|' && p.text[0] != ')' {
		if p.text[0] == ' ' || p.text[0] == '_' {
			p.text = p.text[1:]
			continue
		}
		part, err := p.single()
		if err != nil {
			return nil, err
		}
		e.parts = append(e.parts, part)
	}
	if len(e.parts) == 1 {
		return e.parts[0], nil
	}
	return e, nil
}

// single reads a word, a reference or a parenthesis, with the sign after it.
func (p *parser) single() (e *expression, err error) {
	switch rest := p.text[1:]; {
	case p.text[0] == '(':
		p.text = rest
		if e, err = p.choice(); err != nil {
			return nil, err
		}
		if p.text == "" || p.text[0] != ')' {
			return nil, fmt.Errorf("no closing parenthesis before %q", p.text)
		}
		p.text = p.text[1:]
	case p.text[0] == '~':
		p.text = rest
		e = &expression{kind: otherWord}
		p.open = true
	case p.text[0] == '@':
		p.text = rest
		name := p.word()
		if e = p.rules.named[name]; e == nil {
			return nil, fmt.Errorf("no expression @%s", name)
		}
		p.open = p.open || p.rules.open[name]
	default:
		word := p.word()
		if word == "" {
			return nil, fmt.Errorf("%q is no expression", p.text)
		}
		if e = p.rules.single[word]; e == nil {
			e = &expression{kind: oneOfWords, words: map[string]bool{word: true}}
			p.rules.words[word], p.rules.single[word] = true, e
		}
	}
	return p.signed(e), nil
}

func (p *parser) signed(e *expression) *expression {
	for p.text != "" {
		switch p.text[0] {
		case '?':
			e = &expression{kind: optional, parts: []*expression{e}}
		case '*':
			e = &expression{kind: repeated, parts: []*expression{e}}
		case '+':
			e = &expression{kind: atLeastOnce, parts: []*expression{e}}
		default:
			return e
		}
		p.text = p.text[1:]
	}
	return e
}

func (p *parser) word() string {
	n := 0
	for n < len(p.text) && (p.text[n] >= 'a' && p.text[n] <= 'z' || p.text[n] >= '0' && p.text[n] <= '9') {
		n++
	}
	word := p.text[:n]
	p.text = p.text[n:]
	return word
}
