package ranking

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"narthex/chat/model/offline/term"
	"narthex/chat/words"
	"unicode/utf8"
)

// People write "vbs" for Vacation Bible School, and "cert" for a certificate.
const (
	longestInitials   = 5
	shortestBeginning = 4
)

// inFull are words as they are typed in a hurry, and misspelt as they sound, by language.
var inFull = func() func(folded, language string) string {
	short := map[string]map[string]string{
		term.English: {"tonite": "tonight", "nite": "night", "wed": "wednesday", "weds": "wednesday", "wensday": "wednesday", "wednsday": "wednesday", "thur": "thursday", "thurs": "thursday", "tues": "tuesday", "fri": "friday",
			"wen": "when", "wat": "what", "wut": "what", "w": "with", "ppl": "people", "whos": "who is", "xmas": "christmas", "hrs": "hours", "mins": "minutes"},
		term.Spanish: {"ke": "que", "q": "que", "k": "que", "kien": "quien", "qien": "quien", "kienes": "quienes", "kuando": "cuando", "kuanto": "cuanto", "kual": "cual", "komo": "como", "dnd": "donde", "xq": "por que", "pq": "por que"},
	}
	return func(folded, language string) string {
		if language == term.English {
			folded = marrying.ReplaceAllString(folded, "${1}married")
		}
		return word.ReplaceAllStringFunc(folded, func(w string) string { return cmp.Or(short[language][w], w) })
	}
}()

// marrying is "wed" where no day can stand: behind a verb that it goes with, or who does it.
var marrying = regexp.MustCompile(`\b((?:(?:get|gets|getting|got|gotten|be|being|been|were|newly|legally|we|they|who|couples?|(?:want|wants|wanted|like|love|hope|hopes|hoping|plan|plans|planning|wish|wishing|able|decided|ready|allowed|going|looking|have|need|possible) to|can|could|will|would|may) (?:both |all )?))wed\b`)

var word = regexp.MustCompile(`[\pL\pN']+`)

// spelledOut puts in the place of a word that the church never uses what it may be short for: a name whose initials it is, or a word
// that it begins.
func (l *Library) spelledOut(q query) query {
	var terms []term.Term
	for _, t := range q.terms {
		switch full := []term.Term(nil); {
		case l.used[t] || t[0] == '=' || t.WeakWord():
			terms = append(terms, t)
		default:
			if len(t) <= longestInitials {
				full = l.named(string(t))
			}
			if full == nil && len(t) >= shortestBeginning {
				full = l.begun(string(t))
			}
			if full == nil {
				full = []term.Term{t}
			}
			terms = append(terms, full...)
		}
	}
	q.terms = terms
	return q
}

// named finds a name by its initials, and gives its terms.
func (l *Library) named(initials string) []term.Term {
	if len(initials) < 2 {
		return nil
	}
	for _, from := range l.sources {
		if name := byInitials(from.Title+". "+from.Whole, initials); name != "" {
			return l.telling(name)
		}
	}
	for _, u := range l.units {
		if name := byInitials(u.text, initials); name != "" {
			return l.telling(name)
		}
	}
	return nil
}

// telling gives the word of a name by which it is best known: the longest that is no word of every church.
func (l *Library) telling(name string) []term.Term {
	found := l.terms(name, words.Language(name, term.English))
	if len(found) == 0 {
		return nil
	}
	return []term.Term{slices.MaxFunc(found, func(a, b term.Term) int {
		return cmp.Compare(lettersOf(a), lettersOf(b))
	})}
}

// lettersOf counts the letters of a word, none of a concept.
func lettersOf(t term.Term) int {
	if t[0] == '=' {
		return 0
	}
	return len(t)
}

// byInitials finds words in a row that begin with capital letters, these ones, whatever small words stand between them.
func byInitials(text, initials string) string {
	all := strings.Fields(text)
	for i := range all {
		matched := 0
		for j := i; j < len(all) && j-i < 2*len(initials); j++ {
			first, _ := utf8.DecodeRuneInString(strings.TrimLeft(all[j], `("“«`))
			if !unicode.IsUpper(first) {
				if j > i && len(all[j]) <= 3 {
					continue
				}
				break
			}
			if words.Fold(string(first)) != initials[matched:matched+1] {
				break
			}
			if matched++; matched == len(initials) {
				return strings.Join(all[i:j+1], " ")
			}
		}
	}
	return ""
}

// begun finds the one word that a word begins.
func (l *Library) begun(beginning string) []term.Term {
	var found []term.Term
	for t := range l.used {
		if strings.HasPrefix(string(t), beginning) {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return slices.Clone(found)
}
