package offline_test

import (
	"strings"
	"testing"
)

func TestWhoAsksWhatThereIsIsToldOfGroupsEventsAndRoles(t *testing.T) {
	for asked, want := range map[string][]string{
		"is there a home group in camden?":    {"Camden Home Group"},
		"what events are coming up?":          {"This is what is coming up", "Fellowship Supper: Friday, 7:30 p. m.", "Lighthouse Sail"},
		"when is the next fellowship supper?": {"Fellowship Supper: Friday, 7:30 p. m."},
		"what can I help with?":               {"Help is needed here", "Pantry packer", "Usher"},
		"¿necesitan voluntarios?":             {"Aquí hace falta ayuda", "Pantry packer", "Usher"},
		"do you have a chess club?":           {"don't have that on file", "555-0142"},
	} {
		got := converse(t, asked)
		for _, part := range want {
			if len(got.Calls) > 0 || !strings.Contains(got.text(), part) {
				t.Errorf("%q: %q, called %+v, want %q", asked, got.text(), got.Calls, part)
			}
		}
	}
}

// Who is in trouble, or mourns, is not told what is on.
func TestTroubleIsNoQuestionForEvents(t *testing.T) {
	for _, asked := range []string{
		"What is happening to me?", "Where can I get help?", "How can my son get help?", "Where is help available?", "Something happened in my family, who can I talk to?", "Something is wrong in my marriage, who can I talk to?", "¿Qué me está pasando?",
		"What can I do to help my kids after their grandfather died?", "mi vecina necesita ayuda, ¿qué hago?", "¿volveré a ver a mi mamá en el cielo?",
	} {
		got := converse(t, asked)
		for _, part := range []string{"coming up", "Help is needed here", "hace falta ayuda", "lo que viene", "Pantry packer", "Fellowship Supper", "nothing on file that is just that", "visitan a los enfermos"} {
			if len(got.Calls) > 0 || strings.Contains(got.text(), part) {
				t.Errorf("%q: %q, called %+v", asked, got.text(), got.Calls)
			}
		}
	}
}

func TestWhoTellsOfGriefIsHeardBeforeAnythingIsLookedUp(t *testing.T) {
	if got := converse(t, "my mother just died. is there a group?"); strings.Contains(got.text(), "nothing on file") || !strings.Contains(got.text(), "sorry") {
		t.Errorf("%q", got.text())
	}
}
