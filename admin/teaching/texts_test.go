package teaching_test

import (
	"net/http"
	"strings"
	"testing"

	"narthex/chat/church"
)

// A church sees which texts there are, switches them off for itself and finds the switch where it left it.
func TestTheTextsOfTheTraditionAreSwitchedOffAndOn(t *testing.T) {
	h := newHouse(t, church.ProChat)
	shown := func() string { return h.ask(h.cookie, http.MethodGet, theologyPage, nil).body }
	const on = `name="lens_texts" checked`
	if body := shown(); !strings.Contains(body, on) || strings.Count(body, "Creed") == 0 {
		t.Fatalf("at first: %s", body)
	}
	for _, wanted := range []bool{false, true} {
		if got := h.change(theologyPage, http.MethodPatch, textsAPI, map[string]any{"lens_texts": wanted}); got.status != 200 {
			t.Fatalf("%v: %d %s", wanted, got.status, got.body)
		}
		if strings.Contains(shown(), on) != wanted {
			t.Errorf("after %v the page says otherwise", wanted)
		}
	}
}
