package church

import (
	"slices"
	"strconv"
	"strings"
)

// Lens is a theological tradition in whose voice a church answers.
type Lens struct {
	ID          int
	Slug        string
	Name        string
	Description string
	Vocabulary  []Term
}

// Term is one entry of a lens's vocabulary: say this, rather than that.
type Term struct {
	Term             string
	Gloss            string
	InsteadOf        string // empty when there is nothing to avoid
	Spanish          string // the same in Spanish
	SpanishInsteadOf string
}

// Rule is a position on one topic, of a lens or a church, and the terms that an answer must never mention.
type Rule struct {
	Topic     string
	Position  string
	Forbidden []string
}

// Tradition is a lens together with its doctrine.
type Tradition struct {
	Lens     Lens
	Doctrine []Rule
}

// LensSource says what decided a church's lens.
type LensSource string

// What may decide a lens, strongest first.
const (
	LensOverridden       LensSource = "override"
	LensStored           LensSource = "stored"
	LensFromDenomination LensSource = "denomination"
	LensDefault          LensSource = "default"
)

// MostOverrides is how many positions of its own a church may have. All of them stand in every prompt.
const MostOverrides = 24

// DefaultLens is the id of the lens of a church that has chosen none and whose denomination maps to none: Christocentric.
const DefaultLens = 10

// ResolveLens returns the lens and the doctrine for one turn. The overrides (an id or slug, and a name; either may be
// empty) count only at a demonstration church and only when they name a lens of the catalogue; otherwise it is the
// church's own lens.
func (s *Snapshot) ResolveLens(override, nameOverride string) (Tradition, LensSource) {
	if s.Demo {
		for _, wanted := range [...]string{override, nameOverride} {
			if tradition, ok := s.tradition(strings.TrimSpace(wanted)); ok {
				return tradition, LensOverridden
			}
		}
	}
	return Tradition{Lens: s.Lens, Doctrine: s.Doctrine}, s.LensSource
}

func (s *Snapshot) tradition(wanted string) (Tradition, bool) {
	if wanted == "" {
		return Tradition{}, false
	}
	for _, t := range s.Catalogue {
		if strconv.Itoa(t.Lens.ID) == wanted || strings.EqualFold(t.Lens.Slug, wanted) || strings.EqualFold(t.Lens.Name, wanted) {
			return t, true
		}
	}
	return Tradition{}, false
}

// RulesOfItsOwn are those that a church has set besides its lens: its own positions, and words that it avoids everywhere.
func (s *Snapshot) RulesOfItsOwn() []Rule {
	rules := slices.Clip(s.Overrides)
	if len(s.Avoided) > 0 {
		rules = append(rules, Rule{Forbidden: s.Avoided})
	}
	return rules
}
