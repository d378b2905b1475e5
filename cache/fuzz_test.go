package cache_test

import (
	"strings"
	"testing"

	"narthex/cache"
)

// FuzzAgree looks for questions that break a rule every pair must keep.
func FuzzAgree(f *testing.F) {
	for _, groups := range []map[string][][2]string{lookAlikes, paraphrases} {
		for _, pairs := range groups {
			for _, pair := range pairs {
				f.Add(pair[0], pair[1])
			}
		}
	}
	for _, hostile := range []string{"", "?", "\x00", "\xff", "half past", "quarter to", "las diez y", "menos cuarto", "1:", "twenty y", "hundred thousand", "no no no", "İ", "a.b.c.", "@a@", "'re", strings.Repeat("ten thirty ", 200)} {
		f.Add(hostile, "What time is it?")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 32<<10 { // a message is refused far below that
			return
		}
		if !cache.Agree(a, a) {
			t.Errorf("%q does not agree with itself", a)
		}
		if cache.Agree(a, b) != cache.Agree(b, a) {
			t.Errorf("%q and %q agree one way only", a, b)
		}
		if cache.Normalise(a) == cache.Normalise(b) && !cache.Agree(a, b) {
			t.Errorf("%q and %q read the same and do not agree", a, b)
		}
		if normal := cache.Normalise(a); normal == "" && strings.TrimSpace(strings.ToValidUTF8(a, "x")) != "" && strings.ContainsAny(a, "abcdefghijklmnopqrstuvwxyz0123456789") {
			t.Errorf("nothing is left of %q", a)
		}
		cache.TimeBound(b)
	})
}
