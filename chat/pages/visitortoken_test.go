package pages

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

var tokenKey = bytes.Repeat([]byte{7}, 32)

func tokensAt(t testing.TB, key []byte, now *time.Time) *visitorTokens {
	t.Helper()
	tokens, err := newVisitorTokens(key, func() time.Time { return *now })
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func TestATokenSaysWhatItWasMadeFor(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tokens := tokensAt(t, tokenKey, &now)
	church := uuid.New()
	minted := tokens.mint(church, "https://www.example.org")
	read, err := tokens.check(minted)
	if err != nil || read.church != church || read.origin != "https://www.example.org" || !read.expires.Equal(now.Add(10*time.Minute)) {
		t.Errorf("%+v, %v", read, err)
	}
	if strings.Trim(minted, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		t.Errorf("%q needs escaping in an address", minted)
	}
	now = now.Add(10*time.Minute - time.Second)
	if _, err := tokens.check(minted); err != nil {
		t.Errorf("just before its end: %v", err)
	}
	now = now.Add(time.Second)
	if read, err := tokens.check(minted); !errors.Is(err, errExpiredVisitorToken) || read.church != church {
		t.Errorf("at its end: %+v, %v", read, err)
	}
}

func TestWhatWeDidNotMakeIsNoToken(t *testing.T) {
	now := time.Now()
	tokens := tokensAt(t, tokenKey, &now)
	good := tokens.mint(uuid.New(), "https://www.example.org")
	said, signature, _ := strings.Cut(good, ".")
	for name, token := range map[string]string{
		"nothing": "", "a dot": ".", "no signature": said, "an empty one": said + ".", "only a signature": "." + signature,
		"another's key":   tokensAt(t, bytes.Repeat([]byte{8}, 32), &now).mint(uuid.New(), "https://www.example.org"),
		"another's words": strings.Split(tokens.mint(uuid.New(), "https://evil.example"), ".")[0] + "." + signature,
		"padding":         said + "=." + signature, "more after it": good + ".x", "too short": "AQ." + signature, "huge": strings.Repeat("A", 1<<20),
		"stray bits in the encoding": good[:len(good)-1] + "_",
	} {
		if read, err := tokens.check(token); err == nil {
			t.Errorf("%s: %+v", name, read)
		}
	}
	for i := range good {
		changed := []byte(good)
		changed[i] ^= 1
		if _, err := tokens.check(string(changed)); err == nil {
			t.Errorf("with its %d. character changed it counts", i+1)
		}
	}
	if _, err := newVisitorTokens([]byte("short"), time.Now); err == nil {
		t.Error("took a short key")
	}
}

func FuzzVisitorToken(f *testing.F) {
	now := time.Now()
	tokens := tokensAt(f, tokenKey, &now)
	minted := tokens.mint(uuid.New(), "https://www.example.org")
	f.Add(minted)
	f.Add("AQ.AQ")
	f.Fuzz(func(t *testing.T, token string) {
		if _, err := tokens.check(token); err == nil && token != minted {
			t.Errorf("%q counts", token)
		}
	})
}

func BenchmarkVisitorTokenCheck(b *testing.B) {
	now := time.Now()
	tokens := tokensAt(b, tokenKey, &now)
	minted := tokens.mint(uuid.New(), "https://www.example.org")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tokens.check(minted); err != nil {
			b.Fatal(err)
		}
	}
}
