package slots

import "testing"

// Whatever somebody writes is read.
func FuzzReading(f *testing.F) {
	for _, said := range []string{"es dos cero siete, cinco cinco cinco, cero uno nueve nueve", "we are two, 207 555 0199", "Tom Hale", "quiero que me llamen"} {
		f.Add(said)
	}
	f.Fuzz(func(_ *testing.T, said string) {
		requestIn(said)
	})
}
