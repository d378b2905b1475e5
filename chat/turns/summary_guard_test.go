package turns_test

import (
	"strings"
	"testing"

	"narthex/chat/model/modeltest"
)

// TestWhatAToolReportsIsGuardedLikeAnAnswer has an event's title hold what the church's tradition does not say.
func TestWhatAToolReportsIsGuardedLikeAnAnswer(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.doctrinalChurch(t)
	register := func(title string) []string {
		p.newEvent(t, churchID, title)
		p.upstream.Script(calling("register_for_event", `{"event":"`+title+`","name":"Ann Lee","email":"ann@example.org"}`), modeltest.Reply("See you there."))
		events := p.ask(t, churchID, question{message: "Put me down for the " + title + ", Ann Lee, ann@example.org"})
		return toolEvents(events)
	}
	if shown := strings.Join(register("Lobster supper"), "; "); !strings.Contains(shown, "done: ") || !strings.Contains(shown, "Lobster supper") {
		t.Errorf("of a harmless title is shown %s", shown)
	}
	if shown := strings.Join(register("Evening on Purgatory"), "; "); !strings.Contains(shown, "register_for_event done") || strings.Contains(strings.ToLower(shown), "purgatory") {
		t.Errorf("of another is shown %s", shown)
	}
	if n := p.count(t, `select count(*) from event_registrations`); n != 2 {
		t.Errorf("%d registrations", n)
	}
}
