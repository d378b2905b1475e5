package crisis

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
	"unicode"
)

// The plainest phrases in the languages that the rules do not speak: phrases/README.txt says which, and how to read them.
//
//go:embed phrases/*.txt
var phrasesFS embed.FS

// phrasebook is a gate of phrases in many languages. It makes no guesses at spelling and asks no model, which has learned none of them.
type phrasebook struct {
	gate      *gate
	classes   map[string]class
	known     [1 << 10]uint64 // by hash of a word: it may be in classes
	variants  map[rune]rune   // of characters
	plain     [plainUntil]string
	scratches sync.Pool
}

// phrases are the phrase books. They cannot fail but by a mistake in the files, which every test would show.
var phrases = sync.OnceValue(func() *phrasebook {
	b, err := readPhrases()
	if err != nil {
		panic(fmt.Sprintf("the phrases of the crisis gate: %v", err))
	}
	return b
})

// variantsFile has lines of characters that are written in two ways: 殺杀.
const variantsFile = "variants.txt"

func readPhrases() (*phrasebook, error) {
	files, err := phrasesFS.ReadDir("phrases")
	if err != nil {
		return nil, fmt.Errorf("list the phrases: %w", err)
	}
	b := &phrasebook{variants: make(map[rune]rune)}
	var written []source
	sets := make(map[string][]string)
	if err := b.readVariants(); err != nil {
		return nil, err
	}
	for _, file := range files {
		language, ok := strings.CutSuffix(file.Name(), ".txt")
		if !ok || len(language) != 2 {
			continue
		}
		text, err := phrasesFS.ReadFile(path.Join("phrases", file.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the phrases: %w", err)
		}
		if written, err = b.readLanguage(language, string(text), written, sets); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
	if b.gate, b.classes, err = newGate(written, sets, new(spelling)); err != nil {
		return nil, err
	}
	b.gate.words = b.words
	b.readLetters()
	for word := range b.classes {
		hash := hashOf([]byte(word))
		b.known[hash>>6] |= 1 << (hash & 63)
	}
	b.scratches.New = func() any { return b.gate.newScratch() }
	return b, nil
}

func (b *phrasebook) readVariants() error {
	text, err := phrasesFS.ReadFile("phrases/" + variantsFile)
	if err != nil {
		return fmt.Errorf("read the variants of characters: %w", err)
	}
	for _, line := range lines(string(text)) {
		for pair := range strings.FieldsSeq(line) {
			ways := []rune(pair)
			if len(ways) != 2 {
				return fmt.Errorf("%s: %q is no pair", variantsFile, pair)
			}
			b.variants[ways[0]] = ways[1]
		}
	}
	return nil
}

// readLanguage reads a phrase book. Its rules, signals and sets are its own, but for @not.
func (b *phrasebook) readLanguage(language, text string, written []source, sets map[string][]string) ([]source, error) {
	var rules, words strings.Builder
	headed := false
	for _, line := range lines(text) {
		switch {
		case line[0] == '[':
			headed = true
			rules.WriteString("[" + language + "." + line[1:] + "\n")
		case !headed:
			words.WriteString(b.asRead(language, line) + "\n")
		default:
			rules.WriteString(b.asRead(language, line) + "\n")
		}
	}
	if err := readSets(words.String(), sets); err != nil {
		return nil, err
	}
	sets[negation] = append(sets[negation], sets["@"+language+".not"]...)
	from := len(written)
	written, err := readSources(rules.String(), false, written)
	for i := from; i < len(written); i++ {
		written[i].language = language
	}
	return written, err
}

// asRead is a line as messages are read: folded, each character a word in scripts without spaces, and no apostrophes.
func (b *phrasebook) asRead(language, line string) string {
	var read []byte
	single := false
	for _, r := range line {
		switch {
		case r == '@':
			read = append(read, "@"+language+"."...)
			single = false
			continue
		case r == '\'' || r == '’':
			r = '_'
		}
		if singly(r) && single {
			read = append(read, '_')
		}
		single = singly(r)
		if r < unicode.MaxASCII {
			read = append(read, byte(unicode.ToLower(r)))
		} else {
			read = b.appendRune(read, r)
		}
	}
	return string(read)
}

// look finds what is in a message, nil if nothing is, and its signs.
func (b *phrasebook) look(message string) (found *rule, signs uint64) {
	s := b.scratches.Get().(*scratch)
	defer b.scratches.Put(s)
	return b.gate.look(message, s)
}

// with adds what the phrase books find. A phrase of theirs says surely what it says; a rule in English or Spanish that finds
// something graver stands, but not the model, which does not know the language.
func (a Assessment) with(message string, earlier []string) Assessment {
	b := phrases()
	found, signs := b.look(message)
	if a.Found && a.Finding.byModel() && illegible(message) {
		a = Assessment{Doubtful: true}
	}
	if found == nil && !a.Found {
		return a
	}
	before := uint64(0)
	for _, text := range earlier {
		_, more := b.look(text)
		before |= more
	}
	if found != nil && !a.outweighs(found.finding) {
		minor, clergy := a.Finding.Minor, a.Finding.ByClergy
		a = Assessment{Finding: found.finding, Found: true}
		a.Finding.Minor, a.Finding.ByClergy = minor || found.finding.Minor, clergy
	}
	a.Finding.Minor = a.Finding.Minor || (signs|before)&b.gate.minor != 0
	a.Finding.ByClergy = a.Finding.ByClergy || (signs|before)&b.gate.clergy != 0
	a.Finding.Past = a.Finding.Past || a.Finding.Language != "" && b.isOver(a.Finding, signs)
	a.Finding = a.Finding.ofChild()
	return a
}

// isOver reports whether what was done to a visitor is over. What a child tells of is not: they may still live with whoever did it.
func (b *phrasebook) isOver(f Finding, signs uint64) bool {
	return (f.Category == Abuse || f.Category == ChildAtRisk) && !f.Now && !f.Minor && b.gate.isOver(signs)
}

// outweighs reports whether what was found stands beside what a phrase says.
func (a Assessment) outweighs(phrase Finding) bool {
	f := a.Finding
	return a.Found && !f.Unsure && !f.byModel() && (phrase.Unsure || ranks[f.Category] < ranks[phrase.Category])
}
