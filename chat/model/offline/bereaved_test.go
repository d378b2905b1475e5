package offline_test

import (
	"strings"
	"testing"
)

// Who has just lost somebody and wants a person hears who is there at this hour, and who asks what comes next, that too.
func TestWhoHasJustLostSomebodyIsToldWhoIsThereAtAnyHour(t *testing.T) {
	const (
		passage = "\n## Church knowledge base\n<passage title=\"Handbook\">\n# Reaching us\nThe pastor on call can be reached day and night at (207) 555-0147. Groups for those who mourn meet on Tuesdays.\n</passage>\n"
		number  = "(207) 555-0147"
	)
	system := promptOf(t, "grace-harbor") + passage
	for _, message := range []string{
		"I need to talk to somebody tonight my mom just died", "my husband passed away this morning and i dont know what to do", "my brother died two hours ago. who do we call",
		"mi papá acaba de morir, necesito hablar con alguien", "my dad died last night at home. what do we have to do first", "my father has just died. is there a pastor awake",
	} {
		if got := answerTo(t, system, visitor(message)).text(); !strings.Contains(got, number) {
			t.Errorf("%q is answered %q", message, got)
		}
	}
	for _, message := range []string{"my mother died yesterday, when can the funeral be", "my dad died in march, is there a group", "my brother just died of laughter"} {
		if got := answerTo(t, system, visitor(message)).text(); strings.Contains(got, number) {
			t.Errorf("%q is answered %q", message, got)
		}
	}
}
