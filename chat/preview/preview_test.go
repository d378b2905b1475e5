package preview_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/preview"
)

func TestATokenOpensItsOwnChurchUntilItExpires(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	links, err := preview.New("https://narthex.example/", bytes.Repeat([]byte("k"), 32), clock)
	if err != nil {
		t.Fatal(err)
	}
	others, err := preview.New("https://narthex.example", bytes.Repeat([]byte("x"), 32), clock)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := uuid.New(), uuid.New()
	token, until := links.Mint(ours)
	forged, _ := others.Mint(ours)
	if got := links.URL("grace harbor", token); got != "https://narthex.example/care/grace%20harbor?preview="+token {
		t.Errorf("the address: %s", got)
	}
	check := func(name string, church uuid.UUID, token string, want error) {
		t.Helper()
		if err := links.Check(church, token); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	check("its own church", ours, token, nil)
	check("another church", theirs, token, preview.ErrForeign)
	check("of another key", ours, forged, preview.ErrForged)
	check("empty", ours, "", preview.ErrForged)
	check("huge", ours, strings.Repeat("A", 1<<20), preview.ErrForged)
	for i := range token {
		changed := []byte(token)
		changed[i] = 'A' + (changed[i]-'A'+1)%26
		if string(changed) != token {
			check("changed", ours, string(changed), preview.ErrForged)
		}
	}
	now = until.Add(-time.Second)
	check("just before its end", ours, token, nil)
	now = until
	check("at its end", ours, token, preview.ErrExpired)
}
