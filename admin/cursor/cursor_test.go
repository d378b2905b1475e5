package cursor_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/cursor"
)

func TestACursorComesBackFromAnAddress(t *testing.T) {
	c := cursor.Cursor{At: time.Date(2026, 12, 24, 23, 59, 59, 123456000, time.FixedZone("", -5*3600)), ID: uuid.New()}
	got := cursor.Parse(c.String())
	if got == nil || !got.At.Equal(c.At) || got.ID != c.ID {
		t.Errorf("%v came back as %v", c, got)
	}
}

func TestWhatIsNoCursorIsNone(t *testing.T) {
	id := uuid.NewString()
	for _, text := range []string{
		"", "%", "AAAA", "\x00", "2026-12-24T00:00:00Z " + id,
		inAddress("2026-12-24T00:00:00Z"), inAddress("2026-12-24T00:00:00Z not-an-id"), inAddress("yesterday " + id),
		inAddress("1999-12-31T00:00:00Z " + id), inAddress("0000-01-01T00:00:00Z " + id), inAddress(id + " 2026-12-24T00:00:00Z"),
	} {
		if got := cursor.Parse(text); got != nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func inAddress(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
