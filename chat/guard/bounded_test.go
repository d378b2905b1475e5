package guard

import (
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
		if _, ok := base.WithRules([]church.Rule{{Forbidden: []string{term}}}); ok {
			t.Errorf("%q compiles beside others", term)
		}
	}
	own, ok := base.WithRules([]church.Rule{{Topic: "Ours", Forbidden: []string{"ha ha ha", "sinner's prayer"}}})
	if !ok || !Compiles([]string{"ha ha ha", "sinner's prayer"}) {
		t.Fatal("ordinary terms are refused")
	}
	for text, kind := range map[string]Kind{"Say the sinners prayer.": Forbidden, policy[0]: Instructions} {
		reader := own.Guard()
		if _, hit := reader.Write(text); hit == nil || hit.Kind != kind {
			t.Errorf("%.30q: %v", text, hit)
		}
	}
}
