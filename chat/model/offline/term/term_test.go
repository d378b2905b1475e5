package term

import (
	"slices"
	"testing"
)

// A question in one language finds a sentence in the other by what the words mean to a church.
func TestBothLanguagesShareTheirConcepts(t *testing.T) {
	for english, spanish := range map[string]string{
		"the baptism of my kids":        "el bautizo de mis hijos",
		"What time is Mass on Sundays?": "¿A qué hora es la misa los domingos?",
		"wheelchairs":                   "sillas de ruedas",
	} {
		of, other := Of(english, English), Of(spanish, Spanish)
		if !slices.ContainsFunc(of, func(t Term) bool { return t[0] == '=' }) {
			t.Errorf("%q has no concept: %v", english, of)
		}
		for _, t2 := range of {
			if t2[0] == '=' && !slices.Contains(other, t2) {
				t.Errorf("%q is %v, %q is %v", english, of, spanish, other)
			}
		}
	}
}

// A stem that stood under two concepts would mean the one or the other by chance.
func TestAWordHasOneConcept(t *testing.T) {
	known := make(map[lexeme]Term)
	for concept, lists := range groups {
		for lang, index := range conceptIndex(map[Term][2]string{concept: lists}) {
			for root := range index {
				if other, twice := known[lexeme{lang, root}]; twice {
					t.Errorf("%q is %s and %s", root, concept, other)
				}
				known[lexeme{lang, root}] = concept
			}
		}
	}
}
