package quoted

import (
	"encoding/json"
	"strings"
	"testing"
)

// checkQuoted compares a text with what encoding/json makes of it.
func checkQuoted(t *testing.T, text string) {
	t.Helper()
	want, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := Append([]byte("before"), text); string(got) != "before"+string(want[1:len(want)-1]) {
		t.Errorf("%q: %s, want %s", text, got[len("before"):], want)
	}
}

func TestATextIsQuotedAsEncodingJSONDoes(t *testing.T) {
	checkQuoted(t, "")
	for b := range 256 { // at each place of the eight bytes that are looked at at once, and after them
		for before := range 18 {
			for _, around := range []string{"a", "\x7f", " ", "\n", "é", "\x80", "=", "!"} {
				checkQuoted(t, strings.Repeat("x", before)+string([]byte{byte(b)})+around+"y")
				checkQuoted(t, strings.Repeat(around, before)+string([]byte{byte(b), byte(b) + 1})+"twenty letters follow")
			}
		}
	}
	for _, text := range []string{"\u2028", "a \u2029 b", "\u2027\u202a", "\ufffd", "\xe2\x80", "\xe2\x80\xa8", "\xf0\x9f\x98", "😀<b>&amp;\"", "línea\nnueva \\ fin"} {
		for before := range 10 {
			checkQuoted(t, strings.Repeat("z", before)+text+"tail of it")
		}
	}
}

func FuzzATextIsQuotedAsEncodingJSONDoes(f *testing.F) {
	f.Add("Some words of a prompt, with \"quotes\" and\n lines. <b>é\u2028\xff")
	f.Fuzz(func(t *testing.T, text string) { checkQuoted(t, text) })
}
