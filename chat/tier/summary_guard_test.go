package tier_test

import (
	"strings"
	"testing"

	"narthex/chat/chattest"
)

// TestWhatAToolReportsIsGuardedLikeAnAnswer has an event's title hold what the church's tradition does not say.
func TestWhatAToolReportsIsGuardedLikeAnAnswer(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	register := func(title string) []string {
		newEvent(t, server, churchID, title)
		server.Upstream.Script(calling("register_for_event", `{"event":"`+title+`","name":"Ann Lee","email":"ann@example.org"}`))
		events := server.Ask(t, churchID, chattest.Question{Message: "Put me down for the " + title + ", Ann Lee, ann@example.org"})
		shown := toolEvents(events)
		for _, became := range server.Confirm(t, churchID, events, true) {
			shown = append(shown, became.Name+" "+became.Status+": "+became.Summary)
		}
		return shown
	}
	if shown := strings.Join(register("Lobster supper"), "; "); !strings.Contains(shown, "done: ") || !strings.Contains(shown, "Lobster supper") {
		t.Errorf("of a harmless title is shown %s", shown)
	}
	if shown := strings.Join(register("Evening on Purgatory"), "; "); !strings.Contains(shown, "register_for_event done") || strings.Contains(strings.ToLower(shown), "purgatory") {
		t.Errorf("of another is shown %s", shown)
	}
	if n := server.Count(t, `select count(*) from event_registrations`); n != 2 {
		t.Errorf("%d registrations", n)
	}
}
