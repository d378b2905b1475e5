package seed

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

//go:embed lenses/*.yaml denominations.yaml product_knowledge.yaml
var catalogFS embed.FS

// The least a catalogue must hold to be worth serving. A lens with less cannot carry a tradition's voice, and an
// onboarding form with less sends most churches to "other" and so to the default lens.
const (
	lensCount            = 17
	minVocabulary        = 12
	minDoctrinalRules    = 6
	minDenominations     = 60
	minProductEntries    = 40
	maxForbiddenTermSize = 60 // bytes; a longer one is a sentence, which no answer repeats word for word
)

// Lens is one theological tradition in whose voice a church may answer.
type Lens struct {
	ID          int               `yaml:"id"`
	Slug        string            `yaml:"slug"`
	Name        string            `yaml:"name"`
	Description string            `yaml:"description"`
	Vocabulary  []VocabularyEntry `yaml:"vocabulary"`
	Doctrine    []DoctrinalRule   `yaml:"doctrine"`
}

// VocabularyEntry is a word the tradition uses and what it means by it. InsteadOf is the expression it replaces, or empty.
// Spanish is what Spanish-speaking churches of the tradition say. Its JSON form is an element of theological_lenses.vocabulary.
type VocabularyEntry struct {
	Term             string `yaml:"term" json:"term"`
	Gloss            string `yaml:"gloss" json:"gloss"`
	InsteadOf        string `yaml:"instead_of,omitempty" json:"instead_of,omitempty"`
	Spanish          string `yaml:"es" json:"es"`
	SpanishInsteadOf string `yaml:"es_instead_of,omitempty" json:"es_instead_of,omitempty"`
}

// DoctrinalRule is a tradition's own position on a topic and the terms that no answer under its lens may mention. The
// terms are lower case, and are meant to be matched as whole words with case, accents and punctuation ignored.
type DoctrinalRule struct {
	Topic          string   `yaml:"topic"`
	Position       string   `yaml:"position"`
	ForbiddenTerms []string `yaml:"forbidden_terms"`
}

// Family is a family of denominations, the first choice of the onboarding form.
type Family struct {
	Key           string         `yaml:"key"`
	Name          string         `yaml:"name"`
	Lens          int            `yaml:"lens"` // of a church of the family that is of none of its denominations
	Denominations []Denomination `yaml:"denominations"`
}

// Denomination maps to the lens of a church that has chosen none. Countries are ISO 3166-1 alpha-2 codes; none means
// that the form offers it everywhere.
type Denomination struct {
	Key       string   `yaml:"key"`
	Name      string   `yaml:"name"`
	Countries []string `yaml:"countries,omitempty"`
	Lens      int      `yaml:"lens"`
}

// ProductEntry is a question and answer about the platform itself. Priority 1 is the most important.
type ProductEntry struct {
	Priority int    `yaml:"priority"`
	Topic    string `yaml:"topic"`
	Question string `yaml:"question"`
	Answer   string `yaml:"answer"`
}

// CatalogError says which field of which file is wrong. Loading reports every fault it finds, joined.
type CatalogError struct {
	File    string // path inside the catalogue, such as "lenses/04-catholic.yaml"
	Field   string // path inside the file, such as "doctrine[2].forbidden_terms[0]"
	Problem string
}

func (e *CatalogError) Error() string { return e.File + ": " + e.Field + ": " + e.Problem }

// Lenses returns the 17 lenses, ordered by id.
func Lenses() ([]Lens, error) { return loadLenses(catalogFS) }

// Denominations returns the families of denominations in the order in which the form shows them.
func Denominations() ([]Family, error) { return loadDenominations(catalogFS) }

// ProductKnowledge returns the questions and answers about the platform, ordered by priority.
func ProductKnowledge() ([]ProductEntry, error) { return loadProductKnowledge(catalogFS) }

