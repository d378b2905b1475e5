package offline_test

import (
	"strings"
	"testing"
)

// Whom a church admits to its table, and whose marriage was none, nobody guesses.
func TestWhoMayReceiveIsForAPriestToSay(t *testing.T) {
	for _, says := range [][]string{
		{"I'm divorced, can I still receive Communion?"}, {"How do I get an annulment?"}, {"can a divorced person receive communion"}, {"I'm separated but not remarried. Can I go to Communion?"},
		{"My first husband never wanted children, could that be annulled"}, {"How do I get an annulment?", "That is a question.", "who would I speak to about that"}, {"soy divorciada, ¿puedo comulgar?"},
		{"¿cómo pido la nulidad de mi matrimonio?"},
	} {
		got := toPier(t, false, says...)
		if !strings.Contains(got, "Declan Moran") || strings.Contains(got, "come as you are") || strings.Contains(got, "como es") || strings.Contains(got, "999") || strings.Contains(got, "very hard") {
			t.Errorf("%q: %q", says, got)
		}
	}
	if got := toPier(t, false, "I'm divorced, am I welcome?"); !strings.Contains(got, "come as you are") {
		t.Error(got)
	}
	system := promptOf(t, "grace-harbor") + "\n## What this church teaches\n- This church's own position on Communion, which comes before those above: The table is open to everyone who trusts in Jesus.\n"
	if got := answerTo(t, system, visitor("I'm divorced. Can I take Communion here?")).text(); !strings.Contains(got, "open to everyone") || !strings.Contains(got, "welcome") {
		t.Error(got)
	}
	if got := answerTo(t, system, visitor("can divorced people get married here")).text(); strings.Contains(got, "open to everyone") || strings.Contains(got, "come as you are") {
		t.Error(got)
	}
}
