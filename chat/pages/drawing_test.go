package pages_test

import (
	"regexp"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
)

var artwork = regexp.MustCompile(`(?s)<svg class="artwork".*?</svg>`)

func TestEveryChurchHasADrawingOfItsOwn(t *testing.T) {
	drawn := make(map[string]bool)
	for i := range 50 {
		id := uuid.NewSHA1(uuid.NameSpaceDNS, []byte{byte(i)})
		draw := func() string {
			return artwork.FindString(body(t, with(func(s *church.Snapshot) { s.ID = id }), "/care/grace-harbor"))
		}
		first := draw()
		if first == "" || first != draw() {
			t.Fatalf("drawn now as %s, now as %s", first, draw())
		}
		drawn[first] = true
	}
	if len(drawn) != 50 {
		t.Errorf("50 churches have %d drawings", len(drawn))
	}
}
