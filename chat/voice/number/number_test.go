package number_test

import (
	"strings"
	"testing"

	"narthex/chat/voice/number"
)

func TestNumbersAreReadHoweverTheyAreWritten(t *testing.T) {
	for _, test := range []struct{ text, country, want string }{
		{"+12075550145", "", "+12075550145"},
		{"+1 (207) 555-0145", "", "+12075550145"},
		{"(207) 555-0145", "US", "+12075550145"},
		{"1-207-555-0145", "US", "+12075550145"},
		{"tel:+1-207-555-0145", "", "+12075550145"},
		{"020 7946 0958", "GB", "+442079460958"},
		{"+44 (0)20 7946 0958", "", "+442079460958"},
		{"+52 55 1234 5678", "", "+525512345678"},
		{"2075550145", "", ""},                   // whose?
		{"555-0142", "US", ""},                   // without its area code
		{"988", "US", ""},                        // nobody is assigned this
		{"+1207555", "", ""},                     // too short
		{"+1 207 555 0145 ext. 3", "", ""},       // not a number but somebody behind one
		{"anonymous", "", ""},                    // what carriers send for a caller who hides theirs
		{"sip:church@example.org", "", ""},       //
		{"+" + strings.Repeat("1", 100), "", ""}, //
		{"", "US", ""},                           //
	} {
		got, err := number.E164(test.text, test.country)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q in %q is %q (%v), not %q", test.text, test.country, got, err, test.want)
		}
	}
}

func TestTheSameNumberIsKnownHoweverItIsWritten(t *testing.T) {
	for _, test := range []struct {
		one, other, country string
		same                bool
	}{
		{"+12075550142", "(207) 555-0142", "US", true},
		{"1 207 555 0142", "207.555.0142", "US", true},
		{"+12075550142", "(207) 555-0143", "US", false},
		{"+442079460958", "020 7946 0958", "GB", true},
		{"555-0142", "555 0142", "US", true}, // no number, and the same digits
		{"+1 207 555 0142", "1-207-555-0142", "", false},
		{"", "+12075550142", "US", false},
	} {
		if got := number.Same(test.one, test.other, test.country); got != test.same {
			t.Errorf("%q and %q in %q: %v", test.one, test.other, test.country, got)
		}
	}
}

func FuzzE164(f *testing.F) {
	f.Add("+1 (207) 555-0145", "US")
	f.Fuzz(func(t *testing.T, text, country string) {
		got, err := number.E164(text, country)
		if err != nil {
			return
		}
		if again, err := number.E164(got, ""); err != nil || again != got {
			t.Errorf("%q became %q, which becomes %q (%v)", text, got, again, err)
		}
	})
}
