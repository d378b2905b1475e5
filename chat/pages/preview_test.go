package pages_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/chat/preview"
)

// A preview opens both pages of a church that is not active, for its church and its time alone.
func TestAPreviewOpensAChurchThatIsNotActive(t *testing.T) {
	now := time.Now()
	links, err := preview.New(baseURL, bytes.Repeat([]byte("k"), 32), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	paused := graceHarbor()
	paused.Status = church.Paused
	get := visitor(t, having(paused), func(parts *pages.Parts) { parts.Previews = links })
	token, until := links.Mint(paused.ID)
	foreign, _ := links.Mint(uuid.New())
	for _, page := range []string{"/care/grace-harbor", "/chat/grace-harbor"} {
		got := get(page + "?preview=" + token)
		if got.Code != 200 || !strings.Contains(got.Body.String(), "Preview: visitors do not see this page yet") {
			t.Fatalf("%s: %d", page, got.Code)
		}
		for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Encoding": ""} {
			if header := got.Header().Get(name); header != want {
				t.Errorf("%s: %s: %q", page, name, header)
			}
		}
	}
	if care := get("/care/grace-harbor?preview=" + token).Body.String(); strings.Count(care, "preview="+token) != strings.Count(care, `href="/chat/`)+strings.Count(care, `href="?`) {
		t.Error("a link of the care page leads out of the preview")
	}
	if got := clientData(t, get("/chat/grace-harbor?preview="+token).Body.String())["preview"]; got != token {
		t.Errorf("the chat is told %v", got)
	}
	refused := func(name, token string) {
		t.Helper()
		if got := get("/chat/grace-harbor?preview=" + token); got.Code != 302 || got.Header().Get("Location") != "/care/grace-harbor" {
			t.Errorf("%s: the chat: %d", name, got.Code)
		}
		if got := get("/care/grace-harbor?preview=" + token); got.Body.String() != get("/care/grace-harbor").Body.String() {
			t.Errorf("%s: the care page is another one", name)
		}
	}
	refused("forged", token[:len(token)-4]+"AAAA")
	refused("another church's", foreign)
	refused("empty", "")
	paused.ChatbotEnabled = false
	refused("of a church whose chatbot is off", token)
	paused.ChatbotEnabled = true
	now = until
	refused("expired", token)
	paused.Status = church.Active
	if got := get("/chat/grace-harbor?preview=" + token); got.Code != 200 || strings.Contains(got.Body.String(), "preview-note") || got.Header().Get("X-Robots-Tag") != "" {
		t.Errorf("of an active church: %d", got.Code)
	}
}
