package spelled

import "testing"

// Whatever somebody writes is read, and what spells no telephone number stays as it is.
func FuzzInDigits(f *testing.F) {
	for said, want := range map[string]string{
		"es dos cero siete, cinco cinco cinco, cero uno nueve nueve": "es 2075550199",
		"nueve cincuenta y seis cinco cincuenta y cinco cero uno":    "95655501",
		"we are two, 207 555 0199":                                   "we are two, 207 555 0199",
		"one of us, or two":                                          "one of us, or two",
		"dos o tres":                                                 "dos o tres",
	} {
		if got := InDigits(said); got != want {
			f.Errorf("%q: %q, want %q", said, got, want)
		}
		f.Add(said)
	}
	f.Fuzz(func(_ *testing.T, said string) {
		InDigits(said)
	})
}