func loadLenses(fsys fs.FS) ([]Lens, error) {
	files, err := fs.Glob(fsys, "lenses/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("listing lenses: %w", err)
	}
	lenses := make([]Lens, len(files))
	slugs, names := unique{}, unique{}
	var faults []error
	for i, file := range files {
		if err := decodeCatalogFile(fsys, file, &lenses[i]); err != nil {
			faults = append(faults, err)
			continue
		}
		f := &faultsIn{file: file}
		// File names sort as ids do, so the id of the nth file is n.
		if lenses[i].ID != i+1 {
			f.add("id", "is %d, want %d: ids run from 1 without a gap", lenses[i].ID, i+1)
		}
		slugs.claim(f, "slug", lenses[i].Slug)
		names.claim(f, "name", lenses[i].Name)
		checkLens(f, lenses[i])
		faults = append(faults, f.found...)
	}
	if len(files) != lensCount {
		faults = append(faults, &CatalogError{"lenses", "files", fmt.Sprintf("%d lenses, want %d", len(files), lensCount)})
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return lenses, nil
}

func checkLens(f *faultsIn, lens Lens) {
	f.requireKey("slug", lens.Slug)
	f.requireText("name", lens.Name)
	f.requireText("description", lens.Description)
	if want := fmt.Sprintf("%02d-%s.yaml", lens.ID, lens.Slug); path.Base(f.file) != want {
		f.add("slug", "does not fit the file's name, want %s", want)
	}
	if n := len(lens.Vocabulary); n < minVocabulary {
		f.add("vocabulary", "%d entries, want at least %d", n, minVocabulary)
	}
	terms := unique{}
	for i, entry := range lens.Vocabulary {
		at := fmt.Sprintf("vocabulary[%d]", i)
		f.requireText(at+".term", entry.Term)
		f.requireText(at+".gloss", entry.Gloss)
		f.requireText(at+".es", entry.Spanish)
		if (entry.InsteadOf == "") != (entry.SpanishInsteadOf == "") {
			f.add(at+".es_instead_of", "must stand beside instead_of, and only there")
		}
		terms.claim(f, at+".term", foldToWords(entry.Term))
	}
	checkDoctrine(f, lens)
}

func checkDoctrine(f *faultsIn, lens Lens) {
	if n := len(lens.Doctrine); n < minDoctrinalRules {
		f.add("doctrine", "%d rules, want at least %d", n, minDoctrinalRules)
	}
	ownTexts := foldOwnTexts(lens)
	topics, terms := unique{}, unique{}
	for i, rule := range lens.Doctrine {
		at := fmt.Sprintf("doctrine[%d]", i)
		f.requireText(at+".topic", rule.Topic)
		f.requireText(at+".position", rule.Position)
		topics.claim(f, at+".topic", rule.Topic)
		if len(rule.ForbiddenTerms) == 0 {
			f.add(at+".forbidden_terms", "is empty")
		}
		for j, term := range rule.ForbiddenTerms {
			field := fmt.Sprintf("%s.forbidden_terms[%d]", at, j)
			checkForbiddenTerm(f, field, term)
			terms.claim(f, field, foldToWords(term))
			for _, own := range ownTexts {
				if containsWords(own.words, foldToWords(term)) {
					f.add(field, "%q occurs in the lens's own %s", term, own.field)
				}
			}
		}
	}
}

// forbiddenTermForm admits words with letters of any script, digits and apostrophes, joined by single spaces or hyphens.
var forbiddenTermForm = regexp.MustCompile(`^[\p{L}\p{M}\p{N}']+(?:[ -][\p{L}\p{M}\p{N}']+)*$`)

func checkForbiddenTerm(f *faultsIn, field, term string) {
	switch {
	case !forbiddenTermForm.MatchString(term):
		f.add(field, "%q is not made of plain words", term)
	case term != strings.ToLower(term):
		f.add(field, "%q is not lower case", term)
	case len(term) > maxForbiddenTermSize:
		f.add(field, "%q is longer than %d bytes", term, maxForbiddenTermSize)
	}
}

// ownText is one field of what a lens says about itself.
type ownText struct{ field, words string }

// foldOwnTexts returns everything a lens says about itself. All of it may go into the prompt, so a forbidden term in it
// would lead the model into the very words that the guard must then cut.
func foldOwnTexts(lens Lens) []ownText {
	texts := []ownText{{"name", foldToWords(lens.Name)}, {"description", foldToWords(lens.Description)}}
	for i, entry := range lens.Vocabulary {
		at := fmt.Sprintf("vocabulary[%d]", i)
		texts = append(texts,
			ownText{at + ".term", foldToWords(entry.Term)},
			ownText{at + ".gloss", foldToWords(entry.Gloss)},
			ownText{at + ".instead_of", foldToWords(entry.InsteadOf)},
			ownText{at + ".es", foldToWords(entry.Spanish)},
			ownText{at + ".es_instead_of", foldToWords(entry.SpanishInsteadOf)})
	}
	for i, rule := range lens.Doctrine {
		at := fmt.Sprintf("doctrine[%d]", i)
		texts = append(texts, ownText{at + ".topic", foldToWords(rule.Topic)}, ownText{at + ".position", foldToWords(rule.Position)})
	}
	return texts
}

func loadDenominations(fsys fs.FS) ([]Family, error) {
	const file = "denominations.yaml"
	lenses, err := loadLenses(fsys)
	if err != nil {
		return nil, fmt.Errorf("checking the lenses of denominations: %w", err)
	}
	var doc struct {
		Families []Family `yaml:"families"`
	}
	if err := decodeCatalogFile(fsys, file, &doc); err != nil {
		return nil, err
	}
	f := &faultsIn{file: file}
	checkFamilies(f, doc.Families, len(lenses))
	if err := errors.Join(f.found...); err != nil {
		return nil, err
	}
	return doc.Families, nil
}

func checkFamilies(f *faultsIn, families []Family, lenses int) {
	familyKeys, familyNames, keys, names := unique{}, unique{}, unique{}, unique{}
	total := 0
	for i, family := range families {
		at := fmt.Sprintf("families[%d]", i)
		f.requireKey(at+".key", family.Key)
		f.requireText(at+".name", family.Name)
		familyKeys.claim(f, at+".key", family.Key)
		familyNames.claim(f, at+".name", family.Name)
		requireLens(f, at, family.Lens, lenses)
		if len(family.Denominations) == 0 {
			f.add(at+".denominations", "is empty")
		}
		for j, d := range family.Denominations {
			at := fmt.Sprintf("%s.denominations[%d]", at, j)
			checkDenomination(f, at, d, lenses)
			keys.claim(f, at+".key", d.Key)
			names.claim(f, at+".name", d.Name)
			total++
		}
	}
	if total < minDenominations {
		f.add("families", "%d denominations, want at least %d", total, minDenominations)
	}
}

func requireLens(f *faultsIn, at string, lens, lenses int) {
	if lens < 1 || lens > lenses {
		f.add(at+".lens", "there is no lens %d", lens)
	}
}

func checkDenomination(f *faultsIn, at string, d Denomination, lenses int) {
	f.requireKey(at+".key", d.Key)
	f.requireText(at+".name", d.Name)
	if d.Key == "other" {
		f.add(at+".key", `is "other", which the form adds to every family itself`)
	}
	requireLens(f, at, d.Lens, lenses)
	countries := unique{}
	for i, code := range d.Countries {
		field := fmt.Sprintf("%s.countries[%d]", at, i)
		countries.claim(f, field, code)
		region, err := language.ParseRegion(code)
		// Canonicalize turns what is merely understood, such as UK, into the code itself.
		if err != nil || !region.IsCountry() || region.Canonicalize().String() != code {
			f.add(field, "%q is not an ISO 3166-1 alpha-2 code", code)
		}
	}
}

func loadProductKnowledge(fsys fs.FS) ([]ProductEntry, error) {
	const file = "product_knowledge.yaml"
	var doc struct {
		Entries []ProductEntry `yaml:"entries"`
	}
	if err := decodeCatalogFile(fsys, file, &doc); err != nil {
		return nil, err
	}
	f := &faultsIn{file: file}
	if n := len(doc.Entries); n < minProductEntries {
		f.add("entries", "%d entries, want at least %d", n, minProductEntries)
	}
	questions := unique{}
	for i, entry := range doc.Entries {
		at := fmt.Sprintf("entries[%d]", i)
		if entry.Priority != i+1 {
			f.add(at+".priority", "is %d, want %d: entries stand in order of priority, from 1 without a gap", entry.Priority, i+1)
		}
		f.requireKey(at+".topic", entry.Topic)
		f.requireText(at+".question", entry.Question)
		f.requireText(at+".answer", entry.Answer)
		questions.claim(f, at+".question", entry.Question)
	}
	if err := errors.Join(f.found...); err != nil {
		return nil, err
	}
	return doc.Entries, nil
}

// decodeCatalogFile reads one YAML document into out. Unknown and repeated fields are errors, so that a misspelt
// "forbidden_term" cannot switch off a rule unnoticed.
func decodeCatalogFile(fsys fs.FS, file string, out any) error {
	raw, err := fs.ReadFile(fsys, file)
	if err != nil {
		return fmt.Errorf("reading the catalogue: %w", err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(raw), yaml.Strict())
	if err := decoder.Decode(out); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return &CatalogError{file, "document", "more than one in the file"}
	}
	return nil
}

// faultsIn collects what is wrong in one file, so that an author sees all of it at once.
type faultsIn struct {
	file  string
	found []error
}

func (f *faultsIn) add(field, format string, args ...any) {
	f.found = append(f.found, &CatalogError{f.file, field, fmt.Sprintf(format, args...)})
}

func (f *faultsIn) requireText(field, text string) {
	if text == "" || text != strings.TrimSpace(text) {
		f.add(field, "is empty or has spaces around it")
	}
}

var keyForm = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

func (f *faultsIn) requireKey(field, key string) {
	if !keyForm.MatchString(key) {
		f.add(field, "%q is not lower-case words joined by hyphens", key)
	}
}

// unique remembers where each value was first seen.
type unique map[string]string

func (u unique) claim(f *faultsIn, field, value string) {
	if first, taken := u[value]; taken {
		f.add(field, "%q already stands in %s", value, first)
		return
	}
	u[value] = f.file + " " + field
}

// foldToWords reduces text to its words in lower case without accents, with one space between them. "Mero Símbolo" and
// "mero-simbolo" come out the same.
func foldToWords(text string) string {
	var folded strings.Builder
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			folded.WriteRune(unicode.ToLower(r))
		default:
			folded.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(folded.String()), " ")
}

// containsWords reports whether phrase occurs in text as whole words. Both are folded.
func containsWords(text, phrase string) bool {
	return strings.Contains(" "+text+" ", " "+phrase+" ")
}
