package intent

import "testing"

func TestANoThatAnswersWhatWasAskedBeforeDeniesNoRequest(t *testing.T) {
	for message, asked := range map[string]bool{
		"No, please pray for my mother": true, "No, call me back please": true, "No, necesito oración": true,
		"no me llamen por favor": false, "don't call me back": false, "please do not pray for me": false, "no, no me llamen": false,
	} {
		if got := Of(message); (got != nil) != asked {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// Whatever somebody writes is read.
func FuzzOf(f *testing.F) {
	for _, said := range []string{"es dos cero siete, cinco cinco cinco, cero uno nueve nueve", "we are two, 207 555 0199", "Tom Hale", "quiero que me llamen"} {
		f.Add(said)
	}
	f.Fuzz(func(_ *testing.T, said string) {
		Of(said)
		QuietIn(said)
	})
}
