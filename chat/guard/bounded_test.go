package guard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
)

// Each repetition doubles the states of an automaton. Terms that somebody may write are bounded, and nobody waits for them.
func TestTermsThatRepeatThemselvesAreRefused(t *testing.T) {
	base := NewTermsOfAssistant(nil, policy)
	for _, term := range []string{strings.Repeat("ha ", 20), strings.Repeat("a", 60), strings.Repeat("long ", 16)} {
		if Compiles([]string{term}) {
			t.Errorf("%q compiles", term)
		}
		if _, left := base.WithRules([]church.Rule{{Forbidden: []string{term}}}); !slices.Equal(left, []string{term}) {
			t.Errorf("%q is looked for beside others", term)
		}
	}
	own, left := base.WithRules([]church.Rule{{Topic: "Ours", Forbidden: []string{"ha ha ha", "sinner's prayer"}}})
	if left != nil || !Compiles([]string{"ha ha ha", "sinner's prayer"}) {
		t.Fatal("ordinary terms are refused")
	}
	for text, kind := range map[string]Kind{"Say the sinners prayer.": Forbidden, policy[0]: Instructions} {
		reader := own.Guard()
		if _, hit := reader.Write(text); hit == nil || hit.Kind != kind {
			t.Errorf("%.30q: %v", text, hit)
		}
	}
}

// manyRules are positions with as many phrases of four words as our pages take.
func manyRules(positions, phrases int) (rules []church.Rule) {
	words := strings.Fields("grace water candle garden morning window silver orange mountain river teacher market bridge winter summer letter")
	for p := range positions {
		rule := church.Rule{Topic: fmt.Sprint("topic ", p)}
		for i := range phrases {
			n := p*phrases + i
			rule.Forbidden = append(rule.Forbidden, strings.Join([]string{words[n%16], words[n/16%16], words[n/256%16], fmt.Sprintf("ending%d", n)}, " "))
		}
		rules = append(rules, rule)
	}
	return rules
}

// What fits into no automaton together is looked for in several. None of it falls silent because of the rest.
func TestTermsThatAreTooManyForOneAutomatonAreAllFound(t *testing.T) {
	base := NewTermsOfAssistant([]church.Rule{{Topic: "lens", Forbidden: []string{"purgatory"}}}, policy)
	for name, rules := range map[string][]church.Rule{
		"positions": manyRules(24, 40), "one list": manyRules(1, 900), "few": manyRules(2, 3), "with one that does not compile": append(manyRules(24, 20), church.Rule{Topic: "a", Forbidden: []string{strings.Repeat("ha ", 20), "bingo"}}),
	} {
		own, left := base.WithRules(rules)
		if len(own.sets) > mostSets || left != nil && !slices.Equal(left, []string{strings.Repeat("ha ", 20)}) {
			t.Fatalf("%s: %d sets, left %.80q", name, len(own.sets), left)
		}
		for _, rule := range append(rules, church.Rule{Topic: "lens", Forbidden: []string{"purgatory"}}) {
			for _, term := range rule.Forbidden {
				if slices.Contains(left, term) {
					continue
				}
				reader := own.Guard()
				_, hit := reader.Write("We say " + term + ".")
				if hit == nil || hit.Term != term || hit.Topic != rule.Topic || hit.Offset != len("We say ") {
					t.Fatalf("%s: %q is %+v", name, term, hit)
				}
			}
		}
	}
}

// However bad somebody's terms are, they take bounded time and room, and silence no others.
func TestTermsThatDoNotCompileTakeBoundedTime(t *testing.T) {
	var rules []church.Rule
	for range 5 {
		rule := church.Rule{}
		for i := range 40 {
			rule.Forbidden = append(rule.Forbidden, strings.Repeat("a", 50+i%10))
		}
		rules = append(rules, rule)
	}
	var a apart
	if a.compile(rules); a.tries > mostTries || len(a.left) != 5*40 || len(a.sets) != 0 {
		t.Errorf("%d tries, %d terms are left, %d sets", a.tries, len(a.left), len(a.sets))
	}
	base := NewTerms([]church.Rule{{Topic: "lens", Forbidden: []string{"purgatory"}}}, nil)
	both, _ := base.WithRules(rules)
	reader := both.Guard()
	if _, hit := reader.Write("purgatory "); hit == nil || hit.Topic != "lens" {
		t.Errorf("what the lens forbids: %v", hit)
	}
}
