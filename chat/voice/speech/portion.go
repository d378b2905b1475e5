package speech

import (
	"strings"
)

// Portions cuts what is said into as much as a caller takes in at once: two sentences, and then a question. What is beyond it is kept
// until the caller wants it. The zero value cuts nothing.
type Portions struct {
	Sentences int // that are said at once; 0 = all
	Words     int // beyond which even a sentence is cut, where the voice rests; 0 = never

	sentences, words int
	kept             strings.Builder
	full             bool
}

// brief are how many words may follow the last sentence of a portion rather than be asked about.
const brief = 14

// NewPortions cuts for callers.
func NewPortions() *Portions { return &Portions{Sentences: 2, Words: 60} }

// Add takes what a Stream gave and gives what of it is said now.
func (p *Portions) Add(spoken string) string {
	if p.full || p.Sentences == 0 {
		if p.full {
			p.kept.WriteString(spoken)
			return ""
		}
		return spoken
	}
	for at := 0; at < len(spoken); at++ {
		switch c := spoken[at]; {
		case c == ' ':
			p.words++
			continue
		case ends(rune(c)):
			if p.sentences++; p.sentences < p.Sentences {
				continue
			}
		case c == ',' && p.Words > 0 && p.words >= p.Words:
		default:
			continue
		}
		p.full = true
		p.kept.WriteString(spoken[at+1:])
		return spoken[:at+1]
	}
	return spoken
}

// Close ends the text and gives what is said after all: a question at its end, or a rest that is shorter than it would be to ask
// whether to go on. rest is what is left for later.
func (p *Portions) Close() (spoken, rest string) { return p.CloseWith("") }

// CloseWith is Close of a text whose end is said in any case.
func (p *Portions) CloseWith(end string) (spoken, rest string) {
	rest, end = strings.TrimSpace(p.kept.String()), strings.TrimSpace(end)
	if strings.HasSuffix(end, rest) { // nothing else is left
		return spaced(rest), ""
	}
	before, found := strings.CutSuffix(rest, end)
	if !found {
		end = ""
	}
	if rest = strings.TrimSpace(before); saidAtOnce(rest) {
		return spaced(rest) + spaced(end), ""
	}
	return spaced(end), rest
}

// saidAtOnce reports whether a rest is said rather than asked about: a caller who is asked two things answers one.
func saidAtOnce(rest string) bool {
	n, gaps, asks := sentences(rest), strings.Count(rest, " "), strings.HasSuffix(rest, "?")
	return n <= 1 && (asks || gaps < brief) || n == 2 && asks && gaps < 2*brief
}

func spaced(text string) string {
	if text == "" {
		return ""
	}
	return " " + text
}

// Slowly says a number digit by digit, with a rest after each.
func Slowly(number, language string) string {
	tongue, known := tongues[language]
	if !known {
		tongue = english
	}
	var digits []string
	for _, r := range number {
		if r >= '0' && r <= '9' {
			digits = append(digits, tongue.digits[r-'0'])
		}
	}
	return strings.Join(digits, ", ")
}

// sentences counts them.
func sentences(spoken string) (n int) {
	for _, r := range spoken {
		if ends(r) {
			n++
		}
	}
	return n
}
