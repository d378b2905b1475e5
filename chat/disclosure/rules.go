package disclosure

import (
	"embed"
	"fmt"
	"maps"
	"strings"
	"sync"

	"narthex/chat/words"
)

//go:embed rules/*.txt
var ruleFiles embed.FS

// rules are how visitors ask in one language; rules/en.txt says how they are written.
type rules struct {
	words     map[string]bool     // that any of them is made of
	short     map[string][]string // words that are written out as others
	addressed map[string]bool     // words that make "this" mean the chat
	offered   map[string]bool     // words for what a church offers, which "this" may mean as well
	church    map[string]bool     // words of what a church is about, for which no rule has a place that it does not name
	verbs     map[string]bool     // with which a question begins, see inverted
	persons   map[string]bool     // that follow such a verb
	asking    map[string]bool     // words that begin what is a question from its beginning
	spelled   map[string]bool     // words that are known with a letter wrong, too much or left out
	named     map[string]*expression
	single    map[string]*expression // by the only word of each
	open      map[string]bool        // the names of those that have a place for any other word
	questions []phrasing
	needed    needed
	numbered  int // expressions whose matches are remembered
}

// phrasing is a way to ask about a subject.
type phrasing struct {
	subject Subject
	clause  *expression // the whole clause
	open    bool        // it has a place for words that no rule names
}

// languages are those whose rules there are.
var languages = [...]string{"en", "es"}

var allRules = sync.OnceValue(func() (all [len(languages)]*rules) {
	for i, language := range languages {
		r := newRules()
		for _, file := range []string{language, language + "_open"} {
			if err := r.read("rules/" + file + ".txt"); err != nil {
				panic(fmt.Errorf("rules of %s: %w", file, err)) // the files are part of the program
			}
		}
		r.needed = newNeeded(r.questions)
		all[i] = r
	}
	return all
})

func newRules() *rules {
	return &rules{words: make(map[string]bool), short: make(map[string][]string), church: make(map[string]bool), spelled: make(map[string]bool),
		named: make(map[string]*expression), single: make(map[string]*expression), open: make(map[string]bool)}
}

func (r *rules) read(file string) error {
	text, err := ruleFiles.ReadFile(file)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := r.line(line); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
	}
	return nil
}

func (r *rules) line(line string) error {
	if definition, ok := strings.CutPrefix(line, "@"); ok {
		name, text, _ := strings.Cut(definition, " = ")
		e, open, err := r.parse(text)
		if err != nil {
			return err
		}
		r.named[name], r.open[name] = r.remember(e), open
		return nil
	}
	subject, text, ok := strings.Cut(line, ": ")
	switch subject {
	case "short":
		for pair := range strings.SplitSeq(text, ", ") {
			written, meant, _ := strings.Cut(pair, " = ")
			r.short[written] = strings.Fields(meant)
		}
		return nil
	case "inverted":
		verbs, persons, _ := strings.Cut(text, " | ")
		r.verbs, r.persons = words.Set(verbs), words.Set(persons)
		return nil
	case "wh":
		r.asking = words.Set(text)
		return nil
	case "spelled":
		maps.Copy(r.spelled, words.Set(text))
		return nil
	case "church":
		maps.Copy(r.church, words.Set(text))
		return nil
	case "addressed":
		r.addressed = words.Set(text)
		return nil
	case "offered":
		r.offered = words.Set(text)
		return nil
	}
	if !ok || !isSubject(Subject(subject)) {
		return fmt.Errorf("no subject %q", subject)
	}
	e, open, err := r.parse("@lead* (" + text + ") @tail*")
	if err != nil {
		return err
	}
	r.questions = append(r.questions, phrasing{subject: Subject(subject), clause: e, open: open})
	return nil
}

func (r *rules) parse(text string) (e *expression, open bool, err error) {
	p := parser{text: text, rules: r}
	e, err = p.choice()
	if err == nil && p.text != "" {
		err = fmt.Errorf("%q is too much", p.text)
	}
	return e, p.open, err
}

// remember gives an expression a number. The expression may be one that has one, under another name.
func (r *rules) remember(e *expression) *expression {
	r.numbered++
	return &expression{kind: sequence, parts: []*expression{e}, number: r.numbered}
}
