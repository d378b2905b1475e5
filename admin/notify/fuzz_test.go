package notify_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"narthex/admin/notify"
)

func FuzzNothingFromOutsideBreaksOutOfAHeader(f *testing.F) {
	for _, seed := range []string{"ann@example.org", "Ann <ann@example.org>", "ann@example.org\r\nBcc: x@y.z", `"a b"@c.d`, `"0@0.0"@00`, "a@b", "\xff\x00", "+1 (555) 010-0000", "ａnn@example.org"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := notify.Clean(text)
		if !utf8.ValidString(clean) || strings.ContainsFunc(clean, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }) {
			t.Errorf("%q becomes %q", text, clean)
		}
		if again := notify.Clean(clean); again != clean {
			t.Errorf("%q becomes %q, and then %q", text, clean, again)
		}
		if address := notify.Address(text); strings.ContainsAny(address, "\r\n <>\",;") || address != "" && strings.Count(address, "@") != 1 {
			t.Errorf("%q is taken for the address %q", text, address)
		}
		if number := notify.Telephone(text, "US"); strings.Trim(number, "+0123456789") != "" {
			t.Errorf("%q is taken for the number %q", text, number)
		}
	})
}

func TestAddressesAndNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"ann@example.org": "ann@example.org", " Ann <ann@example.org> ": "ann@example.org", "ann@localhost": "ann@localhost",
		"": "", "ann": "", "ann@example": "", "a@b.c, d@e.f": "", "ann@example.org\nBcc: x@y.z": "", `"a b"@example.org`: "",
	} {
		if got := notify.Address(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	numbers := []struct{ text, country, want string }{
		{"+1 (555) 010-0000", "US", "+15550100000"},
		{"+1 (555) 010-0000", "", "+15550100000"},
		{"(207) 555-0144", "US", "+12075550144"},
		{"(01) 234 5678", "IE", "+35312345678"},
		{"55 1234 5678", "MX", "+525512345678"},
		{"+353 1 234 5678", "US", "+35312345678"},
		{"(207) 555-0144", "", ""},
		{"555-0142", "US", ""}, // without its area code nobody can be reached
		{"(207) 555-0144 ext. 3", "US", "+12075550144"},
		{"ask the office", "US", ""},
		{"", "US", ""},
		{"+1555", "US", ""},
	}
	for _, test := range numbers {
		if got := notify.Telephone(test.text, test.country); got != test.want {
			t.Errorf("%q in %q: %q, not %q", test.text, test.country, got, test.want)
		}
	}
}
