package number_test

import (
	"testing"

	"narthex/chat/voice/number"
)

func TestNumbersAreDialledHoweverTheyAreWritten(t *testing.T) {
	for _, test := range []struct{ text, country, want string }{
		{"(207) 555-0142", "US", "+12075550142"},
		{"+44 (0)20 7946 0958", "GB", "+442079460958"},
		{"+44 (0)20 7946 0958", "", "+442079460958"},
		{"020 7946 0958", "GB", "+442079460958"},
		{"+49 (0) 30 123456", "DE", "+4930123456"},
		{"+39 06 1234 5678", "IT", "+390612345678"}, // there the 0 is dialled from abroad too
		{"(217) 555-0142 ext. 3", "US", "+12175550142,3"},
		{"(217) 555-0142 x12", "US", "+12175550142,12"},
		{"217-555-0142 #3", "US", "+12175550142,3"},
		{"+44 20 7946 0958;ext=7", "", "+442079460958,7"},
		{"1-800-FLOWERS", "US", "+18003569377"},
		{"1300 975 707", "AU", "1300975707"}, // not from abroad
		{"0800 1111", "GB", "08001111"},
		{"988", "US", "988"},
		{"116 123", "GB", "116123"},
		{"555-0142", "US", "5550142"}, // neighbours can dial it
		{"020 7946 0958", "", "02079460958"},
		{"", "US", ""},
	} {
		if got := number.Dialled(test.text, test.country); got != test.want {
			t.Errorf("%q in %q is dialled %q, not %q", test.text, test.country, got, test.want)
		}
	}
}
