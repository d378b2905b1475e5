package token_test

import (
	"testing"
	"time"

	"narthex/cmd/loadtest/token"
)

var sent = time.UnixMicro(1_795_000_000_123_456)

func TestATokenTellsItsPlaceAndAge(t *testing.T) {
	for _, place := range []int{0, 1, 19, 20, 149, token.Places - 1} {
		for _, age := range []time.Duration{0, time.Microsecond, 250 * time.Millisecond, 3 * time.Hour, -time.Millisecond} {
			text := append([]byte(`{"text":"`), token.Append(nil, place, sent)...)
			found, _, ok := token.Next(append(text, `"}`...), sent.Add(age))
			if want := (token.Token{Place: place, Age: age}); !ok || found != want {
				t.Errorf("found %+v, %v; want %+v", found, ok, want)
			}
		}
	}
}

func TestTokensThatWereJoinedAreFoundOneByOne(t *testing.T) {
	var text []byte
	for place := range 5 {
		text = append(text, "~ ~~ no ~token here: "...)
		text = token.Append(text, place, sent)
	}
	for place := range 5 {
		found, rest, ok := token.Next(text, sent)
		if !ok || found.Place != place {
			t.Fatalf("found %+v, %v; want place %d", found, ok, place)
		}
		text = rest
	}
	if _, _, ok := token.Next(text, sent); ok {
		t.Error("a sixth token")
	}
}

func TestHalfATokenIsNone(t *testing.T) {
	whole := token.Append(nil, 7, sent)
	if len(whole) != token.Size {
		t.Errorf("a token of %d bytes, want %d", len(whole), token.Size)
	}
	for length := range len(whole) - 1 {
		if _, _, ok := token.Next(whole[:length], sent); ok {
			t.Errorf("found a token in %q", whole[:length])
		}
	}
}

func FuzzNext(f *testing.F) {
	f.Add(token.Append(nil, 3, sent))
	f.Add([]byte("~~~~bbbbbbbbbbbbb"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for range len(text) + 1 {
			_, rest, ok := token.Next(text, sent)
			if !ok {
				return
			}
			if len(rest) >= len(text) {
				t.Fatal("no progress")
			}
			text = rest
		}
	})
}

func TestTokensAreFoundInWhatIsSpoken(t *testing.T) {
	var text []byte
	for place := range 5 {
		text = append(text, token.Append(nil, place, sent)[1:]...) // a voice says no mark
		text = append(text, "and, bcdf. "...)
	}
	text = append(text, token.Append(nil, 5, sent)...)
	text[len(text)-1] = '.' // where the answer ends
	for place := range 6 {
		found, rest, ok := token.NextSpoken(text, sent.Add(time.Millisecond))
		if want := (token.Token{Place: place, Age: time.Millisecond}); !ok || found != want {
			t.Fatalf("found %+v, %v; want %+v", found, ok, want)
		}
		text = rest
	}
	if found, _, ok := token.NextSpoken(text, sent); ok {
		t.Errorf("a seventh token: %+v", found)
	}
}
